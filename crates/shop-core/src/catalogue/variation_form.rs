//! The variation form of a product page as a state machine: its view after each choice, reset and typed quantity.
//!
//! Each step takes the remembered state ([`VariationChoice`]) and returns the whole new view, so that it fits a reducer and runs
//! the same in the page renderer. A [`VariationFormState`] can be passed wherever a choice is expected.

use serde::{Deserialize, Serialize};

use super::quantity;
use super::variation::{OptionStatus, Selection, VariationForm, VariationIndex, VariationOption};
use crate::base::ProductId;
use crate::platform::messages::codes;

/// State of the quantity field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct QuantityField {
    /// Text of the field.
    pub value: String,
    pub min: i64,
    /// Maximum quantity; `None`: no limit.
    pub max: Option<i64>,
    /// Multiple in which it is sold.
    pub step: i64,
    /// Whether it is hidden, because only one piece can be bought.
    pub hidden: bool,
}

impl Default for QuantityField {
    fn default() -> Self {
        Self { value: "1".to_owned(), min: 1, max: None, step: 1, hidden: false }
    }
}

/// State of the form between two steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VariationChoice {
    /// Chosen option by attribute name, without unchosen attributes.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub selected: Selection,
    /// The quantity field, which keeps its last state while no variation is chosen.
    pub quantity: QuantityField,
    /// Whether the reset was announced to screen readers (message `variation_reset`).
    pub reset_announced: bool,
    /// Whether the last complete choice matched no variation (message `variation_no_match`).
    pub no_match: bool,
}

/// State of the add-to-cart button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ButtonState {
    /// Disabled: an attribute is not chosen.
    SelectionNeeded,
    /// Disabled: the chosen variation cannot be bought, is out of stock or not visible.
    Unavailable,
    /// Enabled: it adds the chosen variation.
    Enabled,
}

/// An option and its status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OptionState {
    pub value: String,
    /// Status of the option.
    pub status: OptionStatus,
}

/// A select and its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AttributeState {
    pub name: String,
    /// Chosen option; empty: none.
    pub chosen: String,
    /// Options in page order, including removed ones.
    pub options: Vec<OptionState>,
}

/// View of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VariationFormState {
    /// Chosen option by attribute name, without unchosen attributes.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub selected: Selection,
    /// State of the quantity field.
    pub quantity: QuantityField,
    /// Whole number of pieces that the add button sends.
    pub pieces: i64,
    /// Whether the form was just reset: announce message `variation_reset` to screen readers.
    pub reset_announced: bool,
    /// Whether to show message `variation_no_match` under the panel.
    pub no_match: bool,
    /// Selects in page order.
    pub attributes: Vec<AttributeState>,
    /// Id of the chosen variation.
    pub variation_id: Option<ProductId>,
    /// State of the add-to-cart button.
    pub button: ButtonState,
    /// Code of the message shown on pressing the button; `None`: it adds the variation.
    pub alert: Option<&'static str>,
    /// Whether the reset link is shown.
    pub reset_visible: bool,
    /// Whether the chosen variation's panel (price, availability, description) is shown.
    pub panel_shown: bool,
    pub sku: String,
}

impl VariationFormState {
    /// Returns the state for the next step.
    pub fn into_choice(self) -> VariationChoice {
        let Self { selected, quantity, reset_announced, no_match, .. } = self;
        VariationChoice { selected, quantity, reset_announced, no_match }
    }
}

/// Returns whether the variation is fetched from the shop (call `get_variation`): only if the page does not contain the
/// variations itself, and every attribute is chosen. A running request is then aborted.
///
/// ```
/// use shop_core::catalogue::variation_form::asks_server;
/// let chosen = ["35 g", "bianco"].map(String::from);
/// assert!(asks_server(false, &chosen));
/// assert!(!asks_server(true, &chosen));
/// assert!(!asks_server(false, &["35 g", ""].map(String::from)));
/// ```
pub fn asks_server(variations_on_page: bool, chosen: &[String]) -> bool {
    !variations_on_page && !chosen.is_empty() && chosen.iter().all(|option| !option.is_empty())
}

impl VariationForm {
    /// Returns the options preselected on the page.
    pub fn initial(&self) -> Selection {
        let mut selection = Selection::new();
        for attribute in self.attributes.iter().filter(|attribute| !attribute.selected.is_empty()) {
            selection.insert(attribute.name.clone(), attribute.selected.clone());
        }
        selection
    }
}

impl VariationIndex {
    /// Returns the view after the page has loaded.
    pub fn start(&self) -> VariationFormState {
        let before = VariationChoice { selected: self.form.initial(), ..VariationChoice::default() };
        // A preselection without a match is dropped silently: the shopper has not chosen anything yet.
        VariationFormState { no_match: false, ..self.settle(before) }
    }

