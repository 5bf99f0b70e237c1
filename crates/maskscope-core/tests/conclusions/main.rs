//! Tests of what the crate concludes, in one program: linking each by itself takes longer than running it.

mod areas;
mod broken;
mod cases;
mod choices;
mod comparisons;
mod costs;
mod defeats;
mod depth;
mod dice;
mod disagreements;
mod divergences;
mod fewest;
mod fit;
mod frames;
mod hitboxes;
mod pre_checks;
mod profiles;
mod random;
mod samples;
mod shapes;
mod sprites;
mod steps;
mod strategies;
mod threads;
mod thresholds;
mod transforms;
