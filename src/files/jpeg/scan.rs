//! What scans hold: blocks of 64 coefficients each, of which the first is the mean (DC) and the others are details (AC),
//! all at once or, in a progressive image, coarsely at first and refined by later scans.

use super::{
    bits::Bits,
    huffman::{Fault, Table},
    segment::big_endian,
};

/// The coefficients of a block.
const COEFFICIENTS: usize = 64;
/// More than can be missing: no scan held the coefficient.
const ALL: u8 = 16;
/// The longest side of a block, in pixels of its channel.
const SIDE: usize = 8;

/// The tables and settings that apply to the scans after them.
#[derive(Default)]
pub(super) struct Tables<'a> {
    /// For means and for details, four of each: how many codes of each length, and their symbols.
    huffman: [[Option<Codes<'a>>; 4]; 2],
    /// How many units stand between two restart markers; 0 where there are no markers.
    pub(super) interval: usize,
}

type Codes<'a> = (&'a [u8; 16], &'a [u8]);

impl<'a> Tables<'a> {
    /// Takes what a segment of tables defines.
    pub(super) fn define(&mut self, mut data: &'a [u8]) -> Result<(), Fault> {
        while let Some((&kind, rest)) = data.split_first() {
            let (counts, rest) = rest.split_first_chunk().ok_or("a Huffman table is cut short")?;
            let total = counts.iter().map(|count| usize::from(*count)).sum();
            let (symbols, rest) = rest.split_at_checked(total).ok_or("a Huffman table is cut short")?;
            let place = self.huffman.get_mut(usize::from(kind >> 4)).and_then(|of| of.get_mut(usize::from(kind & 15)));
            *place.ok_or("a Huffman table has an invalid kind")? = Some((counts, symbols));
            data = rest;
        }
        Ok(())
    }

    /// The table of that `kind` and `number`, for a scan that is to be read now.
    fn get(&self, kind: usize, number: u8) -> Result<Table, Fault> {
        let codes = self.huffman[kind].get(usize::from(number)).and_then(Option::as_ref);
        let (counts, symbols) = codes.ok_or("a scan uses a missing Huffman table")?;
        Table::new(counts, symbols)
    }
}

/// A channel: its samples may be fewer than the pixels.
struct Component {
    id: u8,
    /// Blocks of it in a unit of all channels, across and down.
    sampling: [usize; 2],
    /// Its blocks, across and down, where a scan holds it alone.
    blocks: [usize; 2],
    /// How many of the lowest bits of each coefficient, the mean first, are still missing.
    missing: [u8; COEFFICIENTS],
    /// For each block, which of its coefficients are not 0 so far. Refining asks that; before, it is empty.
    details: Vec<u64>,
}

/// An image whose scans are to be read.
pub(super) struct CodedImage {
    is_progressive: bool,
    /// Units of all channels, across times down.
    units: usize,
    components: Vec<Component>,
}

impl CodedImage {
    /// From the data of a frame's segment; `None` for a kind that is not decoded.
    pub(super) fn parse(data: &[u8], is_progressive: bool) -> Result<Option<Self>, Fault> {
        let [8, _, _, _, _, _, components @ ..] = data else { return Ok(None) };
        let [height, width] = [1, 3].map(|at| big_endian(&data[at..]).expect("six bytes"));
        let components: Vec<_> = components
            .as_chunks()
            .0
            .iter()
            .map(|[id, sampling, _]| (*id, [sampling >> 4, sampling & 15].map(usize::from)))
            .collect();
        if components.len() != usize::from(data[5]) || components.iter().any(|(_, sampling)| sampling.contains(&0)) {
            return Err("its frame header is invalid");
        }
        if components.is_empty() || height == 0 || width == 0 {
            return Ok(None);
        }
        let most = [0, 1].map(|side| components.iter().map(|(_, sampling)| sampling[side]).max().expect("some"));
        let size = [width, height];
        let blocks =
            |sampling: [usize; 2]| [0, 1].map(|side| (size[side] * sampling[side]).div_ceil(most[side]).div_ceil(SIDE));
        let component = |(id, sampling)| Component {
            id,
            sampling,
            blocks: blocks(sampling),
            missing: [ALL; COEFFICIENTS],
            details: Vec::new(),
        };
        Ok(Some(Self {
            is_progressive,
            units: [0, 1].map(|side| size[side].div_ceil(SIDE * most[side])).iter().product(),
            components: components.into_iter().map(component).collect(),
        }))
    }

    /// True when scans held the means of all channels.
    pub(super) fn is_complete(&self) -> bool {
        self.components.iter().all(|component| component.missing[0] < ALL)
    }

    /// Reads the scan that `header` describes from `data`.
    pub(super) fn read_scan(&mut self, header: &[u8], data: &[u8], tables: &Tables) -> Result<(), Fault> {
        const ODD: Fault = "the header of a scan is invalid";
        let (&count, rest) = header.split_first().ok_or(ODD)?;
        let (parts, rest) = rest.split_at_checked(2 * usize::from(count)).ok_or(ODD)?;
        let &[first, last, steps, ..] = rest else { return Err(ODD) };
        let band = if self.is_progressive { Band::of(first, last, steps).ok_or(ODD)? } else { Band::WHOLE };
        let place = |[id, by]: &[u8; 2]| {
            let place = self.components.iter().position(|component| component.id == *id);
            place.map(|place| (place, by >> 4, by & 15)).ok_or("a scan is of a missing channel")
        };
        let parts: Vec<_> = parts.as_chunks().0.iter().map(place).collect::<Result<_, Fault>>()?;
        for (place, ..) in &parts {
            self.components[*place].expect(band)?;
        }
        let bits = &mut Bits::new(data);
        let interval = tables.interval;
        match (band, parts.as_slice()) {
            (_, []) => Err(ODD),
            (Band::WHOLE, parts) => {
                let both = |&(place, dc, ac)| Ok((place, (tables.get(0, dc)?, tables.get(1, ac)?)));
                self.read_units(bits, interval, parts.iter().map(both), sequential)
            }
            (Band { last: 0, before: ALL, .. }, parts) => {
                let one = |&(place, dc, _)| Ok((place, tables.get(0, dc)?));
                self.read_units(bits, interval, parts.iter().map(one), mean)
            }
            (Band { last: 0, .. }, parts) => {
                let none = |&(place, ..): &(usize, u8, u8)| Ok((place, ()));
                self.read_units(bits, interval, parts.iter().map(none), |bits, _| bits.take(1).map(drop))
            }
            (_, &[(place, _, ac)]) => self.components[place].read_details(bits, interval, &tables.get(1, ac)?, band),
            _ => Err(ODD),
        }
    }

    /// Reads the blocks of all `parts`, unit by unit; each is a channel's place and what its blocks are read by.
    fn read_units<T>(
        &mut self,
        bits: &mut Bits,
        interval: usize,
        parts: impl Iterator<Item = Result<(usize, T), Fault>>,
        read: impl Fn(&mut Bits, &T) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let parts: Vec<_> = parts.collect::<Result<_, _>>()?;
        // A channel alone has no padding to whole units of all.
        let alone = parts.len() == 1;
        let blocks = |place: usize| self.components[place].sampling.iter().product();
        let counts: Vec<_> = parts.iter().map(|(place, by)| (if alone { 1 } else { blocks(*place) }, by)).collect();
        let units = if alone { self.components[parts[0].0].blocks.iter().product() } else { self.units };
        for unit in 0..units {
            pass_restart(bits, interval, unit)?;
            for (count, by) in &counts {
                for _ in 0..*count {
                    read(bits, by)?;
                }
            }
        }
        Ok(())
    }
}

/// Which coefficients a scan holds of its blocks, and which of their bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Band {
    first: usize,
    /// Itself included.
    last: usize,
    /// How many of the lowest bits were missing before, [`ALL`] where there was no before.
    before: u8,
    /// How many of them are missing after.
    after: u8,
}

