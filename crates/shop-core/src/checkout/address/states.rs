//! Provinces, states, counties and cantons: the countries with a list, and the conversion of a typed name or a wallet's value to
//! the code that an order stores.

use serde::Serialize;

use crate::base::Lang;
use crate::base::text::fold;

/// A line `@CC` starts a country; its states follow in display order as `code|Italian name|platform name|other names…`, without
/// the platform name if it equals the Italian one. Source: the state list of the shop platform (codes, names, order) and ISO
/// 3166-2 (local and Italian names).
static STATES: &str = include_str!("states.txt");

/// Countries whose addresses have no state: the field is hidden and a previous value is dropped.
static HIDDEN: [&str; 42] = [
    "AF", "AT", "AX", "BA", "BE", "BH", "BI", "BW", "CY", "CZ", "DK", "EE", "ET", "FI", "FR", "GF", "GP", "IL", "IM",
    "IS", "KR", "KW", "LB", "LI", "LK", "LU", "MF", "MQ", "MT", "NL", "NO", "PL", "PR", "PT", "RE", "RW", "SE", "SG",
    "SI", "SK", "VN", "YT",
];

/// Codes of Brazil's states. Its field is free text, yet a pair of letters that is no state of Brazil is a leftover from another
/// country (RM after Italy became Brazil), and is rejected.
static BRAZIL: [&str; 27] = [
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI", "PR", "RJ",
    "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
];

/// An option of the state field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
pub struct StateOption {
    /// Value of the field, such as "RM" or "DE-BE".
    pub code: String,
    /// Name in the page's language.
    pub name: String,
}

/// The state field of a country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StateField {
    /// A list of options. The form puts an empty option "Seleziona un'opzione…" first.
    Select {
        /// The options, in display order.
        options: Vec<StateOption>,
    },
    /// The country's addresses have no state: field and row are hidden.
    Hidden,
    Text,
}

/// Returns the state field of a country. A country that is unknown or not chosen yet has free text.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::checkout::address::states::{StateField, state_field};
/// let StateField::Select { options } = state_field("IT", Lang::It) else { panic!("Italy has provinces") };
/// assert!(options.iter().any(|option| (option.code.as_str(), option.name.as_str()) == ("RM", "Roma")));
/// assert_eq!(state_field("FR", Lang::It), StateField::Hidden);
/// ```
pub fn state_field(country: &str, lang: Lang) -> StateField {
    if is_hidden(country) {
        return StateField::Hidden;
    }
    let options: Vec<StateOption> = states(country)
        .map(|state| StateOption { code: state.code.to_owned(), name: state.display(lang).to_owned() })
        .collect();
    if options.is_empty() { StateField::Text } else { StateField::Select { options } }
}

/// Returns whether the country's state is chosen from a list.
pub fn has_list(country: &str) -> bool {
    states(country).next().is_some()
}

/// Returns whether addresses of the country have no state.
pub fn is_hidden(country: &str) -> bool {
    HIDDEN.contains(&country)
}

/// Finds the code for a text: the code itself, the code without its country ("BE" for "DE-BE"), or the state's name in Italian,
/// English or the local language. Case, accents, apostrophes, hyphens and spaces do not matter.
///
/// `None` if the country has no list, or its list has no such state.
///
/// ```
/// use shop_core::checkout::address::states::state_code;
/// assert_eq!(state_code("IT", "l’aquila"), Some("AQ"));
/// assert_eq!(state_code("DE", "Bayern"), Some("DE-BY"));
/// assert_eq!(state_code("IT", "Atlantide"), None);
/// ```
pub fn state_code(country: &str, text: &str) -> Option<&'static str> {
    let text = text.trim();
    if let Some(state) = states(country).find(|state| state.has_code(country, text)) {
        return Some(state.code);
    }
    let wanted = key(text);
    if wanted.is_empty() {
        return None;
    }
    states(country).find(|state| state.names().any(|name| key(name) == wanted)).map(|state| state.code)
}

