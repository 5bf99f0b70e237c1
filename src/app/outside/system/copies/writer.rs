//! The thread that writes the copy of this run, so that no frame waits for a disk.

use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{pile::Pile, place::Place};
use crate::{
    files::{FileError, caught},
    session::{FileAction, Kept},
};

/// A change is written once it is this old, with all that have followed: within a second it is on the disk, even on one
/// that is slow.
const DUE: Duration = Duration::from_millis(300);
/// What could not be written is tried again after this long.
const RETRY: Duration = Duration::from_secs(10);

/// What is to be done.
pub enum Order {
    /// Keep this, which changed at that time.
    Keep(Box<Kept>, Instant),
    /// The window that goes on from the copy has rested.
    Rested,
    /// Leave the copy to a later start, and go on in this place, or in a new one.
    GoOnIn(Option<Place>),
    /// The program ends.
    End,
}

/// The thread, and the way to it. Dropping it without [`Writer::end`] is like a crash, except that what was handed over is
/// written.
pub struct Writer {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Keeps the copy in `place`, or in a new one of `pile` as soon as there is something to keep.
    pub fn start(
        pile: Pile,
        place: Option<Place>,
        tell: impl Fn(FileAction) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (orders, todo) = channel();
        let mut keeper = Keeper { pile, place, pending: None, has_told: false, tell };
        let thread = thread::Builder::new().name("maskscope-copy".to_owned()).spawn(move || keeper.work(&todo))?;
        Ok(Self { orders: Some(orders), thread: Some(thread) })
    }

    pub fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The thread lives as long as this sender.
            let _ = orders.send(order);
        }
    }

    /// Waits until all is written and the copy is left to the next start.
    pub fn end(&mut self) {
        self.order(Order::End);
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

/// What the thread knows.
struct Keeper<T> {
    pile: Pile,
    place: Option<Place>,
    /// What is still to be written, and since when it has changed.
    pending: Option<(Box<Kept>, Instant)>,
    /// It was said that nothing can be written.
    has_told: bool,
    tell: T,
}

impl<T: Fn(FileAction)> Keeper<T> {
    fn work(&mut self, orders: &Receiver<Order>) {
        loop {
            let order = match &self.pending {
                None => orders.recv().ok(),
                Some((_, since)) => match orders.recv_timeout((*since + DUE).saturating_duration_since(Instant::now()))
                {
                    Ok(order) => Some(order),
                    Err(RecvTimeoutError::Timeout) => {
                        self.write();
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => None,
                },
            };
            match order {
                Some(Order::Keep(kept, changed)) => {
                    let since = self.pending.take().map_or(changed, |(_, since)| since);
                    self.pending = Some((kept, since));
                }
                Some(Order::Rested) => self.rest(),
                Some(Order::GoOnIn(place)) => {
                    self.write();
                    // What could not be written does not belong into the other place.
                    self.pending = None;
                    if let Some(old) = std::mem::replace(&mut self.place, place) {
                        Pile::leave(old);
                    }
                }
                Some(Order::End) => {
                    self.write();
                    self.rest();
                    if let Some(place) = self.place.take() {
                        self.pile.end(&place);
                    }
                    return;
                }
                None => {
                    self.write();
                    return;
                }
            }
        }
    }

    /// Writes what is to be written; where that fails, says so once, and tries again later.
    fn write(&mut self) {
        let Some((kept, _)) = self.pending.take() else { return };
        match caught(|| self.keep(&kept)) {
            Ok(Ok(())) => self.has_told = false,
            Ok(Err(error)) => self.failed(kept, &error.to_string()),
            Err(panic) => self.failed(kept, &panic.to_string()),
        }
    }

    fn keep(&mut self, kept: &Kept) -> Result<(), FileError> {
        // Somebody may have taken the folder away.
        let place = match self.place.take().filter(|place| place.folder().is_dir()) {
            Some(place) => place,
            None => self.pile.place()?,
        };
        self.place.insert(place).keep(kept)
    }

    fn failed(&mut self, kept: Box<Kept>, reason: &str) {
        if !std::mem::replace(&mut self.has_told, true) {
            (self.tell)(FileAction::Failed {
                title: "No copy of your work is kept".to_owned(),
                detail: format!("{reason}. The program goes on, but a crash would lose what is in no file."),
            });
        }
        self.pending = Some((kept, Instant::now() + RETRY));
    }

    fn rest(&mut self) {
        if let Some(place) = &mut self.place {
            // Where it cannot be written down, the next start offers the copy in place of going on from it.
            place.has_rested().ok();
        }
    }
}