impl Band {
    /// All bits of all coefficients.
    const WHOLE: Self = Self { first: 0, last: COEFFICIENTS - 1, before: ALL, after: 0 };

    /// The end of the header of a progressive scan: the means or others, and in one byte the bits missing before and after.
    fn of(first: u8, last: u8, missing: u8) -> Option<Self> {
        let (first, last) = (usize::from(first), usize::from(last));
        let (before, after) = (missing >> 4, missing & 15);
        let is_band = if first == 0 { last == 0 } else { first <= last && last < COEFFICIENTS };
        let is_step = before == 0 || before == after + 1;
        let before = if before == 0 { ALL } else { before };
        (is_band && is_step && after < 14).then_some(Self { first, last, before, after })
    }
}

/// Passes a restart marker before `unit`, if one is due, and returns whether there was.
fn pass_restart(bits: &mut Bits, interval: usize, unit: usize) -> Result<bool, Fault> {
    let is_due = unit > 0 && interval > 0 && unit.is_multiple_of(interval);
    if is_due {
        bits.restart(unit / interval - 1)?;
    }
    Ok(is_due)
}

/// A mean: how many bits its difference to the one before has, and these bits.
fn mean(bits: &mut Bits, table: &Table) -> Result<(), Fault> {
    let length = bits.symbol(table)?;
    bits.take(u32::from(length).min(16)).map(drop)
}

