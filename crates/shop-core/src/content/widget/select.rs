//! Texts of a searchable select (storefront specification, section 8).

use crate::base::{Lang, Params, wire_enum};
use crate::platform::messages::{codes, text};

wire_enum! {
    /// State of a searchable select.
    SelectState {
        /// No option matches the search.
        NoMatches = "no_matches",
        /// The options could not be loaded.
        LoadFailed = "load_failed",
        /// The search text is too short.
        TooShort = "too_short",
        /// The search text is too long.
        TooLong = "too_long",
        /// No more options can be selected.
        TooMany = "too_many",
        /// More options are being loaded.
        LoadingMore = "loading_more",
        /// The search is running.
        Searching = "searching",
    } default NoMatches
}

/// Returns the text of a state. `quantity`: the missing or excess characters, or the allowed options; otherwise ignored. After a
/// failure the text for a search is shown, as the page tries again.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::content::widget::select::{SelectState, sentence};
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

/// Shortest and longest search text, in characters: one letter matches nearly everything, and no name has more than a hundred.
const SEARCHED: (usize, usize) = (2, 100);

/// Returns why the server is not searched; `None`: it is. `most`: the maximum number of selected options, `None`: any number.
///
/// ```
/// use shop_core::content::widget::select::{SelectState, reason_to_wait};
/// assert_eq!(reason_to_wait("c", 0, None), Some((SelectState::TooShort, 1)));
/// assert_eq!(reason_to_wait("caviale", 0, None), None);
/// assert_eq!(reason_to_wait("caviale", 1, Some(1)), Some((SelectState::TooMany, 1)));
/// ```
pub fn reason_to_wait(typed: &str, chosen: i64, most: Option<i64>) -> Option<(SelectState, i64)> {
    let (least, longest) = SEARCHED;
    let typed = typed.trim().chars().count();
    if let Some(most) = most.filter(|most| chosen >= *most) {
        return Some((SelectState::TooMany, most));
    }
    let by = |more: usize, than: usize| i64::try_from(more.saturating_sub(than)).unwrap_or(i64::MAX);
    if typed < least {
        return Some((SelectState::TooShort, by(least, typed)));
    }
    (typed > longest).then(|| (SelectState::TooLong, by(typed, longest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_searched_for_two_to_a_hundred_characters_while_more_can_be_chosen() {
        assert_eq!(reason_to_wait("", 0, None), Some((SelectState::TooShort, 2)));
        assert_eq!(reason_to_wait("  a  ", 0, Some(3)), Some((SelectState::TooShort, 1)));
        assert_eq!(reason_to_wait(&"è".repeat(100), 2, Some(3)), None);
        assert_eq!(reason_to_wait(&"è".repeat(103), 0, None), Some((SelectState::TooLong, 3)));
        assert_eq!(reason_to_wait("ol", 3, Some(3)), Some((SelectState::TooMany, 3)));
    }

    #[test]
    fn every_state_has_its_sentence_in_the_right_number() {
        for (state, quantity, expected) in [
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
            assert_eq!(sentence(state, quantity, Lang::It), expected);
        }
    }
}
