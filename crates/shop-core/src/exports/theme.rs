//! The merchant's theme, as it is tried in a preview.

pub use crate::exports::Integer;
pub use crate::content::theme::{ThemeContrast, ThemeForm, ThemeLook};

exports! { $ for_each_theme_export;
    /// The look that a message of the window around a preview asks for; null: it changes nothing. `own_origin`: the shop's.
    themePreview = fn theme_preview(message: String, origin: String, own_origin: String, allowed: [Vec<String>]) -> [Option<ThemeLook>] {
        crate::content::theme::preview(&message, &origin, &own_origin, &allowed)
    }

    /// Longest message that a preview reads, in characters.
    themeMessageLimit = fn theme_message_limit() -> Integer { Integer(crate::content::theme::MAX_MESSAGE_CHARS) }

    /// How well text is read on the colours of a theme as it is typed; empty: it is none.
    themeContrasts = fn theme_contrasts(theme: ThemeForm) -> [Vec<ThemeContrast>] {
        crate::content::theme::Theme::read(&theme).map(|read| read.contrasts()).unwrap_or_default()
    }
}
