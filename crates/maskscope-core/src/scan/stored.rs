//! Scans as files store them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Scan;

/// Files store a scan by its name, and a person's own with its script.
impl Serialize for Scan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            #[cfg(feature = "scripts")]
            Self::Own(own) => own.serialize(serializer),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Scan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A scan as files store it.
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a scan is its name, or an own scan with its script")]
        enum StoredScan {
            Name(String),
            #[cfg(feature = "scripts")]
            Script(super::Own),
        }
        match StoredScan::deserialize(deserializer)? {
            StoredScan::Name(name) => name.parse().map_err(D::Error::custom),
            #[cfg(feature = "scripts")]
            StoredScan::Script(own) => Ok(Self::Own(own)),
        }
    }
}
