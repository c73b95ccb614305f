//! The bounded queue of events from the driver to its owner.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::Event;
use crate::limits::{EVENTS, INBOUND};

/// The network has stopped and every event has been taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the network has stopped")]
pub struct Stopped;

/// The owner's end of the queue, which holds at most [`EVENTS`] events.
///
/// While it is full, the driver takes nothing from the network and no commands: peers see time-outs,
/// memory stays bounded, nothing is lost, and it goes on as soon as an event is taken. Peers cannot
/// fill it: of their requests at most [`INBOUND`] wait here. Dropping it stops the network.
#[derive(Debug)]
pub struct EventReceiver {
    parcels: Receiver<Parcel>,
    shared: Arc<Shared>,
}

/// The driver's end.
pub(crate) struct EventSender {
    parcels: SyncSender<Parcel>,
    shared: Arc<Shared>,
    /// Events that found no room; what one step of the driver brings about, at most.
    backlog: VecDeque<Parcel>,
    /// One copy for each inbound request in the queue.
    inbound: Ticket,
}

/// Stands for one event in the queue: the number of copies is the number of events.
pub(crate) type Ticket = Arc<()>;

/// An event and what is given back when it is taken.
#[derive(Debug)]
struct Parcel {
    event: Event,
    _tickets: Option<[Ticket; 2]>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Events in the channel.
    waiting: AtomicUsize,
    /// Rung whenever an event is taken, and when the receiver is dropped.
    taken: Notify,
    /// Rung when the receiver is dropped.
    dropped: Notify,
}

pub(crate) fn event_queue() -> (EventSender, EventReceiver) {
    let (sender, receiver) = std::sync::mpsc::sync_channel(EVENTS);
    let shared = Arc::new(Shared::default());
    let sender = EventSender {
        parcels: sender,
        shared: Arc::clone(&shared),
        backlog: VecDeque::new(),
        inbound: Arc::new(()),
    };
    (sender, EventReceiver { parcels: receiver, shared })
}

impl EventReceiver {
    /// Waits for the next event.
    ///
    /// # Errors
    /// [`Stopped`] when the network has stopped and the queue is empty; so with all of these.
    pub fn recv(&self) -> Result<Event, Stopped> {
        self.parcels.recv().map(|parcel| self.open(parcel)).map_err(|_| Stopped)
    }

    /// Waits for the next event, at most so long.
    ///
    /// # Errors
    /// See [`EventReceiver::recv`].
    pub fn recv_timeout(&self, time: Duration) -> Result<Option<Event>, Stopped> {
        match self.parcels.recv_timeout(time) {
            Ok(parcel) => Ok(Some(self.open(parcel))),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Stopped),
        }
    }

    /// The next event if there is one. Does not wait.
    ///
    /// # Errors
    /// See [`EventReceiver::recv`].
    pub fn try_recv(&self) -> Result<Option<Event>, Stopped> {
        match self.parcels.try_recv() {
            Ok(parcel) => Ok(Some(self.open(parcel))),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Stopped),
        }
    }

    fn open(&self, parcel: Parcel) -> Event {
        self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
        self.shared.taken.notify_one();
        parcel.event
    }
}

impl Drop for EventReceiver {
    fn drop(&mut self) {
        // Put an end to the channel first, so that the driver finds it closed when it wakes up.
        let (_, closed) = std::sync::mpsc::sync_channel(0);
        drop(std::mem::replace(&mut self.parcels, closed));
        self.shared.taken.notify_one();
        self.shared.dropped.notify_one();
    }
}

impl EventSender {
    /// Queues an event that must arrive.
    pub(crate) fn post(&mut self, event: Event) {
        self.push(Parcel { event, _tickets: None });
    }

    /// Queues an event that may be left out.
    pub(crate) fn hint(&mut self, event: Event) {
        if self.shared.waiting.load(Ordering::Relaxed) < EVENTS / 2 {
            self.post(event);
        }
    }

    /// Queues an inbound request; says no if too many wait. The peer's ticket is given back when
    /// the event is taken.
    pub(crate) fn post_inbound(&mut self, event: Event, of_peer: Ticket) -> bool {
        let room = tickets_out(&self.inbound) < INBOUND;
        if room {
            let tickets = [Arc::clone(&self.inbound), of_peer];
            self.push(Parcel { event, _tickets: Some(tickets) });
        }
        room
    }

