//! [`Publishing`]: an answer in the making, which can be left and gone on with: a page has one thread.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::{any::Any, fmt, sync::Arc};

/// Result of a survey, of any type.
pub type Found = Arc<dyn Any + Send + Sync>;

/// An answer in the making, to what a survey knew when it was begun.
pub struct Publishing(Pin<Box<dyn Future<Output = Found> + Send>>);

impl Publishing {
    /// Nothing of it is made. `answer` [pauses](pause) wherever it can be left.
    pub(super) fn new<T: Any + Send + Sync>(answer: impl Future<Output = T> + Send + 'static) -> Self {
        Self(Box::pin(async { Arc::new(answer.await) as Found }))
    }

    /// Goes on, and leaves it where `is_over` says so; returns the answer once it is made.
    pub fn go_on(&mut self, is_over: &dyn Fn() -> bool) -> Option<Found> {
        go_on(self.0.as_mut(), is_over)
    }
}

impl fmt::Debug for Publishing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Publishing")
    }
}

/// Makes all of it at once.
pub(super) fn at_once<T>(answer: impl Future<Output = T>) -> T {
    go_on(pin!(answer), &|| false).expect("nothing is left")
}

/// A place at which something in the making can be left.
pub(super) async fn pause() {
    let mut is_left = false;
    poll_fn(|_| if std::mem::replace(&mut is_left, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

fn go_on<T>(mut answer: Pin<&mut (impl Future<Output = T> + ?Sized)>, is_over: &dyn Fn() -> bool) -> Option<T> {
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match answer.as_mut().poll(&mut context) {
            Poll::Ready(made) => return Some(made),
            Poll::Pending if is_over() => return None,
            Poll::Pending => {}
        }
    }
}
