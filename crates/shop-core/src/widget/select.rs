//! What a searchable select says (storefront specification, section 8).

use serde::{Deserialize, Serialize};

use crate::catalogue::product::wire_enum;
use crate::messages::{Lang, codes, text};
use crate::problem::Params;

wire_enum! {
    /// What happens in a searchable select.
    SelectState {
        /// Nothing fits what is typed.
        NoMatches = "no_matches",
        /// The choices could not be loaded.
        LoadFailed = "load_failed",
        /// Too few characters are typed.
        TooShort = "too_short",
        /// Too many characters are typed.
        TooLong = "too_long",
        /// No more choices can be made.
        TooMany = "too_many",
        /// More choices are being loaded.
        LoadingMore = "loading_more",
        /// The choices are being looked for.
        Searching = "searching",
    } default NoMatches
}

/// The sentence. `quantity`: characters that are missing or too many, or choices allowed; not read elsewhere. After a failure
/// the searching sentence is shown, as the page tries again.
///
/// ```
/// use shop_core::Lang;
/// use shop_core::widget::select::{SelectState, sentence};
/// assert_eq!(sentence(SelectState::TooLong, 1, Lang::It), "Elimina 1 carattere");
/// assert_eq!(sentence(SelectState::TooLong, 2, Lang::It), "Elimina 2 caratteri");
/// ```
pub fn sentence(state: SelectState, quantity: i64, lang: Lang) -> String {
    let one = quantity == 1;
    let code = match state {
        SelectState::NoMatches => codes::WIDGET_SELECT_NO_MATCHES,
        SelectState::LoadFailed | SelectState::Searching => codes::WIDGET_SELECT_SEARCHING,
        SelectState::TooShort if one => codes::WIDGET_SELECT_TOO_SHORT_ONE,
        SelectState::TooShort => codes::WIDGET_SELECT_TOO_SHORT,
        SelectState::TooLong if one => codes::WIDGET_SELECT_TOO_LONG_ONE,
        SelectState::TooLong => codes::WIDGET_SELECT_TOO_LONG,
        SelectState::TooMany if one => codes::WIDGET_SELECT_TOO_MANY_ONE,
        SelectState::TooMany => codes::WIDGET_SELECT_TOO_MANY,
        SelectState::LoadingMore => codes::WIDGET_SELECT_MORE,
    };
    text(code, &Params::from([("qty".to_owned(), quantity.to_string())]), lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_its_sentence_in_the_right_number() {
        for (state, quantity, said) in [
            (SelectState::NoMatches, 0, "Nessun riscontro trovato"),
            (SelectState::LoadFailed, 0, "Sto cercando…"),
            (SelectState::TooShort, 1, "Inserisci 1 o più caratteri"),
            (SelectState::TooShort, 3, "Inserisci 3 o più caratteri"),
            (SelectState::TooLong, 1, "Elimina 1 carattere"),
            (SelectState::TooLong, 12, "Elimina 12 caratteri"),
            (SelectState::TooMany, 1, "Puoi selezionare solo 1 articolo"),
            (SelectState::TooMany, 5, "Puoi selezionare solo 5 articoli"),
            (SelectState::LoadingMore, 0, "Caricamento altri risultati…"),
            (SelectState::Searching, 0, "Sto cercando…"),
        ] {
            assert_eq!(sentence(state, quantity, Lang::It), said);
        }
    }
}
