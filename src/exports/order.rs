//! The selected scan's visit order, as a plate, an animation, text or data.

use super::{Content, Export, Files, names, stems};
use crate::{
    files::{FileFormat as _, Order, OrderFormat, Plate, Scanned},
    palette::Palette,
    scene::Collision,
    session::Session,
};

/// The order in which the selected scan visits cells.
pub struct VisitOrder;

impl Export for VisitOrder {
    fn name(&self) -> String {
        "Visit order".to_owned()
    }

    fn sentence(&self) -> &'static str {
        "Writes the order of the selected scan: a plate, an animation, text or data."
    }

    fn endings(&self) -> Vec<&'static str> {
        OrderFormat::extensions()
    }

    fn suggestion(&self, session: &Session) -> String {
        format!("{}-{}.png", stems(session), session.scans().selected().strategy())
    }

    fn is_possible(&self, session: &Session) -> bool {
        session.derived().collision().is_some_and(Collision::boxes_overlap)
    }

    fn content(&self, session: &Session) -> Result<Content, String> {
        let subject = session.derived().subject().filter(|subject| subject.overlap_box().is_some());
        let (subject, names) = subject.zip(names(session)).ok_or("The boxes do not overlap, so nothing is visited.")?;
        let scan = session.scans().selected();
        let (masks, offset) = (subject.masks_for(scan), subject.offset);
        Ok(Content::Files(Box::new(move |path| {
            let format = OrderFormat::of_path(path).map_err(|error| error.to_string())?;
            Ok(Files::Streamed(Box::new(move |file| {
                let ([a, b], [name_a, name_b]) = (&masks, &names);
                let plate = Plate {
                    order: Order { scan, a, b, offset },
                    scanned: Scanned::Sprites { a: name_a, b: name_b },
                    palette: &Palette::LIGHT,
                };
                format.write(&plate, file)
            })))
        })))
    }
}
