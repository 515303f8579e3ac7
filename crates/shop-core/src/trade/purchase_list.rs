//! Purchase lists: naming one, and saving the cart or a bulk order to it (storefront specification, sections 4 and 5).

use serde::{Deserialize, Serialize};

use super::product_string;
use crate::base::FieldError;
use crate::checkout::address::{MAX_FIELD_CHARS, one_line};
use crate::platform::messages::codes;

/// Result of saving a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveList {
    /// The prompt was cancelled or left empty: nothing happens and no message is shown.
    Nothing,
    /// The list cannot be saved; the message gives the reason.
    Refused(FieldError),
    /// The list to send.
    Save(NamedList),
}

/// A list that can be saved. Only [`save`] creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedList {
    // INVARIANT: not empty, one line, at most MAX_FIELD_CHARS characters.
    title: String,
    // INVARIANT: has at least one line.
    product_string: String,
}

impl NamedList {
    /// Returns the list's name.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns its products in the format of `product_string`.
    pub fn product_string(&self) -> &str {
        &self.product_string
    }
}

/// Validates a list with the name from a prompt; `None`: the prompt was cancelled.
///
/// ```
/// use shop_core::trade::purchase_list::{SaveList, save};
/// assert_eq!(save("12:3|", None), SaveList::Nothing);
/// assert!(matches!(save("", Some("Natale")), SaveList::Refused(error) if error.code == "trade_list_empty"));
/// ```
pub fn save(products: &str, prompted: Option<&str>) -> SaveList {
    let title = prompted.map(one_line).unwrap_or_default();
    if title.is_empty() {
        return SaveList::Nothing;
    }
    let product_string = product_string::format(&product_string::parse(products));
    if product_string.is_empty() {
        return SaveList::Refused(FieldError::new("", codes::TRADE_LIST_EMPTY));
    }
    if title.chars().count() > MAX_FIELD_CHARS {
        return SaveList::Refused(FieldError::new("title", codes::FIELD_TOO_LONG).with("max", MAX_FIELD_CHARS));
    }
    SaveList::Save(NamedList { title, product_string })
}

/// State of the button "add cart to purchase list".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CartToListButton {
    /// The button can be pressed.
    #[default]
    Ready,
    /// The call is running: pressing again does nothing.
    Saving,
    /// Saved: text "list saved", disabled for good, as the same cart need not be saved twice.
    Saved,
}

impl CartToListButton {
    /// Returns the state after pressing the button and answering the prompt; an empty or cancelled name changes nothing.
    #[must_use]
    pub fn press(self, prompted: Option<&str>) -> Self {
        let named = prompted.is_some_and(|name| !one_line(name).is_empty());
        if self == Self::Ready && named { Self::Saving } else { self }
    }

    /// Returns the state after the server's response.
    #[must_use]
    pub fn answered(self, saved: bool) -> Self {
        match self {
            Self::Saving if saved => Self::Saved,
            Self::Saving => Self::Ready,
            other => other,
        }
    }

    /// Returns whether the button can be pressed.
    pub fn enabled(self) -> bool {
        self == Self::Ready
    }

    /// Returns the message code of the button's label.
    pub fn label(self) -> &'static str {
        if self == Self::Saved { codes::TRADE_LIST_SAVED_BUTTON } else { codes::TRADE_CART_TO_LIST }
    }
}

/// [`SaveList`] as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SaveListOutcome {
    /// Nothing happens and no message is shown.
    Nothing,
    /// The list cannot be saved.
    Refused { error: FieldError },
    /// The list is sent.
    Save { title: String, product_string: String },
}

/// Calls [`save`] and returns the result as data.
///
/// ```
/// use shop_core::trade::purchase_list::{SaveListOutcome, save_outcome};
/// let saved = SaveListOutcome::Save { title: "Natale".into(), product_string: "12:3|".into() };
/// assert_eq!(save_outcome("12:3|45:0|", Some(" Natale ")), saved);
/// assert!(matches!(save_outcome("45:0|", Some("Natale")), SaveListOutcome::Refused { .. }));
/// ```
pub fn save_outcome(products: &str, prompted: Option<&str>) -> SaveListOutcome {
    match save(products, prompted) {
        SaveList::Nothing => SaveListOutcome::Nothing,
        SaveList::Refused(error) => SaveListOutcome::Refused { error },
        SaveList::Save(NamedList { title, product_string }) => SaveListOutcome::Save { title, product_string },
    }
}

/// An event of the button "add cart to purchase list".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum CartToListEvent {
    /// The shopper pressed it and answered the prompt; `None`: the prompt was cancelled.
    Press(Option<String>),
    /// The server responded: whether the list was saved.
    Answered(bool),
}

/// View of the button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartToListState {
    /// State to pass to the next call.
    pub button: CartToListButton,
    /// Whether the button can be pressed.
    pub enabled: bool,
    /// Message code of its label.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub label: std::borrow::Cow<'static, str>,
}

