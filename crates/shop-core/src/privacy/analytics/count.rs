//! What the shop's own statistics count: sums of events by day and product, of searches, of addresses with nothing at them.
//! Nothing in it tells who it was.

use serde::{Deserialize, Serialize};

use super::form::AnalyticsForm;
use super::kind::AnalyticsEventName;
use super::person::{names_somebody, told_address};
use crate::base::FieldError;
use crate::platform::messages::codes;

/// Most events that a browser tells at once.
const MAX_EVENTS: usize = 50;
/// Most pieces that an event tells of.
const MAX_PIECES: i64 = 10_000;
/// Longest search and longest address that are counted, in characters.
const MAX_WORD_CHARS: usize = 100;

/// An event as it is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CountedEvent {
    pub event: AnalyticsEventName,
    /// The product, of a variation the one that it belongs to; 0: it is about none, or about several.
    pub product_id: i64,
    pub pieces: i64,
    /// What was searched for, or the address; empty: neither.
    pub word: String,
    /// A search found nothing.
    pub empty: bool,
    /// The first of its kind in this visit.
    pub first: bool,
}

/// What is counted of an event that is told: itself, and the products that it is about, where each is of interest.
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

/// A search as it is counted: small letters, single spaces. Empty: it may tell who somebody is (an e-mail address, a telephone
/// number) and is not counted by its words.
fn search_word(term: &str) -> String {
    let words: Vec<String> = term.split_whitespace().map(str::to_lowercase).collect();
    let word: String = words.join(" ").chars().take(MAX_WORD_CHARS).collect();
    if word.contains('\0') || names_somebody(&word) { String::new() } else { word }
}

/// An address as it is counted: the path alone. Empty: it may tell who somebody is, or is none of the shop's.
fn path_word(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let plain = path.starts_with('/') && !path.contains('\0') && told_address(path) == path;
    if plain { path.chars().take(MAX_WORD_CHARS).collect() } else { String::new() }
}

/// Checks what a browser tells, and brings it into the form in which it is counted. Purchases are counted by the shop itself.
///
/// # Errors
/// `events`: there are too many of them, or one is a purchase.
pub fn check_counted(told: Vec<CountedEvent>) -> Result<Vec<CountedEvent>, FieldError> {
    if told.len() > MAX_EVENTS || told.iter().any(|one| one.event == AnalyticsEventName::Purchase) {
        return Err(FieldError::new("events", codes::ANALYTICS_EVENTS_INVALID));
    }
    let one = |told: CountedEvent| CountedEvent {
        event: told.event,
        product_id: told.product_id.max(0),
        pieces: told.pieces.clamp(0, MAX_PIECES),
        word: match told.event {
            AnalyticsEventName::Search => search_word(&told.word),
            AnalyticsEventName::NotFound => path_word(&told.word),
            _ => String::new(),
        },
        empty: told.empty && told.event == AnalyticsEventName::Search,
        first: told.first && told.product_id <= 0,
    };
    Ok(told.into_iter().map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::super::AnalyticsItem;
    use super::*;

    fn word(event: AnalyticsEventName, word: &str) -> String {
        let told = CountedEvent { event, word: word.into(), ..CountedEvent::default() };
        check_counted(vec![told]).unwrap().remove(0).word
    }

    #[test]
    fn searches_are_counted_without_case_and_without_what_may_be_a_person() {
        for (sent, kept) in [
            ("  Tartufo   NERO ", "tartufo nero"),
            ("olio 750 ml", "olio 750 ml"),
            ("ada@example.com", ""),
            ("333 123 45 67", ""),
            ("+39/3331234567", ""),
            ("8001234567890", ""),
            ("", ""),
        ] {
            assert_eq!(word(AnalyticsEventName::Search, sent), kept, "{sent}");
        }
        assert_eq!(word(AnalyticsEventName::Search, &"à".repeat(200)).chars().count(), MAX_WORD_CHARS);
    }

    #[test]
    fn of_an_address_the_path_alone_is_counted_and_none_that_may_be_a_person() {
        for (sent, kept) in [
            ("/niente/?key=wc_1#x", "/niente/"),
            ("/2019/05/12/olio/", "/2019/05/12/olio/"),
            ("/conferma/ada%40example.com/", ""),
            ("/chi/3331234567", ""),
            ("https://evil.example/", ""),
            ("", ""),
            ("/a\0", ""),
        ] {
            assert_eq!(word(AnalyticsEventName::NotFound, sent), kept, "{sent}");
        }
        assert_eq!(word(AnalyticsEventName::ViewItem, "tartufo"), "");
    }

    #[test]
    fn a_variation_counts_for_its_product_a_list_for_itself_alone_and_of_an_order_every_line() {
        let item = AnalyticsItem { id: 12, parent_id: Some(10), quantity: Some(20_000), ..AnalyticsItem::default() };
        let form = |event| AnalyticsForm { event, items: vec![item.clone(); 60], ..AnalyticsForm::default() };
        let added = counted(&AnalyticsForm { items: vec![item.clone()], ..form(AnalyticsEventName::AddToCart) });
        let told: Vec<_> = added.iter().map(|one| (one.product_id, one.pieces)).collect();
        assert_eq!(told, [(0, 0), (10, MAX_PIECES)]);
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
        let told = |found| counted(&form(found)).remove(0);
        assert_eq!((told(0).empty, told(0).word), (true, "bottarga".into()));
        assert!(!told(3).empty);
    }

    #[test]
    fn a_browser_can_tell_neither_of_purchases_nor_of_too_much() {
        let told = |event| CountedEvent { event, ..CountedEvent::default() };
        for wrong in
            [vec![told(AnalyticsEventName::Purchase)], vec![told(AnalyticsEventName::ViewItem); MAX_EVENTS + 1]]
        {
            assert_eq!(check_counted(wrong).unwrap_err().field, "events");
        }
        let odd = CountedEvent { product_id: -3, pieces: -1, empty: true, first: true, ..CountedEvent::default() };
        let kept = check_counted(vec![odd]).unwrap().remove(0);
        assert_eq!((kept.product_id, kept.pieces, kept.empty, kept.first), (0, 0, false, true));
    }
}
