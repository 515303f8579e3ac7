//! The letters that a shop can be written in: a list, so that no name of anybody's choosing reaches a style sheet.

use crate::base::wire_enum;

wire_enum! {
    /// A family of letters. The first two come with the shop, the others are those of the visitor's system.
    ThemeFont {
        Cormorant = "cormorant",
        Figtree = "figtree",
        /// A serif for screens.
        Georgia = "georgia",
        /// A serif of books.
        Palatino = "palatino",
        /// A wide plain face.
        Verdana = "verdana",
        /// The system's own plain face.
        System = "system",
    }
    default Figtree
}

impl ThemeFont {
    /// Names of the files of letters that come with the shop, where it has any.
    pub const fn file(self) -> Option<&'static str> {
        match self {
            Self::Cormorant => Some("cormorant-garamond"),
            Self::Figtree => Some("figtree"),
            Self::Georgia | Self::Palatino | Self::Verdana | Self::System => None,
        }
    }

    /// The families in their order, as a style sheet writes them.
    pub const fn families(self) -> &'static str {
        match self {
            Self::Cormorant => {
                "\"Cormorant Garamond\", \"Cormorant Garamond as Georgia\", \"Cormorant Garamond as Noto Serif\", \
                 \"Cormorant Garamond as Times\", \"Cormorant Garamond as DejaVu Serif\", Georgia, serif"
            }
            Self::Figtree => {
                "\"Figtree\", \"Figtree as Arial\", \"Figtree as Roboto\", \"Figtree as DejaVu Sans\", system-ui, sans-serif"
            }
            Self::Georgia => "Georgia, Gelasio, \"Noto Serif\", serif",
            Self::Palatino => "\"Palatino Linotype\", Palatino, \"URW Palladio L\", \"Noto Serif\", serif",
            Self::Verdana => "Verdana, \"DejaVu Sans\", sans-serif",
            Self::System => "system-ui, \"Segoe UI\", Roboto, sans-serif",
        }
    }
}
