//! Fills in the province from the postcode, so that few shoppers need to search a list of over a hundred.

use super::one_line;
use super::province::province;

/// Returns the state that postcode and town determine; `None`: it stays as it is. Only unambiguous Italian postcodes fill one in.
/// `filled`: the value filled in before; a state that is neither empty nor this was chosen by the shopper, and stays.
///
/// ```
/// use shop_core::checkout::address::filled::filled_state;
/// assert_eq!(filled_state("IT", "20129", "", "", ""), Some("MI"));
/// assert_eq!(filled_state("IT", "00184", "", "MI", "MI"), Some("RM"));
/// assert_eq!(filled_state("IT", "00184", "", "MI", ""), None);
/// ```
pub fn filled_state(country: &str, postcode: &str, city: &str, state: &str, filled: &str) -> Option<&'static str> {
    let state = one_line(state);
    if one_line(country) != "IT" || !(state.is_empty() || state == one_line(filled)) {
        return None;
    }
    // The town selects among the provinces of a postcode; on its own it would be a guess.
    province("", city, postcode).filter(|found| *found != state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_postcode_of_one_province_fills_it_in_and_never_replaces_a_choice() {
        for (country, postcode, city, state, filled, expected) in [
            ("IT", "20129", "", "", "", Some("MI")),
            ("IT", " 20129 ", "", "  ", "", Some("MI")),
            ("IT", "00184", "", "MI", "MI", Some("RM")),
            ("IT", "00184", "", "MI", "", None),
            ("IT", "00184", "", "MI", "TO", None),
            ("IT", "00184", "", "RM", "RM", None),
            ("IT", "2012", "", "", "", None),
            ("IT", "", "Milano", "", "", None),
            ("IT", "00120", "", "", "", None),
            ("DE", "20129", "", "", "", None),
            ("", "20129", "", "", "", None),
        ] {
            assert_eq!(
                filled_state(country, postcode, city, state, filled),
                expected,
                "{country} {postcode} {state} {filled}"
            );
        }
    }
}
