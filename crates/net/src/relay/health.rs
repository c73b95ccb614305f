//! Pages for the owner of a relay, on his own machine: `/healthz`, `/metrics`, `/status`.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use super::StartError;
use super::counters::Counters;
use crate::limits::{HEALTH_CONNECTIONS, HEALTH_TIME};

/// The pages, not served yet.
pub(super) struct Health {
    listener: TcpListener,
    counters: watch::Receiver<Counters>,
}

impl Health {
    /// Must be called inside a tokio runtime.
    pub(super) fn open(
        at: SocketAddr,
        counters: watch::Receiver<Counters>,
    ) -> Result<Health, StartError> {
        let fault = |error: std::io::Error| StartError::Listen { address: at, kind: error.kind() };
        let listener = std::net::TcpListener::bind(at).map_err(fault)?;
        listener.set_nonblocking(true).map_err(fault)?;
        let listener = TcpListener::from_std(listener).map_err(fault)?;
        Ok(Health { listener, counters })
    }

    /// Serves them until it is dropped.
    pub(super) async fn run(self) {
        let places = Arc::new(Semaphore::new(HEALTH_CONNECTIONS));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return;
            };
            let Ok((stream, _)) = self.listener.accept().await else {
                // No more files, for example: not at once again.
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            };
            let counters = self.counters.clone();
            tokio::spawn(async move {
                let serve = service_fn(move |request| {
                    let page = page(&request, &counters.borrow());
                    std::future::ready(Ok::<_, Infallible>(page))
                });
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(HEALTH_TIME)
                    .keep_alive(false)
                    .max_buf_size(16 * 1024)
                    .serve_connection(TokioIo::new(stream), serve);
                // Whoever hangs up, or says nothing, goes without.
                let _ = tokio::time::timeout(HEALTH_TIME, connection).await;
                drop(place);
            });
        }
    }
}

fn page(request: &Request<Incoming>, counters: &Counters) -> Response<Full<Bytes>> {
    const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    if request.method() != Method::GET {
        return answer(StatusCode::METHOD_NOT_ALLOWED, "text/plain", "GET\n".to_owned());
    }
    match request.uri().path() {
        "/healthz" if counters.is_draining => {
            answer(StatusCode::SERVICE_UNAVAILABLE, "text/plain", "draining\n".to_owned())
        }
        "/healthz" => answer(StatusCode::OK, "text/plain", "ok\n".to_owned()),
        "/metrics" => answer(StatusCode::OK, OPEN_METRICS, counters.metrics()),
        "/status" => match serde_json::to_string(counters) {
            Ok(page) => answer(StatusCode::OK, "application/json", page + "\n"),
            Err(_) => answer(StatusCode::INTERNAL_SERVER_ERROR, "text/plain", String::new()),
        },
        _ => answer(StatusCode::NOT_FOUND, "text/plain", "not found\n".to_owned()),
    }
}

fn answer(status: StatusCode, kind: &'static str, text: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