    /// Whether something waits outside the queue.
    pub(crate) fn is_full(&self) -> bool {
        !self.backlog.is_empty()
    }

    /// Waits until everything is in the queue.
    pub(crate) async fn room(&mut self) -> Result<(), Stopped> {
        let shared = Arc::clone(&self.shared);
        while let Some(parcel) = self.backlog.pop_front() {
            match self.offer(parcel) {
                Ok(()) => {}
                Err(TrySendError::Full(parcel)) => {
                    self.backlog.push_front(parcel);
                    shared.taken.notified().await;
                }
                Err(TrySendError::Disconnected(_)) => return Err(Stopped),
            }
        }
        Ok(())
    }

    /// Waits until the receiver is dropped.
    pub(crate) fn dropped(&self) -> impl Future<Output = ()> + use<> {
        let shared = Arc::clone(&self.shared);
        async move { shared.dropped.notified().await }
    }

    fn push(&mut self, parcel: Parcel) {
        if self.is_full() {
            self.backlog.push_back(parcel);
        } else if let Err(TrySendError::Full(parcel) | TrySendError::Disconnected(parcel)) =
            self.offer(parcel)
        {
            self.backlog.push_back(parcel);
        }
    }

    #[expect(clippy::result_large_err, reason = "the parcel is given back")]
    fn offer(&self, parcel: Parcel) -> Result<(), TrySendError<Parcel>> {
        // Counted first: the owner may take it before this returns.
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        self.parcels.try_send(parcel).inspect_err(|_| {
            self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
        })
    }
}

/// How many copies of a ticket are in the queue.
pub(crate) fn tickets_out(ticket: &Ticket) -> usize {
    Arc::strong_count(ticket) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, InboundId};

    fn note(peer: u8) -> Event {
        let peer = Identity::from_seed([peer; 32]).peer();
        Event::RoundTrip { peer, time: Duration::ZERO }
    }

    fn inbound(id: u64) -> Event {
        let peer = Identity::from_seed([1; 32]).peer();
        Event::Inbound { peer, id: InboundId(id), bytes: Vec::new() }
    }

    #[test]
    fn a_full_queue_says_so_and_loses_nothing() {
        let (mut sender, receiver) = event_queue();
        let event = note(1);
        for _ in 0..EVENTS {
            assert!(!sender.is_full());
            sender.post(event.clone());
        }
        sender.post(note(2));
        sender.post(note(3));
        assert!(sender.is_full());
        receiver.recv().expect("one");
        receiver.recv().expect("two");
        futures::executor::block_on(sender.room()).expect("receiver is there");
        assert!(!sender.is_full());
        for _ in 2..EVENTS {
            assert_eq!(receiver.try_recv(), Ok(Some(event.clone())));
        }
        assert_eq!(receiver.try_recv(), Ok(Some(note(2))));
        assert_eq!(receiver.try_recv(), Ok(Some(note(3))));
        assert_eq!(receiver.try_recv(), Ok(None));
        drop(sender);
        assert_eq!(receiver.recv(), Err(Stopped));
    }

    #[test]
    fn hints_leave_half_of_it_free() {
        let (mut sender, receiver) = event_queue();
        let event = note(1);
        for _ in 0..EVENTS {
            sender.hint(event.clone());
        }
        assert_eq!(std::iter::from_fn(|| receiver.try_recv().ok().flatten()).count(), EVENTS / 2);
    }

    #[test]
    fn inbound_requests_are_counted_until_taken() {
        let (mut sender, receiver) = event_queue();
        let peer = Ticket::default();
        for id in 0..INBOUND {
            assert!(sender.post_inbound(inbound(id as u64), Arc::clone(&peer)));
        }
        assert_eq!(tickets_out(&peer), INBOUND);
        assert!(!sender.post_inbound(inbound(99), Arc::clone(&peer)));
        receiver.recv().expect("one");
        assert_eq!(tickets_out(&peer), INBOUND - 1);
        assert!(sender.post_inbound(inbound(99), peer));
    }

    #[test]
    fn a_dropped_receiver_ends_the_wait_for_room() {
        let (mut sender, receiver) = event_queue();
        for _ in 0..=EVENTS {
            sender.post(note(1));
        }
        let waiter = std::thread::spawn(move || futures::executor::block_on(sender.room()));
        drop(receiver);
        assert_eq!(waiter.join().expect("no panic"), Err(Stopped));
    }
}