/// Returns the name of a state for display; `None` if the country's list does not have the code.
pub fn state_name(country: &str, code: &str, lang: Lang) -> Option<&'static str> {
    states(country).find(|state| state.has_code(country, code.trim())).map(|state| state.display(lang))
}

/// Returns the value that an order stores: the code if there is a list, an empty text if the state is hidden, else the trimmed
/// text (a Brazilian code upper-case). `None` if the text is no state of the country; empty text is never rejected here, as
/// [`super::locale`] decides whether a state is required.
pub fn stored(country: &str, text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || is_hidden(country) {
        return Some(String::new());
    }
    if has_list(country) {
        return state_code(country, text).map(str::to_owned);
    }
    if country == "BR" && text.len() == 2 {
        return BRAZIL.iter().find(|code| code.eq_ignore_ascii_case(text)).map(|code| (*code).to_owned());
    }
    Some(text.to_owned())
}

/// Returns the value of the state field after a change of country: empty, as the state was chosen for the previous country and
/// codes are ambiguous: VI is Vicenza in Italy and Álava in Spain. A value entered before any country was chosen stays if it
/// names a state of the country (as a code if there is a list).
///
/// ```
/// use shop_core::checkout::address::states::state_after_country_change;
/// assert_eq!(state_after_country_change("", "IT", "Roma"), "RM");
/// assert_eq!(state_after_country_change("IT", "ES", "VI"), "");
/// ```
pub fn state_after_country_change(from: &str, country: &str, previous: &str) -> String {
    let from = from.trim();
    if !from.is_empty() && !from.eq_ignore_ascii_case(country.trim()) {
        return String::new();
    }
    stored(country, previous).unwrap_or_default()
}

struct State {
    code: &'static str,
    columns: &'static str,
}

impl State {
    fn display(&self, lang: Lang) -> &'static str {
        let mut names = self.columns.split('|');
        let it = names.next().unwrap_or_default();
        match lang {
            Lang::It => it,
            Lang::En => names.next().filter(|name| !name.is_empty()).unwrap_or(it),
        }
    }

    /// Iterates over all names, including the halves of a bilingual one ("Araba/Álava").
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.columns.split('|').flat_map(|name| std::iter::once(name).chain(name.split('/')))
    }

    fn has_code(&self, country: &str, text: &str) -> bool {
        let short = self.code.strip_prefix(country).and_then(|rest| rest.strip_prefix('-'));
        self.code.eq_ignore_ascii_case(text) || short.is_some_and(|short| short.eq_ignore_ascii_case(text))
    }
}

fn states(country: &str) -> impl Iterator<Item = State> {
    STATES
        .lines()
        .skip_while(move |line| line.strip_prefix('@') != Some(country))
        .skip(1)
        .take_while(|line| !line.starts_with('@'))
        .filter_map(|line| line.split_once('|'))
        .map(|(code, columns)| State { code, columns })
}

