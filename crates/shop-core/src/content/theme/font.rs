//! Fonts of a shop: a fixed list, so that no arbitrary name gets into a style sheet.

use crate::base::wire_enum;

wire_enum! {
    /// A font family. The first two come with the shop, the others are installed on the visitor's system.
    ThemeFont {
        Cormorant = "cormorant",
        Figtree = "figtree",
        /// A serif for screens.
        Georgia = "georgia",
        /// A serif for books.
        Palatino = "palatino",
        /// A wide sans-serif.
        Verdana = "verdana",
        /// The system's default sans-serif.
        System = "system",
    }
    default Figtree
}

impl ThemeFont {
    /// Returns the name of its font files, if they come with the shop.
    pub const fn file(self) -> Option<&'static str> {
        match self {
            Self::Cormorant => Some("cormorant-garamond"),
            Self::Figtree => Some("figtree"),
            Self::Georgia | Self::Palatino | Self::Verdana | Self::System => None,
        }
    }

    /// Returns the font stack in the notation of style sheets.
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
