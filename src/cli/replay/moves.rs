//! The checks of a scene's sprites that a table holds, judged.

use std::{collections::HashMap, fmt};

use serde::Serialize;

use super::{
    Steps,
    scene::{Tunnel, Walked},
    steps::{Counted, List, Span},
};
use crate::{
    cli::progress::{begin_parts, reached},
    files::Reason,
    geom::Cell,
    replay::{Cast, Event, Judge, Moves, Pair, Replay},
    scan::Scan,
    scene::{Laid, Scene},
    survey::Ranked,
    words::thousands,
};

/// The checks of a table, judged.
pub(super) struct Checks {
    moves: Moves,
    cast: Cast,
    pub replay: Replay,
    /// Why the game and the masks disagree, by the number of the step.
    whys: HashMap<usize, String>,
    tunnels: Vec<Tunnel>,
    /// What `last-hit` starts from at each step.
    hints: Vec<Option<Cell>>,
}

/// What is said of them.
#[derive(Serialize)]
pub(super) struct ChecksJson<'a> {
    checks: usize,
    #[serde(flatten)]
    span: Span,
    pub disagreements: u64,
    tunnels: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<List<'a>>,
}

impl Checks {
    /// Judges all `moves` of the sprites of `scene`, with every scan.
    pub(super) fn of(scene: &Scene, moves: Moves) -> Result<Self, Reason> {
        let (mut cast, mut judge) = (Cast::new(scene), Judge::new(&Scan::ALL));
        let (mut replay, mut whys) = (Replay::new(&Scan::ALL), HashMap::new());
        let (mut tunnels, mut hints) = (Vec::new(), Vec::new());
        begin_parts("replay", moves.moves.len() as u64, "checks");
        for (step, there) in moves.moves.iter().enumerate() {
            let refused = |why| Reason::Line { line: there.line, why };
            let check = cast.check(moves.clock, there).map_err(refused)?;
            hints.push(judge.hint(&check.names));
            let judged = judge.judge(&check).map_err(|fault| refused(fault.to_string()))?;
            let why = check.game.as_ref().and_then(|game| judged.judgement.why(&check.pair, game));
            whys.extend(why.map(|why| (step, why)));
            let corner = check.pair.sprites[0].extent.origin();
            tunnels.extend(judged.through.map(|through| Tunnel::new(step, through.cell() + corner)));
            replay.keep(Event::Check(Box::new(judged)));
            reached(step as u64 + 1);
        }
        Ok(Self { moves, cast, replay, whys, tunnels, hints })
    }

    /// What happens along them.
    pub(super) fn walked(&self) -> Walked {
        let hits = self.replay.pairs.iter().map(|pair| pair.hits).sum();
        Walked { steps: self.replay.steps.len(), hits, tunnelled: self.tunnels.clone() }
    }

    /// The scans with their ranks over all of them.
    pub(super) fn ranking(&self) -> Vec<Ranked> {
        let placements = self.replay.steps.len().max(1);
        let ranked = |(place, &scan): (usize, &Scan)| {
            let costs = || self.replay.pairs.iter().map(|pair: &Pair| pair.costs[place]);
            let (visits, wrong) = (costs().map(|cost| cost.visits).sum(), costs().map(|cost| cost.wrong).sum());
            #[expect(clippy::cast_precision_loss, reason = "a mean is no exact number")]
            let mean_visits = visits as f64 / placements as f64;
            Ranked { scan, rank: 0, visits, mean_visits, wrong }
        };
        Ranked::in_order(self.replay.scans.iter().enumerate().map(ranked).collect())
    }

    /// Both sprites at `step`, and what `last-hit` starts from there.
    pub(super) fn laid(&mut self, step: usize) -> Option<(Laid, Option<Cell>)> {
        let check = self.cast.check(self.moves.clock, self.moves.moves.get(step)?).ok()?;
        Some((check.pair.laid(), self.hints[step]))
    }
}

impl<'a> ChecksJson<'a> {
    /// What is said of `checks`, which are all `counted`, with those steps that are asked for.
    pub(super) fn new(checks: &'a Checks, counted: &'a Counted<'a>, which: Option<Steps>) -> Self {
        Self {
            checks: checks.replay.steps.len(),
            span: Span::of(counted),
            disagreements: counted.pairs().map(|pair| pair.disagreements).sum(),
            tunnels: counted.pairs().map(|pair| pair.tunnels).sum(),
            steps: which.map(|which| List { counted, which, whys: &checks.whys }),
        }
    }

    /// How many there are.
    pub(super) const fn count(&self) -> usize {
        self.checks
    }
}

impl fmt::Display for ChecksJson<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}disagreements  {}", self.span, thousands(self.disagreements))?;
        self.steps.as_ref().map_or(Ok(()), |steps| write!(f, "\n\n{}", steps.to_string().trim_end()))
    }
}
