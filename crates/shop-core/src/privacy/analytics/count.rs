//! The shop's own statistics: events counted by day and product, searches, and addresses that were not found. None of it
//! identifies a visitor.

use serde::{Deserialize, Serialize};

use super::form::AnalyticsForm;
use super::kind::AnalyticsEventName;
use super::person::{names_somebody, without_personal_data};
use crate::base::FieldError;
use crate::platform::messages::codes;

/// Maximum number of events in a request.
const MAX_EVENTS: usize = 50;
/// Highest number of pieces of an event.
const MAX_PIECES: i64 = 10_000;
/// Longest counted search and address, in characters.
const MAX_WORD_CHARS: usize = 100;

/// An event as it is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CountedEvent {
    pub event: AnalyticsEventName,
    /// The product, for a variation its parent product; 0: no product, or several.
    pub product_id: i64,
    pub pieces: i64,
    /// Search term or address; empty: neither.
    pub word: String,
    /// Whether a search found nothing.
    pub empty: bool,
    /// Whether it is the first of its kind in this visit.
    pub first: bool,
}

/// Returns what to count for an event: the event itself, and each of its products where they matter.
pub(super) fn counted(form: &AnalyticsForm) -> Vec<CountedEvent> {
    let event = form.event;
    let itself = CountedEvent {
        event,
        word: match event {
            AnalyticsEventName::Search => search_word(&form.search_term),
            AnalyticsEventName::NotFound => path_word(&form.page_path),
            _ => String::new(),
        },
        empty: event == AnalyticsEventName::Search && form.found == 0,
        ..CountedEvent::default()
    };
    let of_products = matches!(
        event,
        AnalyticsEventName::ViewItem
            | AnalyticsEventName::SelectItem
            | AnalyticsEventName::AddToCart
            | AnalyticsEventName::RemoveFromCart
            | AnalyticsEventName::BeginCheckout
            | AnalyticsEventName::Purchase
    );
    let items = form.items.iter().filter(|_| of_products).map(|item| CountedEvent {
        event,
        product_id: item.parent_id.unwrap_or(item.id),
        pieces: item.pieces().min(MAX_PIECES),
        ..CountedEvent::default()
    });
    std::iter::once(itself).chain(items).collect()
}

/// Normalises a search term: lower case, single spaces. Empty: it may identify a person (an e-mail address, a telephone number),
/// so its words are not counted.
fn search_word(term: &str) -> String {
    let words: Vec<String> = term.split_whitespace().map(str::to_lowercase).collect();
    let word: String = words.join(" ").chars().take(MAX_WORD_CHARS).collect();
    if word.contains('\0') || names_somebody(&word) { String::new() } else { word }
}

/// Normalises an address to its path. Empty: it may identify a person, or is not the shop's.
fn path_word(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let plain = path.starts_with('/') && !path.contains('\0') && without_personal_data(path) == path;
    if plain { path.chars().take(MAX_WORD_CHARS).collect() } else { String::new() }
}

/// Validates the events that a browser sends, and normalises them for counting. The shop counts purchases itself.
///
/// # Errors
/// `events`: too many events, or a purchase among them.
pub fn check_counted(events: Vec<CountedEvent>) -> Result<Vec<CountedEvent>, FieldError> {
    if events.len() > MAX_EVENTS || events.iter().any(|one| one.event == AnalyticsEventName::Purchase) {
        return Err(FieldError::new("events", codes::ANALYTICS_EVENTS_INVALID));
    }
    let one = |event: CountedEvent| CountedEvent {
        event: event.event,
        product_id: event.product_id.max(0),
        pieces: event.pieces.clamp(0, MAX_PIECES),
        word: match event.event {
            AnalyticsEventName::Search => search_word(&event.word),
            AnalyticsEventName::NotFound => path_word(&event.word),
            _ => String::new(),
        },
        empty: event.empty && event.event == AnalyticsEventName::Search,
        first: event.first && event.product_id <= 0,
    };
    Ok(events.into_iter().map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::super::AnalyticsItem;
    use super::*;

    fn word(event: AnalyticsEventName, word: &str) -> String {
        let sent = CountedEvent { event, word: word.into(), ..CountedEvent::default() };
        check_counted(vec![sent]).unwrap().remove(0).word
    }

    #[test]
    fn searches_are_counted_without_case_and_without_what_may_be_a_person() {
        for (sent, expected) in [
            ("  Tartufo   NERO ", "tartufo nero"),
            ("olio 750 ml", "olio 750 ml"),
            ("ada@example.com", ""),
            ("333 123 45 67", ""),
            ("+39/3331234567", ""),
            ("8001234567890", ""),
            ("", ""),
        ] {
            assert_eq!(word(AnalyticsEventName::Search, sent), expected, "{sent}");
        }
        assert_eq!(word(AnalyticsEventName::Search, &"à".repeat(200)).chars().count(), MAX_WORD_CHARS);
    }

    #[test]
    fn of_an_address_the_path_alone_is_counted_and_none_that_may_be_a_person() {
        for (sent, expected) in [
            ("/niente/?key=wc_1#x", "/niente/"),
            ("/2019/05/12/olio/", "/2019/05/12/olio/"),
            ("/conferma/ada%40example.com/", ""),
            ("/chi/3331234567", ""),
            ("https://evil.example/", ""),
            ("", ""),
            ("/a\0", ""),
        ] {
            assert_eq!(word(AnalyticsEventName::NotFound, sent), expected, "{sent}");
        }
        assert_eq!(word(AnalyticsEventName::ViewItem, "tartufo"), "");
    }

    #[test]
    fn a_variation_counts_for_its_product_a_list_for_itself_alone_and_of_an_order_every_line() {
        let item = AnalyticsItem { id: 12, parent_id: Some(10), quantity: Some(20_000), ..AnalyticsItem::default() };
        let form = |event| AnalyticsForm { event, items: vec![item.clone(); 60], ..AnalyticsForm::default() };
        let added = counted(&AnalyticsForm { items: vec![item.clone()], ..form(AnalyticsEventName::AddToCart) });
        let pieces: Vec<_> = added.iter().map(|one| (one.product_id, one.pieces)).collect();
        assert_eq!(pieces, [(0, 0), (10, MAX_PIECES)]);
        assert_eq!(counted(&form(AnalyticsEventName::ViewItemList)).len(), 1);
        assert_eq!(counted(&form(AnalyticsEventName::Purchase)).len(), 61);
    }

    #[test]
    fn a_search_that_finds_nothing_is_told_apart() {
        let form = |found| AnalyticsForm {
            event: AnalyticsEventName::Search,
            search_term: "Bottarga".into(),
            found,
            ..AnalyticsForm::default()
        };
        let search = |found| counted(&form(found)).remove(0);
        assert_eq!((search(0).empty, search(0).word), (true, "bottarga".into()));
        assert!(!search(3).empty);
    }

    #[test]
    fn a_browser_can_tell_neither_of_purchases_nor_of_too_much() {
        let event_of = |event| CountedEvent { event, ..CountedEvent::default() };
        for wrong in
            [vec![event_of(AnalyticsEventName::Purchase)], vec![event_of(AnalyticsEventName::ViewItem); MAX_EVENTS + 1]]
        {
            assert_eq!(check_counted(wrong).unwrap_err().field, "events");
        }
        let odd = CountedEvent { product_id: -3, pieces: -1, empty: true, first: true, ..CountedEvent::default() };
        let sanitised = check_counted(vec![odd]).unwrap().remove(0);
        assert_eq!((sanitised.product_id, sanitised.pieces, sanitised.empty, sanitised.first), (0, 0, false, true));
    }
}
