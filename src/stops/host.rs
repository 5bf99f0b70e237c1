//! The port to which a game connects, and what its processes share.

use std::ffi::OsString;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::files::Limits;
use maskscope_core::replay::{RunTo, StopRules, Verdict, VerdictRules};

use super::connection::serve;
use super::protocol::Order;

/// The number of random bytes without which nobody is listened to.
const TOKEN_BYTES: usize = 16;

/// A process of the game, by the number that the system gives it, and what has become of it.
#[derive(Clone, Debug)]
pub enum StopEvent {
    /// It has connected, and runs.
    Began { pid: u32 },
    /// It waits at the end of a frame.
    Paused(Box<GameStop>),
    /// It runs again.
    Runs { pid: u32 },
    /// Judging takes this long a frame, in ms, and slows it down.
    Slow { pid: u32, ms: f64 },
    /// It is no longer connected, and goes on for itself or has ended.
    Left {
        pid: u32,
        was_paused: bool,
        /// The reason, where it is not the game that has ended.
        why: Option<String>,
    },
}

/// A game that waits at the end of a frame.
#[derive(Clone, Debug)]
pub struct GameStop {
    /// Its process.
    pub pid: u32,
    /// The frame.
    pub frame: u64,
    /// The wrong check that has stopped it; `None` if a person has.
    pub reason: Option<StopReason>,
    /// The game's screen, as a PNG, where the log has it.
    pub screen: Option<Vec<u8>>,
}

/// A wrong check that has stopped a game.
#[derive(Clone, Debug, PartialEq)]
pub struct StopReason {
    /// The log.
    pub log: PathBuf,
    /// Its line there, from 1.
    pub line: u64,
    /// Both instances, in words.
    pub names: String,
    /// File and line of the game.
    pub at: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The distance or the depth, in px.
    pub px: Option<f32>,
    /// The game's answer.
    pub game: Option<bool>,
    /// The number of wrong checks at its line that have stopped nothing, if it is the first that does.
    pub passed: u64,
}

/// Listens to the processes of a game, and stops them. They go on once it is dropped.
pub struct StopHost {
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// What the threads of all connections share.
pub(super) struct Shared {
    pub(super) token: String,
    pub(super) limits: Limits,
    pub(super) verdicts: VerdictRules,
    pub(super) tell: Box<dyn Fn(StopEvent) + Send + Sync>,
    state: Mutex<State>,
}

/// What changes while the game runs.
#[derive(Default)]
pub(super) struct State {
    pub(super) rules: Arc<StopRules>,
    pub(super) to: RunTo,
    pub(super) games: Vec<Game>,
    /// The processes that have connected once.
    pub(super) known: Vec<u32>,
    /// Nobody listens any more.
    pub(super) is_closed: bool,
}

/// A process that is connected.
pub(super) struct Game {
    pub(super) pid: u32,
    pub(super) stream: TcpStream,
    pub(super) is_paused: bool,
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
        let state = Mutex::new(State { rules: Arc::new(rules), ..State::default() });
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
        self.shared.go_on(Order::Step, RunTo::NewSite);
    }

    /// Lets a paused game run `to` an incident.
    pub fn go_on(&self, to: RunTo) {
        self.shared.go_on(Order::Go, to);
    }

    /// Stops a running game at the end of this frame.
    pub fn pause(&self) {
        let state = self.shared.state();
        state.games.iter().filter(|game| !game.is_paused).for_each(|game| game.send(Order::Pause));
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

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the paused games go on.
    pub(super) fn go_on(&self, order: Order, to: RunTo) {
        let mut state = self.state();
        state.to = to;
        state.arm();
        let paused = state.games.iter_mut().filter(|game| game.is_paused);
        let gone: Vec<_> = paused
            .map(|game| {
                game.is_paused = false;
                game.send(order);
                game.pid
            })
            .collect();
        drop(state);
        gone.into_iter().for_each(|pid| (self.tell)(StopEvent::Runs { pid }));
    }
}

impl State {
    /// The rules as they are now: a run to the next incident stops whatever they say.
    pub(super) fn rules_now(&self) -> Arc<StopRules> {
        if self.to == RunTo::NextIncident && !self.rules.is_on {
            return Arc::new(StopRules { is_on: true, ..StopRules::clone(&self.rules) });
        }
        Arc::clone(&self.rules)
    }

    /// Tells the games whether to ask.
    pub(super) fn arm(&self) {
        let order = self.order();
        self.games.iter().for_each(|game| game.send(order));
    }

    /// The order by which a game asks or does not.
    pub(super) fn order(&self) -> Order {
        if self.rules.is_on || self.to == RunTo::NextIncident { Order::Arm } else { Order::Disarm }
    }

    pub(super) fn game(&mut self, pid: u32) -> Option<&mut Game> {
        self.games.iter_mut().find(|game| game.pid == pid)
    }
}

impl Game {
    pub(super) fn send(&self, order: Order) {
        // One that no longer listens has left, as its own thread notes.
        order.send(&self.stream).ok();
    }
}
