//! Compares the variation form with journeys recorded on the platform whose behaviour it follows (`tests/vectors/`).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use shop_core::catalogue::variation::{
    FormAttribute, OptionStatus, Selection, VariationForm, VariationIndex, VariationOption,
};
use shop_core::catalogue::variation_form::{ButtonState, VariationFormState};

#[derive(Deserialize)]
struct Case {
    /// Sorted by name, unlike on the page: no rule depends on the order of attributes.
    attributes: BTreeMap<String, Vec<String>>,
    variations: Vec<VariationOption>,
    sku: String,
    initial: BTreeMap<String, String>,
    steps: Vec<Step>,
    expect: Vec<Expect>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Step {
    Choose(String, String),
    Reset(serde::de::IgnoredAny),
    Qty(String),
}

#[derive(Deserialize, Debug, PartialEq)]
struct Expect {
    selected: Selection,
    options: BTreeMap<String, String>,
    variation_id: Option<i64>,
    button: ButtonState,
    alert: Option<String>,
    reset_visible: bool,
    reset_announced: bool,
    panel_shown: bool,
    sku: String,
    qty: (String, String, String, bool),
}

fn shown(state: &VariationFormState) -> Expect {
    let letter = |status| match status {
        OptionStatus::Kept => 'k',
        OptionStatus::Disabled => 'd',
        OptionStatus::Removed => 'r',
    };
    let quantity = &state.quantity;
    Expect {
        selected: state.selected.clone(),
        options: state
            .attributes
            .iter()
            .map(|attribute| (attribute.name.clone(), attribute.options.iter().map(|o| letter(o.status)).collect()))
            .collect(),
        variation_id: state.variation_id.map(|id| id.0),
        button: state.button,
        alert: state.alert.map(|code| code.trim_start_matches("variation_").to_owned()),
        reset_visible: state.reset_visible,
        reset_announced: state.reset_announced,
        panel_shown: state.panel_shown,
        sku: state.sku.clone(),
        qty: (
            quantity.value.clone(),
            quantity.min.to_string(),
            quantity.max.map(|max| max.to_string()).unwrap_or_default(),
            quantity.hidden,
        ),
    }
}

fn form(case: &Case) -> VariationForm {
    let attributes = case.attributes.iter().map(|(name, options)| FormAttribute {
        name: name.clone(),
        options: options.clone(),
        selected: case.initial.get(name).cloned().unwrap_or_default(),
    });
    VariationForm {
        sku: case.sku.clone(),
        attributes: attributes.collect(),
        variations: case.variations.clone(),
        ..VariationForm::default()
    }
}

#[test]
fn all_recorded_journeys_replay_exactly() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/variations.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases: Vec<Case> = serde_json::from_value(file["cases"].clone()).unwrap();
    assert_eq!(cases.len(), 150);
    for (number, case) in cases.iter().enumerate() {
        let index = VariationIndex::new(form(case));
        let mut state = index.start();
        assert_eq!(shown(&state), case.expect[0], "journey {number} after loading");
        for (at, step) in case.steps.iter().enumerate() {
            let before = state.into_choice();
            state = match step {
                Step::Choose(attribute, option) => index.choose(before, attribute, option),
                Step::Reset(_) => index.reset(before),
                Step::Qty(typed) => index.set_quantity(before, typed),
            };
            assert_eq!(shown(&state), case.expect[at + 1], "journey {number} after step {at}, {step:?}");
        }
    }
}
