//! Hitboxes that are fitted to a sprite when a game starts, and how well each form fits.
#![allow(clippy::print_stdout, reason = "an example")]

use std::sync::Arc;

use maskscope_core::geom::{Affine, Cell};
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::shape::fit::{Form, Rule};
use maskscope_core::shape::{Hitbox, Meeting, Part, PlacedHitbox};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ship: Mask = "\
....##....
....##....
...####...
...####...
..######..
.########.
##########
##.####.##
#...##...#"
        .parse()?;
    for form in [Form::Box, Form::Circle, Form::Ellipse, Form::Capsule, Form::Polygon(8)] {
        let fit = form.fit(&ship, Rule::Fewest, &|| false).ok_or("the ship has no solid pixel")?;
        println!("{form:?}: covers {} clear px, leaves out {} solid px", fit.added, fit.missed);
    }

    // One that covers no clear pixel hits nothing that the player cannot see.
    let fair = Form::Polygon(8).fit(&ship, Rule::Inside, &|| false).ok_or("nothing fits inside")?;
    assert_eq!(fair.added, 0);

    // The polygon where the ship is drawn, against the mask of a rock.
    let rock = Arc::new(Prepared::new(Mask::from_fn(ship.size(), |x, y| x + y > 12)));
    let hitbox = Hitbox::new(vec![Part::Shape(fair.shape)])?;
    let own_mask = || (Arc::new(Prepared::new(ship.clone())), Cell::new(0, 0));
    let placed = hitbox.placed(&Affine::IDENTITY, own_mask);
    let meetings = [Cell::new(9, 8), Cell::new(-4, -3)].map(|at| placed.meets(&PlacedHitbox::of_mask(&rock, at)));
    assert_eq!(meetings, [Meeting::Apart, Meeting::Overlaps]);
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
