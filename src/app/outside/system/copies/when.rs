//! Times as people read them, where they are.

use std::time::SystemTime;

use jiff::{Timestamp, Zoned, tz::TimeZone};

/// `15:42` where that is today, seen from `now`; else with the date, `21 November, 15:42`, and where needed the year.
pub fn words(time: SystemTime, now: SystemTime) -> String {
    let zone = TimeZone::system();
    let (Some(time), Some(now)) = (at(time, &zone), at(now, &zone)) else { return "an unknown time".to_owned() };
    let format = match (time.date() == now.date(), time.year() == now.year()) {
        (true, _) => "%H:%M",
        (false, true) => "%-d %B, %H:%M",
        (false, false) => "%-d %B %Y, %H:%M",
    };
    time.strftime(format).to_string()
}

/// A time as the name of a folder: `2026-11-21-154207`.
pub fn name(time: SystemTime) -> String {
    at(time, &TimeZone::system()).map_or("copy".to_owned(), |time| time.strftime("%Y-%m-%d-%H%M%S").to_string())
}

/// `None` for a time before or after those of the calendar.
fn at(time: SystemTime, zone: &TimeZone) -> Option<Zoned> {
    Timestamp::try_from(time).ok().map(|time| time.to_zoned(zone.clone()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_time_is_as_short_as_it_can_be() {
        // Noon of a day in UTC: the same day from 12 hours west of it to 11 hours east.
        let noon = SystemTime::UNIX_EPOCH + Duration::from_secs(20_000 * 86_400 + 43_200);
        let days = |days: u64| words(noon, noon + Duration::from_secs(days * 86_400));
        let hour = at(noon, &TimeZone::system()).expect("a time of the calendar").strftime("%H:%M").to_string();
        assert_eq!(days(0), hour);
        assert_eq!(days(1), format!("4 October, {hour}"));
        assert_eq!(days(365), format!("4 October 2024, {hour}"));
        assert!(name(noon).starts_with("2024-10-04-"));
    }
}
