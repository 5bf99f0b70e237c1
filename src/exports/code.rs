//! The selected scan as code, for a game of one's own.

use std::sync::Arc;

use super::export::{Export, ExportContent, NEEDS_TWO, Target, format_of};
use crate::files::{CodedScan, FileFormat as _, ScanLanguage};
use crate::session::Session;
use maskscope_core::mask::Prepared;

/// The selected scan as code.
pub const CODE: Export = Export {
    name: "Code of the scan",
    group: "code",
    label: "Export code of the scan…",
    sentence: "Writes the selected scan as code, for your own game.",
    target: Target::File,
    is_mask: false,
    kinds: ScanLanguage::kinds,
    suggestion: |session| format!("{}.py", CodedScan::nearest(session.scans().selected()).scan().strategy()),
    is_possible: |session| coded(session).is_ok(),
    content: |session, options| {
        let coded = coded(session)?;
        Ok(ExportContent::one(move |path| {
            Ok(coded.written(format_of::<ScanLanguage>(path, options)?, options.with_masks).into_bytes())
        }))
    },
};

/// The most pixels of both masks that code holds.
pub const MOST_PIXELS: u64 = 65_536;

/// True if both masks are small enough to be data in code.
pub fn fits_in_code(session: &Session) -> bool {
    let Some((a, b)) = session.stage().both() else { return false };
    let areas = [a, b].map(|placed| placed.raster().size().area());
    areas.iter().all(|area| *area > 0) && areas.iter().sum::<u64>() <= MOST_PIXELS
}

/// The code of the selected scan in a language, with both masks as data if `with_masks` and they fit, or the reason why it has no code, in a sentence.
///
/// # Errors
/// If a sprite is missing, or the scan has no code.
pub fn code_of(session: &Session, language: ScanLanguage, with_masks: bool) -> Result<String, String> {
    coded(session).map(|coded| coded.written(language, with_masks))
}

/// A scan to be written, and the names and thresholds of both sprites.
struct Coded {
    scan: CodedScan,
    sprites: [(String, u8); 2],
    /// Both masks, where they are small enough for code.
    masks: Option<[Arc<Prepared>; 2]>,
}

impl Coded {
    fn written(&self, language: ScanLanguage, with_masks: bool) -> String {
        let [(a, _), (b, _)] = &self.sprites;
        if let Some([of_a, of_b]) = self.masks.as_ref().filter(|_| with_masks) {
            return language.code_with_masks(self.scan, [(a, of_a.mask()), (b, of_b.mask())]);
        }
        language.code(self.scan, self.sprites.each_ref().map(|(name, threshold)| (&**name, *threshold)))
    }
}

fn coded(session: &Session) -> Result<Coded, String> {
    let (a, b) = session.stage().both().ok_or(NEEDS_TWO)?;
    let scan = session.scans().selected();
    let no_code = || {
        let nearest = CodedScan::nearest(scan).scan().display_name();
        format!("There is no code for {}: the nearest scan is {nearest}.", scan.display_name())
    };
    let sprites = [a, b].map(|placed| (placed.sprite().name.clone(), placed.sprite().threshold()));
    let masks = fits_in_code(session).then(|| [a, b].map(|placed| Arc::clone(placed.raster().mask())));
    Ok(Coded { scan: CodedScan::of(scan).ok_or_else(no_code)?, sprites, masks })
}
