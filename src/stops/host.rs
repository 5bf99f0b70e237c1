//! The port to which the processes of a game connect.

use std::ffi::OsString;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::connection::serve;
use super::event::StopEvent;
use super::protocol::StopOrder;
use super::shared::{Shared, StopState};
use crate::files::Limits;
use maskscope_core::replay::{RunTo, StopRules, VerdictRules};

/// The number of random bytes without which nobody is listened to.
const TOKEN_BYTES: usize = 16;

/// Listens to the processes of a game, and stops them. They go on once it is dropped.
pub struct StopHost {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl StopHost {
    /// The name of the variable of the game's environment that says where this listens.
    pub const VARIABLE: &str = "MASKSCOPE_BREAK";

    /// Listens on a free port of this machine alone. Checks count by `verdicts` and then by `rules`; `tell` is called on the
    /// threads of the connections.
    ///
    /// # Errors
    /// If there is no port, no random token or no thread.
    pub fn listen(
        rules: StopRules,
        verdicts: VerdictRules,
        limits: Limits,
        tell: impl Fn(StopEvent) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let mut random = [0; TOKEN_BYTES];
        getrandom::fill(&mut random)?;
        let token = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let state = Mutex::new(StopState { rules: Arc::new(rules), ..StopState::default() });
        let shared = Arc::new(Shared { token, limits, verdicts, tell: Box::new(tell), state });
        let listening = Arc::clone(&shared);
        thread::Builder::new().name("maskscope-stops".to_owned()).spawn(move || accept(&listener, &listening))?;
        Ok(Self { address, shared })
    }

    /// The variable of the game's environment by which it finds this.
    pub fn variable(&self) -> (&'static str, OsString) {
        let Self { address, shared } = self;
        (Self::VARIABLE, format!("tcp:{address}:{}", shared.token).into())
    }

    /// Stops the game by other rules from now on.
    pub fn set_rules(&self, rules: StopRules) {
        let mut state = self.shared.state();
        let is_changed = state.rules.is_on != rules.is_on;
        state.rules = Arc::new(rules);
        if is_changed {
            state.arm();
        }
    }

    /// Lets a paused game run to the end of the next frame.
    pub fn next_frame(&self) {
        self.shared.go_on(StopOrder::Step, RunTo::NewSite);
    }

    /// Lets a paused game run `to` an incident.
    pub fn go_on(&self, to: RunTo) {
        self.shared.go_on(StopOrder::Go, to);
    }

    /// Stops a running game at the end of this frame.
    pub fn pause(&self) {
        let state = self.shared.state();
        state.games.iter().filter(|game| !game.is_paused).for_each(|game| game.send(StopOrder::Pause));
    }
}

impl Drop for StopHost {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        state.is_closed = true;
        for game in state.games.drain(..) {
            // A connection that is closed lets the game go on.
            game.stream.shutdown(Shutdown::Both).ok();
        }
        drop(state);
        // Wakes the thread that waits for connections.
        TcpStream::connect(self.address).ok();
    }
}

/// Waits for processes, and gives each a thread.
fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.state().is_closed {
            return;
        }
        let Ok(stream) = stream else { continue };
        let shared = Arc::clone(shared);
        // Without a thread the connection is closed, and the game goes on.
        thread::Builder::new().name("maskscope-stop".to_owned()).spawn(move || serve(stream, &shared)).ok();
    }
}
