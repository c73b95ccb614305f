//! Looks for peers on the local network by mDNS, on a thread of its own.
//!
//! Why not in the swarm: what the library remembers has no bound, its tasks end only with their
//! runtime, and everybody on the network may write to it. Here a flood costs this thread alone, and
//! starting anew frees all of it. The swarm would moreover dial the addresses that it was told of
//! without a look at them.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use futures::StreamExt;
use if_watch::tokio::IfWatcher;
use libp2p::Multiaddr;
use libp2p::core::transport::ListenerId;
use libp2p::mdns;
use libp2p::swarm::behaviour::{ExpiredListenAddr, FromSwarm, NewListenAddr};
use libp2p::swarm::{NetworkBehaviour, ToSwarm};
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::found::Found;
use crate::limits::{FIND_AFRESH, FIND_CONFIRM, FIND_EVERY, FIND_RECORDS, FIND_REST, FIND_TTL};
use crate::{Address, Event, PeerId};

/// The running search. Dropping it ends it.
pub(crate) struct Finder {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Rung for the driver: there may be news.
    news: Notify,
    /// Rung for the search: we listen somewhere else.
    moved: Notify,
    /// Rung for the search: it is over.
    stop: Notify,
}

#[derive(Default)]
struct State {
    found: Found,
    /// Where we listen; what others are told.
    listening: BTreeSet<Multiaddr>,
    /// Why it could not be looked, until the owner is told.
    failure: Option<String>,
}

/// Why a search has ended.
enum Ended {
    Stopped,
    /// What it knows is old enough to be asked for anew.
    Aged,
    /// More was announced than an honest network has.
    Flooded,
    Failed(io::Error),
}

impl Finder {
    /// Begins to look. What fails, now or later, is told by [`Finder::next_event`].
    pub(crate) fn start(own: PeerId) -> Finder {
        let shared = Arc::new(Shared::default());
        let searching = Arc::clone(&shared);
        let run = move || search(own, &searching);
        let spawned = std::thread::Builder::new().name("find".to_owned()).spawn(run);
        let thread = spawned.map_err(|error| shared.fail(&error)).ok();
        Finder { shared, thread }
    }

    /// We can be reached there from now on.
    pub(crate) fn listening(&self, address: &Multiaddr) {
        self.shared.lock().listening.insert(address.clone());
        self.shared.moved.notify_one();
    }

    /// We can be reached there no more.
    pub(crate) fn not_listening(&self, address: &Multiaddr) {
        self.shared.lock().listening.remove(address);
        self.shared.moved.notify_one();
    }

    /// Ends when there may be an event that was not there before.
    pub(crate) async fn news(&self) {
        self.shared.news.notified().await;
    }

    /// What is to be told now.
    pub(crate) fn next_event(&self, now: Instant) -> Option<Event> {
        let mut state = self.shared.lock();
        let failure = state.failure.take().map(Event::FindingFailed);
        failure.or_else(|| state.found.news(now))
    }

    /// When there will be something to tell, if nothing else happens.
    pub(crate) fn next_wake(&self, now: Instant) -> Option<Instant> {
        self.shared.lock().found.next_news(now)
    }
}

impl Drop for Finder {
    fn drop(&mut self) {
        self.shared.stop.notify_one();
        if let Some(thread) = self.thread.take() {
            // An error is a panic of that thread, which has been reported there.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: &io::Error) {
        self.lock().failure = Some(error.to_string());
        self.news.notify_one();
    }
}

/// Searches again and again, each time in a new runtime: with the old one end its tasks and sockets.
fn search(own: PeerId, shared: &Shared) {
    let mut rest = Duration::ZERO;
    let mut has_failed = false;
    loop {
        let ended = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(async {
                tokio::select! {
                    () = shared.stop.notified() => return Ended::Stopped,
                    () = sleep(rest) => {}
                }
                match Session::begin(own) {
                    Ok(session) => session.run(shared).await,
                    Err(error) => Ended::Failed(error),
                }
            }),
            // Without a runtime there is nothing to wait with either.
            Err(error) => return shared.fail(&error),
        };
        rest = match ended {
            Ended::Stopped => return,
            Ended::Aged => Duration::ZERO,
            Ended::Flooded => FIND_REST,
            Ended::Failed(error) => {
                // Told once, not at every attempt.
                if !std::mem::replace(&mut has_failed, true) {
                    shared.fail(&error);
                }
                FIND_REST
            }
        };
    }
}

