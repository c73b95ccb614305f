//! A relay: a program that people run for friends who cannot reach each other.
//!
//! It passes on circuits (circuit relay v2) and sees of them who talks to whom, from where and how
//! much; what is said is encrypted from end to end. It answers greetings, so that its clients know
//! its name and limits, and can keep out who has not its token.

mod admission;
mod config;
mod counters;
mod driver;
mod health;

use std::fmt;
use std::io;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use tokio::sync::Notify;

pub use config::{Config, Limits};
pub use counters::{Counters, Refusals};
pub use driver::News;

use crate::limits::RELAY_NEWS;
use crate::{Address, Identity, PeerId};
use driver::Driver;

/// The handle of a running relay. Dropping it ends the relay at once.
pub struct Relay {
    peer: PeerId,
    addresses: Vec<Address>,
    orders: Arc<Orders>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What the handle tells the relay's thread.
#[derive(Default)]
pub(crate) struct Orders {
    pub(crate) drain: Notify,
    pub(crate) stop: Notify,
}

/// Why a relay did not start. The first two are faults of its configuration.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Nobody could reach it: it listens on the loopback only, or no interface is up, and no other
    /// address was named.
    #[error("no address under which others can reach this relay")]
    NoAddress,
    /// The page on its health must not be open to others.
    #[error("the health page must be on the loopback, not at {0}")]
    OpenHealth(std::net::SocketAddr),
    /// It cannot listen there.
    #[error("cannot listen on {address}: {kind}")]
    Listen {
        /// Where.
        address: std::net::SocketAddr,
        /// What the operating system says.
        kind: io::ErrorKind,
    },
    /// The operating system gives no thread, timer or entropy.
    #[error("cannot start the relay: {0}")]
    System(io::Error),
}

impl Relay {
    /// Starts a relay on its own thread, and returns when it listens. The news must be taken, or
    /// dropped.
    ///
    /// # Errors
    /// See [`StartError`]; nothing runs then.
    pub fn start(
        identity: Identity,
        config: Config,
    ) -> Result<(Relay, Receiver<News>), StartError> {
        let peer = identity.peer();
        let addresses = config.addresses(peer)?;
        let orders = Arc::new(Orders::default());
        let (tell, news) = sync_channel(RELAY_NEWS);
        let (ready, started) = sync_channel(1);
        let (obeyed, told) = (Arc::clone(&orders), addresses.clone());
        let run = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = match runtime {
                Ok(runtime) => runtime,
                Err(error) => {
                    let _ = ready.send(Err(StartError::System(error)));
                    return;
                }
            };
            runtime.block_on(async move {
                match Driver::open(&identity, &config, &told, tell) {
                    Ok(driver) => {
                        drop(identity);
                        let _ = ready.send(Ok(()));
                        driver.run(&obeyed).await;
                    }
                    Err(error) => {
                        let _ = ready.send(Err(error));
                    }
                }
            });
        };
        let thread = std::thread::Builder::new().name("relay".to_owned()).spawn(run);
        let thread = Mutex::new(Some(thread.map_err(StartError::System)?));
        let gone = || StartError::System(io::Error::other("the thread ended"));
        started.recv().map_err(|_| gone())??;
        Ok((Relay { peer, addresses, orders, thread }, news))
    }

    /// Its name on the network.
    pub fn peer(&self) -> PeerId {
        self.peer
    }

    /// Where others reach it: what to give to friends.
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// Takes no new clients and circuits from now on, and ends when the last circuit has ended, or
    /// after [`Config::drain`].
    pub fn drain(&self) {
        self.orders.drain.notify_one();
    }

    /// Ends at once and waits for the thread.
    pub fn stop(&self) {
        self.orders.stop.notify_one();
        if let Ok(Some(thread)) = self.thread.lock().map(|mut thread| thread.take()) {
            // An error is a panic of that thread, which has been reported there.
            let _ = thread.join();
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Debug for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Relay({})", self.peer)
    }
}
