//! The selected scan as code, for a game of one's own.

use super::export::{Export, ExportContent, NEEDS_TWO, Target, format_of};
use crate::files::{CodedScan, FileFormat as _, ScanLanguage};
use crate::session::Session;

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
        Ok(ExportContent::one(move |path| Ok(coded.written(format_of::<ScanLanguage>(path, options)?).into_bytes())))
    },
};

/// The code of the selected scan in a language, or the reason why it has no code, in a sentence.
///
/// # Errors
/// If a sprite is missing, or the scan has no code.
pub fn code_of(session: &Session, language: ScanLanguage) -> Result<String, String> {
    coded(session).map(|coded| coded.written(language))
}

/// A scan to be written, and the names and thresholds of both sprites.
struct Coded {
    scan: CodedScan,
    sprites: [(String, u8); 2],
}

impl Coded {
    fn written(&self, language: ScanLanguage) -> String {
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
    Ok(Coded { scan: CodedScan::of(scan).ok_or_else(no_code)?, sprites })
}
