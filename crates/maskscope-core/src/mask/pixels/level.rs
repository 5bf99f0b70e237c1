//! The only module that runs code compiled for a processor's wider instructions, with the only `unsafe` of the library.
//!
//! Reason: with AVX2 the same plain Rust loop tests a mask of 256² in half the time of SSE2, which every x86-64 has.
//! Soundness: a [`Level`] comes only from [`Level::all`] and [`Level::best`], which ask the processor first, so a
//! `Level` proves that its instructions exist. Tests: `tests/scans/engine.rs` asks every question at every level, the safe
//! [`Level::PORTABLE`] included, and compares the answers with the brute force.
#![allow(unsafe_code, reason = "a function compiled for more instructions may only be called where they exist")]

use std::{fmt, iter, sync::OnceLock};

#[cfg(target_arch = "x86_64")]
use super::sse2;
#[cfg(target_arch = "x86_64")]
use crate::mask::Solid;

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// A computation, written once and compiled for every level.
///
/// `run` and all hot code below it is `#[inline(always)]`: only inlined code gets the level's instructions.
pub trait Computation {
    /// The result.
    type Answer;

    /// Computes the result.
    fn run(self) -> Self::Answer;
}

impl Level {
    /// Instructions for which the crate is compiled; every processor that runs it has them.
    pub const PORTABLE: Self = Self(Instructions::Portable);

    /// All levels of this processor, the fastest last.
    pub fn all() -> Vec<Self> {
        #[cfg(not(target_arch = "x86_64"))]
        let further = [];
        #[cfg(target_arch = "x86_64")]
        let further = {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("fma");
            let has_avx512 = has_avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq");
            let avx2 = has_avx2.then_some(Self(Instructions::Avx2));
            avx2.into_iter().chain(has_avx512.then_some(Self(Instructions::Avx512)))
        };
        iter::once(Self::PORTABLE).chain(further).collect()
    }

    /// The fastest level of this processor.
    #[inline]
    pub fn best() -> Self {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(|| Self::all().last().copied().unwrap_or(Self::PORTABLE))
    }

    /// Runs `work` with this level's instructions.
    #[inline]
    pub fn run<W: Computation>(self, work: W) -> W::Answer {
        match self.0 {
            Instructions::Portable => portable(work),
            // SAFETY: a level is made by `all` alone, which asks the processor for each feature named below.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512(work) },
        }
    }
}

fn portable<W: Computation>(work: W) -> W::Answer {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma")]
fn avx2<W: Computation>(work: W) -> W::Answer {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn avx512<W: Computation>(work: W) -> W::Answer {
    work.run()
}

/// [`sse2::solid_bits`] as a safe function: every x86-64 has SSE2.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn solid_bits(pixels: &[[u8; 4]; 64], solid: Solid) -> u64 {
    // SAFETY: SSE2 is part of x86-64 itself.
    unsafe { sse2::solid_bits(pixels, solid) }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "avx512",
        })
    }
}
