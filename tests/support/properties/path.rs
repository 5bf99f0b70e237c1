//! What holds for any text read as a path.

use maskscope::{
    files::{parse_route, route_csv},
    scene::Route,
};

use super::{explained, panics::none_of_ours};

/// Either `bytes` are a path whose times ascend, or an error says why not. A path that is written and read again stays the same.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match none_of_ours(|| parse_route(text)) {
        Err(reason) => explained(&reason.at("path.csv"), bytes),
        Ok(route) => {
            assert!(route.steps.windows(2).all(|pair| pair[0].seconds < pair[1].seconds));
            assert_eq!(Route::of(route.steps.iter().copied()).as_ref(), Ok(&route));
            assert_eq!(parse_route(&route_csv(&route)).expect("what is written is read"), route);
        }
    }
}
