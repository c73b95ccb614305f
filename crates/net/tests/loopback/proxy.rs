//! A relay in the middle of a TCP connection, which can alter what it passes on.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use net::Address;

pub struct Proxy {
    pub address: Address,
    alter: Arc<AtomicBool>,
}

impl Proxy {
    /// Passes on to `target`, whoever connects.
    pub fn start(target: SocketAddr) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("bound").into();
        let alter = Arc::new(AtomicBool::new(false));
        let armed = Arc::clone(&alter);
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.expect("a client");
                let Ok(server) = TcpStream::connect(target) else { continue };
                let back = (server.try_clone().expect("clone"), client.try_clone().expect("clone"));
                let armed = Arc::clone(&armed);
                std::thread::spawn(move || pass(client, server, Some(&armed)));
                std::thread::spawn(move || pass(back.0, back.1, None));
            }
        });
        Proxy { address, alter }
    }

    /// Flips one bit in the next bytes that a client sends.
    pub fn alter_once(&self) {
        self.alter.store(true, Ordering::SeqCst);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, alter: Option<&AtomicBool>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        let (bytes, _) = buffer.split_at_mut(count);
        if alter.is_some_and(|alter| alter.swap(false, Ordering::SeqCst)) {
            bytes.iter_mut().last().into_iter().for_each(|byte| *byte ^= 1);
        }
        if to.write_all(bytes).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
    let _ = from.shutdown(std::net::Shutdown::Both);
}
