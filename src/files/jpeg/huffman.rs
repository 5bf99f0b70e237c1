//! Huffman tables: the shorter the code, the more common its symbol.

/// What is wrong with a scan, in words that follow "it is a damaged JPEG image: ".
pub(super) type Fault = &'static str;

/// The longest code, in bits.
const LONGEST: usize = 16;
/// Codes of up to this many bits are found by one look-up.
const SHORT: u32 = 9;

/// Codes of one to sixteen bits. Those of a length are consecutive numbers, and begin behind those that are shorter:
///
/// ```text
/// one code of 1 bit, two of 3 bits:   0   100   101
/// ```
#[derive(Debug)]
pub(super) struct Table {
    symbols: Vec<u8>,
    /// For each length: a number above all codes of up to this length, in 16 bits from the top, and what is added to a
    /// code of this length to get the place of its symbol.
    lengths: [(u32, i32); LONGEST],
    /// Symbol and length by the next [`SHORT`] bits; length 0 where the code is longer.
    short: Box<[(u8, u8); 1 << SHORT]>,
}

impl Table {
    /// From `counts` of codes of each length, and as many of `symbols`.
    pub(super) fn new(counts: &[u8; LONGEST], symbols: &[u8]) -> Result<Self, Fault> {
        let mut lengths = [(0, 0); LONGEST];
        let (mut code, mut place) = (0_i32, 0_i32);
        for ((length, entry), count) in (1..).zip(&mut lengths).zip(counts) {
            let offset = place - code;
            code += i32::from(*count);
            place += i32::from(*count);
            if code > 1 << length {
                return Err("a Huffman table has too many codes");
            }
            *entry = (code.unsigned_abs() << (16 - length), offset);
            code <<= 1;
        }
        let mut table = Self { symbols: symbols.to_vec(), lengths, short: Box::new([(0, 0); 1 << SHORT]) };
        for next in 0..1 << SHORT {
            if let Some((symbol, length)) = table.search(next << (16 - SHORT)).filter(|(_, length)| *length <= SHORT) {
                table.short[next as usize] = (symbol, u8::try_from(length).expect("at most 9"));
            }
        }
        Ok(table)
    }

    /// The symbol whose code is on top of `window`, and the length of the code in bits.
    pub(super) fn find(&self, window: u64) -> Option<(u8, u32)> {
        let next = u32::try_from(window >> 48).expect("16 bits");
        match self.short[(next >> (16 - SHORT)) as usize] {
            (_, 0) => self.search(next),
            (symbol, length) => Some((symbol, length.into())),
        }
    }

    /// As [`find`](Self::find), of the 16 bits `next`, length by length.
    fn search(&self, next: u32) -> Option<(u8, u32)> {
        let (length, (_, offset)) = (1..).zip(&self.lengths).find(|(_, (end, _))| next < *end)?;
        let place = i32::try_from(next >> (16 - length)).expect("16 bits") + offset;
        Some((self.symbols[usize::try_from(place).expect("codes begin at the first symbol")], length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(lengths: &[usize], symbols: &[u8]) -> Result<Table, Fault> {
        let mut counts = [0; LONGEST];
        for length in lengths {
            counts[length - 1] += 1;
        }
        Table::new(&counts, symbols)
    }

    #[test]
    fn codes_of_a_length_are_consecutive() {
        let table = table(&[1, 3, 3, 12, 12], b"abcde").expect("a table");
        let find = |bits: &str| table.find(u64::from_str_radix(&format!("{bits:0<64}"), 2).expect("bits"));
        assert_eq!(find("0"), Some((b'a', 1)));
        assert_eq!(find("0111"), Some((b'a', 1)));
        assert_eq!(find("100"), Some((b'b', 3)));
        assert_eq!(find("10111"), Some((b'c', 3)));
        assert_eq!(find("110000000000"), Some((b'd', 12)));
        assert_eq!(find("110000000001"), Some((b'e', 12)));
        assert_eq!(find("110000000010"), None);
        assert_eq!(find("1111111111111111"), None);
    }

    #[test]
    fn too_many_codes_are_refused() {
        assert!(table(&[1, 1], b"ab").is_ok());
        assert!(table(&[1, 1, 1], b"abc").is_err());
        assert!(table(&[1, 1, 16], b"abc").is_err());
        assert!(table(&[], b"").is_ok_and(|table| table.find(0).is_none()));
    }
}
