//! Work that takes longer than a frame: on a thread of its own, its result asked for once a frame.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use eframe::egui::Context;

/// Does one piece of work at a time. A newer piece takes the place of an older one: at most one
/// runs, and at most one waits.
pub(crate) struct Worker<T> {
    desk: Arc<Mutex<Desk<T>>>,
}

/// Why there is no result: the work broke down, and said this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Broken(pub(crate) String);

type Work<T> = Box<dyn FnOnce() -> T + Send>;

struct Desk<T> {
    /// The number of the latest piece; results of older ones are thrown away.
    latest: u64,
    next: Option<(u64, Context, Work<T>)>,
    done: Option<Result<T, Broken>>,
    is_running: bool,
}

impl<T> Default for Worker<T> {
    fn default() -> Self {
        let desk = Desk { latest: 0, next: None, done: None, is_running: false };
        Self { desk: Arc::new(Mutex::new(desk)) }
    }
}

impl<T: Send + 'static> Worker<T> {
    /// Asks for something; whatever was asked for before is forgotten.
    pub(crate) fn ask(&mut self, ctx: &Context, work: impl FnOnce() -> T + Send + 'static) {
        self.forget();
        let mut desk = lock(&self.desk);
        desk.next = Some((desk.latest, ctx.clone(), Box::new(work)));
        if desk.is_running {
            return;
        }
        let thread = thread::Builder::new().name("window-worker".into());
        let shared = Arc::clone(&self.desk);
        match thread.spawn(move || run(&shared)) {
            Ok(_) => desk.is_running = true,
            Err(error) => {
                desk.next = None;
                desk.done = Some(Err(Broken(error.to_string())));
            }
        }
    }

    /// Forgets what was asked for. What runs already runs on to its end, for nobody.
    pub(crate) fn forget(&mut self) {
        let mut desk = lock(&self.desk);
        desk.latest += 1;
        desk.next = None;
        desk.done = None;
    }

    /// The result, once, when there is one.
    pub(crate) fn take(&mut self) -> Option<Result<T, Broken>> {
        lock(&self.desk).done.take()
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        let mut desk = lock(&self.desk);
        desk.latest += 1;
        desk.next = None;
    }
}

fn lock<T>(desk: &Mutex<Desk<T>>) -> MutexGuard<'_, Desk<T>> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works until nothing waits.
fn run<T>(desk: &Mutex<Desk<T>>) {
    loop {
        let (number, ctx, work) = {
            let mut desk = lock(desk);
            match desk.next.take() {
                Some(next) => next,
                None => {
                    desk.is_running = false;
                    return;
                }
            }
        };
        let done = catch_unwind(AssertUnwindSafe(work)).map_err(|why| Broken(told(&*why)));
        let mut desk = lock(desk);
        if desk.latest == number {
            desk.done = Some(done);
            drop(desk);
            ctx.request_repaint();
        }
    }
}

/// What a panic says.
fn told(why: &(dyn std::any::Any + Send)) -> String {
    let text = why.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| why.downcast_ref::<String>().cloned()).unwrap_or_else(|| "?".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    use super::*;

    fn wait<T: Send + 'static>(worker: &mut Worker<T>) -> Result<T, Broken> {
        let begun = Instant::now();
        loop {
            if let Some(done) = worker.take() {
                return done;
            }
            assert!(begun.elapsed() < Duration::from_secs(10), "nothing came");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_result_comes_once() {
        let mut worker = Worker::default();
        worker.ask(&Context::default(), || 7);
        assert_eq!(wait(&mut worker), Ok(7));
        assert_eq!(worker.take(), None);
    }

    #[test]
    fn what_is_asked_for_last_is_what_comes() {
        let mut worker = Worker::default();
        let (go, gate) = channel::<()>();
        let (begins, begun) = channel::<()>();
        let ctx = Context::default();
        worker.ask(&ctx, move || {
            begins.send(()).unwrap();
            gate.recv().unwrap();
            1
        });
        begun.recv().unwrap();
        worker.ask(&ctx, || unreachable!("a newer one came before it began"));
        worker.ask(&ctx, || 3);
        assert_eq!(worker.take(), None);
        go.send(()).unwrap();
        assert_eq!(wait(&mut worker), Ok(3));
    }

    #[test]
    fn what_is_forgotten_does_not_come() {
        let mut worker = Worker::default();
        let (go, gate) = channel::<()>();
        let (tells, told) = channel::<()>();
        let ctx = Context::default();
        worker.ask(&ctx, move || {
            tells.send(()).unwrap();
            gate.recv().unwrap();
            tells.send(()).unwrap();
            1
        });
        told.recv().unwrap();
        worker.forget();
        go.send(()).unwrap();
        told.recv().unwrap();
        thread::sleep(Duration::from_millis(20));
        assert_eq!(worker.take(), None);
        worker.ask(&ctx, || 2);
        assert_eq!(wait(&mut worker), Ok(2));
    }

    #[test]
    fn work_that_breaks_down_says_so_and_the_next_is_done() {
        let mut worker: Worker<u8> = Worker::default();
        worker.ask(&Context::default(), || panic!("no such luck"));
        assert_eq!(wait(&mut worker), Err(Broken("no such luck".into())));
        worker.ask(&Context::default(), || 2);
        assert_eq!(wait(&mut worker), Ok(2));
    }
}
