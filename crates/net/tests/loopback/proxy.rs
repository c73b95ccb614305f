//! A relay in the middle of a TCP connection, which can alter what it passes on.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use net::Address;

pub struct Proxy {
    pub address: Address,
    whims: Arc<Whims>,
}

#[derive(Default)]
struct Whims {
    alter: AtomicBool,
    connections: AtomicUsize,
    /// Connections before this one pass nothing on.
    stalled: AtomicUsize,
}

impl Proxy {
    /// Passes on to `target`, whoever connects.
    pub fn start(target: SocketAddr) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("bound").into();
        let whims = Arc::new(Whims::default());
        let shared = Arc::clone(&whims);
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.expect("a client");
                let Ok(server) = TcpStream::connect(target) else { continue };
                let back = (server.try_clone().expect("clone"), client.try_clone().expect("clone"));
                let number = shared.connections.fetch_add(1, Ordering::SeqCst);
                let (there, back_again) = (Arc::clone(&shared), Arc::clone(&shared));
                std::thread::spawn(move || pass(client, server, number, &there, true));
                std::thread::spawn(move || pass(back.0, back.1, number, &back_again, false));
            }
        });
        Proxy { address, whims }
    }

    /// Flips one bit in the next bytes that a client sends.
    pub fn alter_once(&self) {
        self.whims.alter.store(true, Ordering::SeqCst);
    }

    /// Swallows from now on what the present connections send, their end included.
    pub fn stall(&self) {
        let connections = self.whims.connections.load(Ordering::SeqCst);
        self.whims.stalled.store(connections, Ordering::SeqCst);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, number: usize, whims: &Whims, there: bool) {
    let mut buffer = [0; 4096];
    let stalled = || number < whims.stalled.load(Ordering::SeqCst);
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        if stalled() {
            continue;
        }
        let (bytes, _) = buffer.split_at_mut(count);
        if there && whims.alter.swap(false, Ordering::SeqCst) {
            bytes.iter_mut().last().into_iter().for_each(|byte| *byte ^= 1);
        }
        if to.write_all(bytes).is_err() {
            break;
        }
    }
    if stalled() {
        // Whoever waits at the other end hears nothing of the end either.
        return std::mem::forget(to);
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
    let _ = from.shutdown(std::net::Shutdown::Both);
}
