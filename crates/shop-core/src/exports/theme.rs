//! The merchant's theme in a preview.

pub use crate::exports::Integer;
pub use crate::content::theme::{ThemeContrast, ThemeForm, ThemeLook};

exports! { $ for_each_theme_export;
    /// Returns the look for a message of the window around a preview; null: it changes nothing. `own_origin`: the shop's.
    themePreview = fn theme_preview(message: String, origin: String, own_origin: String, allowed: [Vec<String>]) -> [Option<ThemeLook>] {
        crate::content::theme::preview(&message, &origin, &own_origin, &allowed)
    }

    /// Returns the length limit of a preview message, in characters.
    themeMessageLimit = fn theme_message_limit() -> Integer { Integer(crate::content::theme::MAX_MESSAGE_CHARS) }

    /// Returns the contrasts of a theme's colours as entered; empty: the theme is invalid.
    themeContrasts = fn theme_contrasts(theme: ThemeForm) -> [Vec<ThemeContrast>] {
        crate::content::theme::Theme::parse(&theme).map(|read| read.contrasts()).unwrap_or_default()
    }
}