fn key(name: &str) -> String {
    fold(name).chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(country: &str) -> Vec<StateOption> {
        match state_field(country, Lang::It) {
            StateField::Select { options } => options,
            other => panic!("{country} has {other:?}"),
        }
    }

    #[test]
    fn the_lists_have_as_many_states_as_the_countries() {
        let counts = [("CA", 13), ("HR", 21), ("DE", 16), ("GR", 13), ("IE", 26), ("IT", 107), ("RO", 42), ("ES", 52)];
        for (country, count) in counts.into_iter().chain([("US", 54), ("CH", 26), ("HU", 20)]) {
            assert_eq!(options(country).len(), count, "{country}");
        }
    }

    #[test]
    fn countries_without_states_hide_the_field_and_unknown_ones_leave_it_free() {
        for country in ["AT", "BE", "FR", "NL", "EE", "MT", "KR"] {
            assert_eq!(state_field(country, Lang::It), StateField::Hidden, "{country}");
        }
        for country in ["GB", "LV", "LT", "BR", "JP", "", "XX", "it", "@IT"] {
            assert_eq!(state_field(country, Lang::It), StateField::Text, "{country}");
        }
    }

    #[test]
    fn every_code_and_every_name_leads_to_its_own_code() {
        for country in ["CA", "HR", "DE", "GR", "IE", "IT", "RO", "ES", "US", "CH", "HU"] {
            for state in states(country) {
                assert_eq!(state_code(country, state.code), Some(state.code));
                for name in state.names().filter(|name| !name.is_empty()) {
                    assert_eq!(state_code(country, name), Some(state.code), "{country} {name}");
                }
            }
        }
    }

    #[test]
    fn spelling_of_a_name_does_not_matter() {
        for (country, text, code) in [
            ("IT", "L’Aquila", "AQ"),
            ("IT", "l'aquila", "AQ"),
            ("IT", "LAQUILA", "AQ"),
            ("IT", "forli cesena", "FC"),
            ("IT", "Monza e della Brianza", "MB"),
            ("IT", " mi ", "MI"),
            ("US", "texas", "TX"),
            ("DE", "be", "DE-BE"),
            ("ES", "Araba", "VI"),
            ("CH", "Zurich", "ZH"),
            ("CH", "Sankt Gallen", "SG"),
            ("RO", "Bucuresti", "B"),
        ] {
            assert_eq!(state_code(country, text), Some(code), "{country} {text}");
        }
    }

    #[test]
    fn states_of_other_countries_and_scraps_are_refused() {
        for (country, text) in [
            ("IT", ""),
            ("IT", "'"),
            ("IT", "ZZ"),
            ("IT", "Atlantide"),
            ("IT", "Mil"),
            ("IT", "MI|Milano"),
            ("US", "MIL"),
            ("DE", "MI"),
            ("DE", "-BE"),
            ("AT", "Wien"),
            ("GB", "Kent"),
            ("", "MI"),
            ("it", "MI"),
        ] {
            assert_eq!(state_code(country, text), None, "{country} {text}");
        }
        assert_eq!(stored("BR", "RM"), None);
        assert_eq!(stored("BR", "sp").as_deref(), Some("SP"));
        assert_eq!(stored("BR", "Bahia").as_deref(), Some("Bahia"));
    }

    /// Countries that have lists.
    fn listed() -> Vec<&'static str> {
        STATES.lines().filter_map(|line| line.strip_prefix('@')).collect()
    }

    #[test]
    fn a_state_never_moves_to_another_country_by_its_code() {
        let mut shared = 0;
        for from in listed() {
            for to in listed().into_iter().filter(|to| *to != from) {
                for state in states(from) {
                    shared += usize::from(states(to).any(|other| other.code == state.code));
                    assert_eq!(state_after_country_change(from, to, state.code), "", "{from} {to} {}", state.code);
                    for name in state.names() {
                        assert_eq!(state_after_country_change(from, to, name), "", "{from} {to} {name}");
                    }
                }
            }
        }
        assert!(shared > 40, "{shared} codes of two countries");
        assert!(listed().contains(&"IT") && listed().contains(&"ES"));
    }

    #[test]
    fn the_same_country_keeps_its_state_and_so_does_one_chosen_first() {
        for country in listed() {
            for state in states(country) {
                assert_eq!(state_after_country_change(country, country, state.code), state.code);
                assert_eq!(state_after_country_change("", country, state.code), state.code);
            }
        }
        assert_eq!(state_after_country_change(" it ", "IT", "mi"), "MI");
        assert_eq!(state_after_country_change("", "DE", "MI"), "");
        assert_eq!(state_after_country_change("IT", "FR", "MI"), "");
        assert_eq!(state_after_country_change("GB", "LV", "Kent"), "", "free text was typed for its country too");
        assert_eq!(state_after_country_change("", "GB", "Kent"), "Kent");
    }

    #[test]
    fn names_are_italian_for_italians() {
        assert_eq!(state_name("DE", "DE-BY", Lang::It), Some("Baviera"));
        assert_eq!(state_name("DE", "by", Lang::En), Some("Bavaria"));
        assert_eq!(state_name("IT", "FI", Lang::En), Some("Firenze"));
        assert_eq!(state_name("IT", "XX", Lang::It), None);
    }
}
