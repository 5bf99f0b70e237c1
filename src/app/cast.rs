//! Whole numbers of what the screen measures in fractions.

/// `value` without its fraction; what no `u64` holds becomes the nearest that does.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates, as it should here")]
pub const fn whole_u64(value: f64) -> u64 {
    value as u64
}

/// `value` without its fraction; what no `u32` holds becomes the nearest that does.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates, as it should here")]
pub const fn whole_u32(value: f32) -> u32 {
    value as u32
}
