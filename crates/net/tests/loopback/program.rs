//! A program under test: a network, its events, and waiting for one of them.

use std::time::{Duration, Instant};

use net::{Address, Config, Event, EventReceiver, Identity, InboundId, Net, PeerId};

/// How long anything may take. Far more than it takes: tests wait for events, not for time.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub struct Program {
    pub net: Net,
    pub events: EventReceiver,
    /// Where it listens, with its peer id.
    pub address: Address,
}

impl Program {
    /// Starts on a free port of the loopback.
    pub fn start(seed: u8) -> Program {
        Program::start_on(seed, 0)
    }

    pub fn start_on(seed: u8, port: u16) -> Program {
        let identity = Identity::from_seed([seed; 32]);
        let (net, events) = Net::start(identity, Config::loopback(port)).expect("starts");
        let address = match events.recv_timeout(PATIENCE) {
            Ok(Some(Event::Listening(address))) => address,
            other => panic!("listens first: {other:?}"),
        };
        Program { net, events, address }
    }

    pub fn peer(&self) -> PeerId {
        self.net.peer()
    }

    /// The first event that `pick` takes; the others are dropped.
    pub fn wait<T>(&self, what: &str, mut pick: impl FnMut(Event) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        let mut passed = Vec::new();
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            let Ok(Some(event)) = self.events.recv_timeout(left) else { break };
            passed.push(format!("{event:?}"));
            if let Some(picked) = pick(event) {
                return picked;
            }
        }
        panic!("{what} never came; these did: {passed:#?}");
    }

    pub fn wait_connected(&self, to: PeerId) -> Address {
        self.wait("Connected", |event| match event {
            Event::Connected { peer, address, .. } if peer == to => Some(address),
            _ => None,
        })
    }

    pub fn wait_disconnected(&self, from: PeerId) -> net::Parting {
        self.wait("Disconnected", |event| match event {
            Event::Disconnected { peer, reason } if peer == from => Some(reason),
            _ => None,
        })
    }

    pub fn wait_inbound(&self) -> (PeerId, InboundId, Vec<u8>) {
        self.wait("Inbound", |event| match event {
            Event::Inbound { peer, id, bytes } => Some((peer, id, bytes)),
            _ => None,
        })
    }

    /// The response to the request with this tag, or why there is none.
    pub fn wait_answer(&self, of: u64) -> Result<Vec<u8>, net::RequestFailure> {
        self.wait("an answer", |event| match event {
            Event::Response { tag, bytes, .. } if tag == of => Some(Ok(bytes)),
            Event::Failed { tag, reason, .. } if tag == of => Some(Err(reason)),
            _ => None,
        })
    }

    pub fn wait_dial_failed(&self) -> net::DialFailure {
        self.wait("DialFailed", |event| match event {
            Event::DialFailed { reason, .. } => Some(reason),
            _ => None,
        })
    }

    /// Every event that is there now.
    pub fn drain(&self) -> Vec<Event> {
        std::iter::from_fn(|| self.events.try_recv().ok().flatten()).collect()
    }

    /// Asks `other`, who answers with the same bytes, and checks both.
    pub fn exchange(&self, other: &Program, tag: u64, bytes: &[u8]) {
        self.net.request(other.peer(), tag, bytes.to_vec()).expect("not busy");
        let (peer, id, received) = other.wait_inbound();
        assert_eq!((peer, received.as_slice()), (self.peer(), bytes));
        other.net.respond(id, received).expect("not busy");
        assert_eq!(self.wait_answer(tag).as_deref(), Ok(bytes));
    }
}

/// Two programs, the second of which has dialled the first.
pub fn connected() -> (Program, Program) {
    let (one, two) = (Program::start(1), Program::start(2));
    two.net.dial(one.address.clone()).expect("not busy");
    one.wait_connected(two.peer());
    two.wait_connected(one.peer());
    (one, two)
}