/// All coefficients of a block.
fn sequential(bits: &mut Bits, (dc, ac): &(Table, Table)) -> Result<(), Fault> {
    mean(bits, dc)?;
    let mut at = 1;
    while at < COEFFICIENTS {
        match Step::read(bits, ac)? {
            Step { zeros: 15, length: 0 } => at += 16,
            Step { length: 0, .. } => break,
            Step { zeros, length } => {
                at = place(at + zeros)? + 1;
                bits.take(length)?;
            }
        }
    }
    Ok(())
}

/// A run of coefficients that are 0, then one whose value has `length` bits.
struct Step {
    zeros: usize,
    length: u32,
}

impl Step {
    fn read(bits: &mut Bits, table: &Table) -> Result<Self, Fault> {
        let symbol = bits.symbol(table)?;
        Ok(Self { zeros: usize::from(symbol >> 4), length: u32::from(symbol & 15) })
    }
}

/// A coefficient's place, where a block has one there.
const fn place(at: usize) -> Result<usize, Fault> {
    if at < COEFFICIENTS { Ok(at) } else { Err("a block has more than 64 coefficients") }
}

impl Component {
    /// Records a scan; each bit of a coefficient comes once.
    fn expect(&mut self, band: Band) -> Result<(), Fault> {
        let missing = &mut self.missing[band.first..=band.last];
        if missing.iter().any(|missing| *missing != band.before) {
            return Err("a scan does not continue where the others ended");
        }
        missing.fill(band.after);
        Ok(())
    }

    /// Reads a `band` of all blocks.
    fn read_details(&mut self, bits: &mut Bits, interval: usize, table: &Table, band: Band) -> Result<(), Fault> {
        self.details.resize(self.blocks.iter().product(), 0);
        // How many blocks, beginning with the next, have no new coefficients.
        let mut empty = 0;
        for (unit, block) in self.details.iter_mut().enumerate() {
            if pass_restart(bits, interval, unit)? {
                empty = 0;
            }
            if band.before < ALL {
                refine(bits, table, band, block, &mut empty)?;
            } else if empty > 0 {
                empty -= 1;
            } else {
                add(bits, table, band, block, &mut empty)?;
            }
        }
        Ok(())
    }
}

/// How many blocks have no new coefficients, this one included: `zeros` begins the number.
fn run(bits: &mut Bits, zeros: usize) -> Result<u32, Fault> {
    let more = u32::try_from(zeros).expect("below 15");
    Ok((1 << more) + bits.take(more)?)
}

/// The coefficients of one block, for the first time.
fn add(bits: &mut Bits, table: &Table, band: Band, block: &mut u64, empty: &mut u32) -> Result<(), Fault> {
    let mut at = band.first;
    while at <= band.last {
        match Step::read(bits, table)? {
            Step { zeros: 15, length: 0 } => at += 16,
            Step { zeros, length: 0 } => {
                *empty = run(bits, zeros)? - 1;
                break;
            }
            Step { zeros, length } => {
                at = place(at + zeros)?;
                bits.take(length)?;
                *block |= 1 << at;
                at += 1;
            }
        }
    }
    Ok(())
}

/// One more bit of each coefficient of a block that is not 0, and between those, new ones.
fn refine(bits: &mut Bits, table: &Table, band: Band, block: &mut u64, empty: &mut u32) -> Result<(), Fault> {
    let mut at = band.first;
    while *empty == 0 && at <= band.last {
        let Step { mut zeros, length } = Step::read(bits, table)?;
        if length == 0 && zeros < 15 {
            *empty = run(bits, zeros)?;
            break;
        }
        bits.take(length)?;
        while at <= band.last {
            if *block >> at & 1 == 1 {
                bits.take(1)?;
            } else if zeros == 0 {
                break;
            } else {
                zeros -= 1;
            }
            at += 1;
        }
        if length > 0 {
            *block |= 1 << place(at)?;
        }
        at += 1;
    }
    if *empty > 0 {
        let rest = (at..=band.last).filter(|at| *block >> at & 1 == 1).count();
        for _ in 0..rest {
            bits.take(1)?;
        }
        *empty -= 1;
    }
    Ok(())
}
