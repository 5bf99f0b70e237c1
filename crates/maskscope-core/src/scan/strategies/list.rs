//! The macro that turns the list of strategies into [`Scan`](super::Scan).

/// Turns lines `file::Type` into the modules, the enum [`Scan`](super::Scan) with a variant for each type, `Scan::ALL`,
/// and the macro `dispatch!`. The lines after a semicolon are strategies outside `Scan::ALL`.
///
/// `cargo fmt` does not follow modules declared by a macro: `cargo fmt -- src/scan/strategies/*.rs` formats them.
macro_rules! strategies {
    ($($file:ident::$name:ident,)* ; $($(#[$when:meta])* $own_file:ident::$own:ident,)*) => {
        $(mod $file;)*
        $(pub use $file::$name;)*
        $($(#[$when])* pub mod $own_file;)*
        $($(#[$when])* pub use $own_file::$own;)*

        /// A scan strategy with its parameters: the closed list that feeds the menu, the keys, the command line and the
        /// tests; a person's own scans; the loops of games; and the strategies of other crates.
        ///
        /// ```
        /// use maskscope_core::scan::Scan;
        ///
        /// let scan: Scan = "sample:3".parse()?;
        /// assert_eq!((&*scan.strategy(), scan.is_exact()), ("sample", false));
        /// assert_eq!(scan.about().good_when, "a false miss now and then does no harm");
        /// # Ok::<(), maskscope_core::scan::ScanNameError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Scan {
            $(#[doc = concat!("[`", stringify!($name), "`] with its parameters.")] $name($name),)*
            $($(#[$when])* #[doc = concat!("[`", stringify!($own), "`], which is not built in.")] $own($own),)*
        }

        impl Scan {
            /// Each built-in strategy once, with its defaults, in the order in which tables and menus list them.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name(<$name as Strategy>::DEFAULT)),*];
        }

        $(impl From<$name> for Scan {
            fn from(strategy: $name) -> Self {
                Self::$name(strategy)
            }
        })*

        $($(#[$when])* impl From<$own> for Scan {
            fn from(strategy: $own) -> Self {
                Self::$own(strategy)
            }
        })*

        /// The value of an expression for the strategy of a scan, of any type.
        macro_rules! dispatch {
            ($scan:expr, $strategy:ident => $value:expr) => {
                match $scan {
                    $(Scan::$name($strategy) => $value,)*
                    $($(#[$when])* Scan::$own($strategy) => $value,)*
                }
            };
        }
    };
}
