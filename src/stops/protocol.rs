//! The lines of JSON between a game and this program.

use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The longest line that a game may write, in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// The version of the protocol.
pub(super) const VERSION: u64 = 1;

/// A line of a game.
#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
pub(super) enum GameMessage {
    /// The first one: the game has been started by this program.
    Hello { token: String, pid: u32, version: u64 },
    /// A frame has ended, and its log is written up to the byte `end`. It waits for an answer.
    Ask {
        frame: u64,
        end: u64,
        /// The log, in the first question of a process.
        log: Option<PathBuf>,
    },
    /// It is paused at the end of a frame.
    Paused { paused: u64 },
    /// A key was pressed in its window.
    Key { key: GameKey },
}

/// A key in the window of a paused game.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum GameKey {
    Step,
    Next,
    Go,
    /// The window was closed: the game goes on at once.
    Quit,
}

/// A line to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "do")]
pub(super) enum StopOrder {
    /// Ask at the end of each frame that makes a check.
    Arm,
    /// Do not ask.
    Disarm,
    /// The answer to a question: wait at the end of this frame.
    Stop,
    /// The answer to a question, or the end of a pause: go on.
    Go,
    /// Go on to the end of the next frame.
    Step,
    /// Wait at the end of this frame, wrong or not.
    Pause,
}

impl StopOrder {
    /// Writes it to a game.
    ///
    /// # Errors
    /// If the game no longer listens.
    pub(super) fn send(self, mut game: &TcpStream) -> io::Result<()> {
        let mut line = serde_json::to_vec(&self)?;
        line.push(b'\n');
        game.write_all(&line)
    }
}

/// The lines of a game.
pub(super) struct GameMessages(BufReader<TcpStream>);

impl GameMessages {
    pub(super) fn of(game: TcpStream) -> Self {
        Self(BufReader::new(game))
    }

    /// Waits no longer than `time` for a line; forever without one.
    pub(super) fn wait_for(&self, time: Option<Duration>) -> io::Result<()> {
        self.0.get_ref().set_read_timeout(time)
    }

    /// Returns the next line; `None` once the game has closed the connection.
    ///
    /// # Errors
    /// If nothing can be read, or what is read makes no sense.
    pub(super) fn next(&mut self) -> io::Result<Option<GameMessage>> {
        let mut line = Vec::new();
        (&mut self.0).take(MOST_BYTES).read_until(b'\n', &mut line)?;
        if line.pop() != Some(b'\n') {
            return if line.is_empty() { Ok(None) } else { Err(io::ErrorKind::InvalidData.into()) };
        }
        Ok(Some(serde_json::from_slice(&line)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_contract() {
        let read = |text: &str| serde_json::from_str::<GameMessage>(text).expect(text);
        assert_eq!(
            read(r#"{"token": "6f", "pid": 12, "version": 1}"#),
            GameMessage::Hello { token: "6f".to_owned(), pid: 12, version: 1 }
        );
        assert_eq!(read(r#"{"frame": 3, "end": 812}"#), GameMessage::Ask { frame: 3, end: 812, log: None });
        assert_eq!(read(r#"{"paused": 3}"#), GameMessage::Paused { paused: 3 });
        assert_eq!(read(r#"{"key": "next"}"#), GameMessage::Key { key: GameKey::Next });
        for wrong in [r#"{"key": "enter"}"#, r#"{"frame": -1, "end": 0}"#, "3", "{}"] {
            assert!(serde_json::from_str::<GameMessage>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(serde_json::to_string(&StopOrder::Disarm).expect("it is text"), r#"{"do":"disarm"}"#);
    }
}