    /// Chooses an option; an empty one clears the choice.
    pub fn choose(&self, mut before: VariationChoice, attribute: &str, option: &str) -> VariationFormState {
        before.selected.insert(attribute.to_owned(), option.to_owned());
        before.reset_announced = false;
        self.settle(before)
    }

    /// Clears all choices after the reset link is followed.
    pub fn reset(&self, mut before: VariationChoice) -> VariationFormState {
        before.selected.clear();
        VariationFormState { reset_announced: true, ..self.settle(before) }
    }

    /// Sets the typed quantity as it is: limits apply when a variation is chosen and when it is added.
    pub fn set_quantity(&self, mut before: VariationChoice, typed: &str) -> VariationFormState {
        typed.clone_into(&mut before.quantity.value);
        let chosen = self.chosen(&before.selected);
        self.state(before, &chosen)
    }

    /// Evaluates new choices: all that are no longer valid are cleared together, then the options are evaluated again, and a
    /// complete choice sets the quantity's limits. The reset link depends on what was chosen before the clearing unless that was
    /// complete, as the recorded journeys show.
    fn settle(&self, mut before: VariationChoice) -> VariationFormState {
        let mut chosen = self.chosen(&before.selected);
        let complete = !chosen.is_empty() && chosen.iter().all(Option::is_some);
        let partial = !complete && chosen.iter().any(Option::is_some);
        let statuses = self.statuses(&chosen);
        for (choice, statuses) in chosen.iter_mut().zip(statuses) {
            *choice = choice.filter(|at| statuses.get(*at) == Some(&OptionStatus::Kept));
        }
        let variation = self.complete_match(&chosen);
        before.no_match = complete && variation.is_none() && !self.form.on_demand;
        if let Some(variation) = variation {
            before.quantity = limit(&before.quantity.value, variation);
        }
        let state = self.state(before, &chosen);
        VariationFormState { reset_visible: state.reset_visible || partial, ..state }
    }

    fn complete_match(&self, chosen: &[Option<usize>]) -> Option<&VariationOption> {
        let complete = !chosen.is_empty() && chosen.iter().all(Option::is_some);
        complete.then(|| self.match_chosen(chosen)).flatten()
    }

    fn state(&self, choice: VariationChoice, chosen: &[Option<usize>]) -> VariationFormState {
        let variation = self.complete_match(chosen);
        let button = match variation {
            None => ButtonState::SelectionNeeded,
            Some(v) if v.is_purchasable && v.is_in_stock && v.variation_is_visible => ButtonState::Enabled,
            Some(_) => ButtonState::Unavailable,
        };
        let bounds = quantity::QuantityBounds {
            min: choice.quantity.min,
            max: choice.quantity.max,
            step: choice.quantity.step,
            sold_individually: choice.quantity.hidden,
        };
        let attributes = self.form.attributes.iter().zip(chosen).zip(self.statuses(chosen));
        let attributes = attributes.map(|((attribute, chosen), statuses)| AttributeState {
            name: attribute.name.clone(),
            chosen: chosen.and_then(|at| attribute.options.get(at)).cloned().unwrap_or_default(),
            options: attribute
                .options
                .iter()
                .zip(statuses)
                .map(|(value, status)| OptionState { value: value.clone(), status })
                .collect(),
        });
        VariationFormState {
            attributes: attributes.collect(),
            selected: self.selection(chosen),
            pieces: quantity::clamp(&choice.quantity.value, &bounds).value,
            quantity: choice.quantity,
            reset_announced: choice.reset_announced,
            no_match: choice.no_match,
            variation_id: variation.map(|v| v.variation_id),
            button,
            alert: match button {
                ButtonState::SelectionNeeded => Some(codes::VARIATION_MAKE_A_SELECTION),
                ButtonState::Unavailable => Some(codes::VARIATION_UNAVAILABLE),
                ButtonState::Enabled => None,
            },
            reset_visible: chosen.iter().any(Option::is_some),
            panel_shown: variation.is_some(),
            sku: variation.map(|v| &v.sku).filter(|sku| !sku.is_empty()).unwrap_or(&self.form.sku).clone(),
        }
    }
}

/// Returns the quantity field once a variation is chosen.
fn limit(typed: &str, variation: &VariationOption) -> QuantityField {
    if variation.is_sold_individually {
        return QuantityField { hidden: true, ..QuantityField::default() };
    }
    let VariationOption { min_qty: min, max_qty: max, step, .. } = *variation;
    QuantityField { value: quantity::settle(typed, min, max), min, max, step, hidden: false }
}