/// One search.
struct Session {
    mdns: mdns::tokio::Behaviour,
    interfaces: IfWatcher,
    /// Where we listen, as far as `mdns` was told.
    listening: BTreeSet<Multiaddr>,
}

impl Session {
    fn begin(own: PeerId) -> io::Result<Session> {
        let config = mdns::Config { ttl: FIND_TTL, query_interval: FIND_EVERY, enable_ipv6: false };
        Ok(Session {
            mdns: mdns::tokio::Behaviour::new(config, own.inner())?,
            interfaces: IfWatcher::new()?,
            listening: BTreeSet::new(),
        })
    }

    async fn run(mut self, shared: &Shared) -> Ended {
        shared.lock().found.doubt();
        let confirmed = sleep(FIND_CONFIRM);
        let aged = sleep(FIND_AFRESH);
        tokio::pin!(confirmed, aged);
        loop {
            self.tell_listening(&shared.lock().listening);
            let is_confirmed = confirmed.is_elapsed();
            tokio::select! {
                biased;
                () = shared.stop.notified() => return Ended::Stopped,
                () = shared.moved.notified() => {}
                // Before what was announced, so that the subnet of a new interface is known first.
                change = self.interfaces.select_next_some() => {
                    if let Err(error) = change {
                        return Ended::Failed(error);
                    }
                }
                event = poll_fn(|context| poll(&mut self.mdns, context)) => {
                    self.on_event(event, shared);
                }
                () = &mut confirmed, if !is_confirmed => {
                    shared.lock().found.drop_doubted();
                    shared.news.notify_one();
                }
                () = &mut aged => return Ended::Aged,
            }
            if self.mdns.discovered_nodes().len() > FIND_RECORDS {
                return Ended::Flooded;
            }
        }
    }

    /// Tells `mdns` what has changed: it answers with the addresses that it was told.
    fn tell_listening(&mut self, now: &BTreeSet<Multiaddr>) {
        let listener_id = ListenerId::next();
        for addr in now.difference(&self.listening) {
            let new = NewListenAddr { listener_id, addr };
            self.mdns.on_swarm_event(FromSwarm::NewListenAddr(new));
        }
        for addr in self.listening.difference(now) {
            let gone = ExpiredListenAddr { listener_id, addr };
            self.mdns.on_swarm_event(FromSwarm::ExpiredListenAddr(gone));
        }
        self.listening.clone_from(now);
    }

    fn on_event(&self, event: mdns::Event, shared: &Shared) {
        let mut state = shared.lock();
        match event {
            mdns::Event::Discovered(records) => {
                let own: Vec<_> = self.interfaces.iter().copied().collect();
                for (peer, place) in records {
                    if let Some(address) = Address::from_multiaddr(&place) {
                        state.found.announced(peer.into(), &address, &own);
                    }
                }
            }
            mdns::Event::Expired(records) => {
                for (peer, place) in records {
                    if let Some(address) = Address::from_multiaddr(&place) {
                        state.found.expired(peer.into(), &address);
                    }
                }
            }
        }
        drop(state);
        shared.news.notify_one();
    }
}

/// The next thing that `mdns` has to say. What it wants of a swarm is for nobody.
fn poll(mdns: &mut mdns::tokio::Behaviour, context: &mut Context<'_>) -> Poll<mdns::Event> {
    loop {
        match mdns.poll(context) {
            Poll::Ready(ToSwarm::GenerateEvent(event)) => return Poll::Ready(event),
            Poll::Ready(_) => {}
            Poll::Pending => return Poll::Pending,
        }
    }
}
