//! The selected scan's visit order, as a plate, an animation, text or data.

use super::export::{Export, ExportContent, Files, Options, Target, format_of, names, stems};
use crate::files::{FileFormat as _, OrderFormat, Plate, VisitOrder};
use crate::session::Session;
use maskscope_core::{palette::Palette, scene::Collision};

/// The order in which the selected scan visits cells.
pub const VISIT_ORDER: Export = Export {
    name: "Visit order",
    group: "visit order",
    label: "Export visit order…",
    sentence: "Writes the order of the selected scan: a plate, an animation, text or data.",
    target: Target::File,
    is_mask: false,
    kinds: OrderFormat::kinds,
    suggestion: |session| {
        // No file is called `own:snake`.
        let scan = session.scans().selected().strategy().replace(':', "-");
        format!("{}-{scan}.png", stems(session))
    },
    is_possible: |session| session.derived().collision().is_some_and(Collision::boxes_overlap),
    content,
};

fn content(session: &Session, options: Options) -> Result<ExportContent, String> {
    let subject = session.derived().subject().filter(|subject| subject.overlap_box().is_some());
    let (subject, names) = subject.zip(names(session)).ok_or("The boxes do not overlap, so nothing is visited.")?;
    let scan = session.scans().selected();
    let (masks, offset, at) = (subject.masks_for(scan), subject.offset, session.corner_of_a());
    Ok(ExportContent::made(move |path| {
        let format = format_of::<OrderFormat>(path, options)?;
        Ok(Files::Streamed(Box::new(move |file| {
            let ([a, b], [name_a, name_b]) = (&masks, &names);
            let plate = Plate {
                order: VisitOrder { scan, a, b, offset, at },
                names: Some([name_a, name_b]),
                palette: &Palette::LIGHT,
            };
            format.write(&plate, file).map(drop)
        })))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exports::Chosen;
    use crate::files::sample_sprite;
    use crate::session::{ScanAction, StageAction};
    use maskscope_core::{geom::Offset, scan::Own};

    #[test]
    fn the_order_of_an_own_scan_has_a_name_that_every_system_takes() {
        let mut session = Session::default();
        let [a, b] = ["ship.png", "rock.png"].map(|name| sample_sprite(name).expect("a sample"));
        session.apply(StageAction::ShowPair { a, b, offset: Offset::new(10, -17) }.into());
        session.apply(ScanAction::Add(Own::new("snake", "visit(0, 0)")).into());
        assert_eq!(Chosen::new(&VISIT_ORDER, "gif").suggestion(&session), "ship-rock-own-snake.gif");
    }
}
