//! The latest view, shared between the table's thread and whoever looks.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::view::TableView;

#[derive(Default)]
struct Latest {
    view: Option<Arc<TableView>>,
    is_woken: bool,
    /// The version of the latest view that was looked at.
    given: u64,
}

/// A place for the latest view.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<(Mutex<Latest>, Condvar)>);

/// Ends a wait for a newer view, from any thread: something else has happened.
#[derive(Clone)]
pub struct Waker(pub(crate) Shared);

impl Waker {
    /// Lets the wait that goes on, or else the next one, end at once.
    pub fn wake(&self) {
        self.0.lock().is_woken = true;
        self.0.0.1.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Latest> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the view; its version becomes the next, which is given back.
    pub(crate) fn set(&self, mut view: TableView) -> u64 {
        let mut latest = self.lock();
        let version = latest.view.as_ref().map_or(1, |last| last.version + 1);
        view.version = version;
        latest.view = Some(Arc::new(view));
        self.0.1.notify_all();
        version
    }

    /// The version of the latest view that somebody has looked at; 0: none.
    pub(crate) fn given(&self) -> u64 {
        self.lock().given
    }

    /// The view, if it is newer than `version`, waiting for it at most so long, or until woken.
    pub(crate) fn newer(&self, version: u64, wait: Duration) -> Option<Arc<TableView>> {
        let is_old = |latest: &mut Latest| {
            !latest.is_woken && latest.view.as_ref().is_none_or(|view| view.version <= version)
        };
        let waited = self.0.1.wait_timeout_while(self.lock(), wait, is_old);
        let (mut latest, _) = waited.unwrap_or_else(PoisonError::into_inner);
        latest.is_woken = false;
        let view = latest.view.as_ref().filter(|view| view.version > version).cloned();
        latest.given = view.as_ref().map_or(latest.given, |view| view.version);
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_ends_when_it_is_woken() {
        let shared = Shared::default();
        Waker(shared.clone()).wake();
        // Woken before: it does not wait at all, and this test does not take an hour.
        assert!(shared.newer(0, Duration::from_secs(3600)).is_none());
    }
}