/// Applies an event and returns the button's new view.
///
/// ```
/// use shop_core::trade::purchase_list::{CartToListButton, CartToListEvent, cart_to_list};
/// let pressed = |name: Option<&str>| {
///     cart_to_list(CartToListButton::Ready, &CartToListEvent::Press(name.map(str::to_owned)))
/// };
/// assert!(pressed(None).enabled && !pressed(Some("Natale")).enabled);
/// let saved = cart_to_list(CartToListButton::Saving, &CartToListEvent::Answered(true));
/// assert_eq!(saved.button, CartToListButton::Saved);
/// ```
pub fn cart_to_list(button: CartToListButton, event: &CartToListEvent) -> CartToListState {
    let button = match event {
        CartToListEvent::Press(prompted) => button.press(prompted.as_deref()),
        CartToListEvent::Answered(saved) => button.answered(*saved),
    };
    CartToListState { button, enabled: button.enabled(), label: button.label().into() }
}

/// Returns the URL that downloads a list (section 2). `endpoint` is the URL for AJAX calls, without a query.
///
/// ```
/// use shop_core::trade::purchase_list::download_address;
/// let address = download_address("/wp-admin/admin-ajax.php", 7, "a&b");
/// assert_eq!(address, "/wp-admin/admin-ajax.php?action=b2bkingdownloadpurchaselist&list=7&security=a%26b");
/// ```
pub fn download_address(endpoint: &str, list: i64, token: &str) -> String {
    format!(
        "{endpoint}?action=b2bkingdownloadpurchaselist&list={list}&security={}",
        crate::privacy::cookies::encode(token)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_or_empty_name_does_nothing_even_with_an_empty_list() {
        for prompted in [None, Some(""), Some("   "), Some("\n\t")] {
            assert_eq!(save("12:3|", prompted), SaveList::Nothing, "{prompted:?}");
            assert_eq!(save("", prompted), SaveList::Nothing, "{prompted:?}");
        }
    }

    #[test]
    fn saving_and_the_button_say_the_same_as_data() {
        assert_eq!(save_outcome("1:1|", None), SaveListOutcome::Nothing);
        assert!(
            matches!(save_outcome("", Some("x")), SaveListOutcome::Refused { error } if error.code == "trade_list_empty")
        );
        let saved = SaveListOutcome::Save { title: "x".into(), product_string: "1:1|".into() };
        assert_eq!(save_outcome("1:1|2:0|", Some(" x ")), saved);
        let state = cart_to_list(CartToListButton::Ready, &CartToListEvent::Press(None));
        assert!(state.enabled && state.button == CartToListButton::Ready);
        let state = cart_to_list(state.button, &CartToListEvent::Press(Some("x".into())));
        let state = cart_to_list(state.button, &CartToListEvent::Answered(true));
        assert_eq!((state.enabled, &*state.label), (false, "trade_list_saved_button"));
    }

    #[test]
    fn a_list_without_lines_that_count_is_empty() {
        for products in ["", "|", "12:0|", "0:3|", "abc"] {
            let SaveList::Refused(error) = save(products, Some("Natale")) else { panic!("{products}") };
            assert_eq!(error.code, "trade_list_empty", "{products}");
        }
    }

    #[test]
    fn a_name_longer_than_the_limit_is_refused_and_one_at_it_is_saved() {
        let SaveList::Refused(error) = save("1:1|", Some(&"x".repeat(201))) else { panic!() };
        assert_eq!((error.field.as_str(), error.params["max"].as_str()), ("title", "200"));
        assert!(matches!(save("1:1|", Some(&"è".repeat(200))), SaveList::Save(_)));
    }

    #[test]
    fn what_is_saved_has_a_tidy_name_and_only_lines_that_count() {
        let SaveList::Save(list) = save("12:3|5:0|x|", Some(" Natale\n2026 ")) else { panic!() };
        assert_eq!((list.title(), list.product_string()), ("Natale 2026", "12:3|"));
    }

    #[test]
    fn the_cart_is_saved_once() {
        let button = CartToListButton::default();
        assert_eq!(button.press(None), CartToListButton::Ready);
        assert_eq!(button.press(Some(" ")), CartToListButton::Ready);
        let saving = button.press(Some("Natale"));
        assert!(!saving.enabled() && saving.press(Some("Pasqua")) == CartToListButton::Saving);
        assert_eq!(saving.answered(false), CartToListButton::Ready, "a failed call can be tried again");
        let saved = saving.answered(true);
        assert_eq!((saved.enabled(), saved.label()), (false, "trade_list_saved_button"));
        assert_eq!(saved.press(Some("Pasqua")), CartToListButton::Saved);
        assert_eq!(button.answered(true), CartToListButton::Ready, "nothing was asked");
    }
}
