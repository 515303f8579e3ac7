//! Lists of names that stand on the wire, in files and in the database.

/// Declares such a list as a type: each value with its name, and the value that stands where none is said.
macro_rules! wire_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* } default $default:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $text)] $variant,)* }

        impl $name {
            /// All values, in order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name on the wire, in files and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Reads the wire name.
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl Default for $name {
            fn default() -> Self { Self::$default }
        }
    };
}
pub(crate) use wire_enum;
