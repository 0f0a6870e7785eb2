//! The thread that thinks, for as long as the conversation lasts: to start
//! one takes longer than many a move.

use std::cell::OnceCell;
use std::thread;

use crossbeam_channel::{Sender, unbounded};

/// Something to think about.
type Work = Box<dyn FnOnce() + Send>;

/// The thread, started when there is first something to think about.
#[derive(Default)]
pub(super) struct Thinker {
    work: OnceCell<Sender<Work>>,
}

impl Thinker {
    /// Thinks, once all that was asked for earlier is done.
    pub(super) fn run(&self, work: impl FnOnce() + Send + 'static) {
        let queue = self.work.get_or_init(start);
        let taken = queue.send(Box::new(work));
        assert!(taken.is_ok(), "the thread lives as long as its queue");
    }
}

fn start() -> Sender<Work> {
    let (queue, works) = unbounded::<Work>();
    let thread = thread::Builder::new().name("search".to_owned());
    thread
        .spawn(move || works.into_iter().for_each(|work| work()))
        .expect("the system has a thread to spare");
    queue
}
