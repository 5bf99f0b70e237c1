//! Images without what stands beside their pixels, such as texts and profiles: where that is damaged, they are read so.

use ::image::ImageFormat;

use super::webp;
use crate::files::{Reason, format::Format, remarks::remark};
use crate::memory::ask;

/// Reads `bytes` by `read`; where that fails, the same without what is not the picture.
pub(super) fn read_bare<T>(
    format: Format,
    bytes: &[u8],
    read: impl Fn(&[u8]) -> Result<T, Reason>,
) -> Result<T, Reason> {
    let error = match read(bytes) {
        Err(error @ (Reason::Damaged { .. } | Reason::CutShort(_) | Reason::Unsupported { .. })) => error,
        read => return read,
    };
    // A copy of the file, at most.
    let has_room = ask(bytes.len() as u64, "a smaller file takes less", format_args!("reading it")).is_ok();
    let bare = match format {
        Format::Image(ImageFormat::Png, _) if has_room => png(bytes),
        Format::Image(ImageFormat::WebP, _) if has_room => webp::bare(bytes),
        _ => None,
    };
    let Some(read) = bare.and_then(|bare| read(&bare).ok()) else { return Err(error) };
    remark("left out, as damaged or cut short: what stands beside its pixels");
    Ok(read)
}

/// A PNG of the chunks of the picture in `bytes` alone: its colours by number, what is clear, its pixels and, if it is
/// animated, its frames. `None` for what does not begin as a PNG.
fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    const COLOR_TYPE: usize = 25;
    const BY_NUMBER: u8 = 3;
    const WITH_ALPHA: u8 = 4;
    const END: [u8; 12] = *b"\0\0\0\0IEND\xAE\x42\x60\x82";
    let (signature, mut rest) = bytes.split_at_checked(8)?;
    let color_type = *bytes.get(COLOR_TYPE)?;
    let mut chunks = Vec::new();
    while let Some(length) = rest.first_chunk() {
        // Its length and kind stand before the data, a checksum behind.
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?.checked_add(12)?;
        let Some((chunk, behind)) = rest.split_at_checked(length) else { break };
        chunks.push((chunk.get(4..8)?, chunk));
        rest = behind;
    }
    let is_animated = chunks.iter().any(|(kind, _)| *kind == b"acTL");
    let is_picture = |kind: &[u8]| match kind {
        b"IHDR" | b"IDAT" => true,
        b"PLTE" => color_type == BY_NUMBER,
        b"tRNS" => color_type & WITH_ALPHA == 0,
        b"acTL" | b"fcTL" | b"fdAT" => is_animated,
        _ => false,
    };
    let picture = chunks.into_iter().filter(|(kind, _)| is_picture(kind)).map(|(_, chunk)| chunk);
    Some([signature].into_iter().chain(picture).chain([END.as_slice()]).flatten().copied().collect())
}
