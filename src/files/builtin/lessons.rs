//! The files of the built-in lessons. The room `lessons` reads them.

/// Lists the built-in lessons, by the names of their files in `samples/lessons/`.
macro_rules! built_in {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../samples/lessons/", $name, ".json")))),*] };
}

/// The names and the texts of the built-in lessons, in the order in which they teach.
pub(crate) const LESSONS: &[(&str, &str)] = built_in! {
    "boxes-lie"
    "boxes-that-forgive"
    "what-is-solid"
    "row-by-row"
    "order-is-luck"
    "inwards-outwards"
    "strides-and-samples"
    "counting-not-reading"
    "64-at-once"
    "turned-sprites"
    "write-a-scan"
    "between-two-frames"
};

/// The names of the built-in lessons, in that order.
pub fn lesson_names() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().map(|(name, _)| *name)
}
