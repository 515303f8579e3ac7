//! Compares the index with a plain scan of all variations.

use proptest::prelude::*;

use super::*;

const VALUES: [&str; 4] = ["", "15-g", "35-g", "100-g"];

fn naive_fits(form: &VariationForm, variation: &VariationOption, selection: &Selection, except: Option<&str>) -> bool {
    form.attributes.iter().filter(|attribute| Some(attribute.name.as_str()) != except).all(|attribute| {
        let chosen = selection.get(&attribute.name).map_or("", String::as_str);
        let value = variation.attributes.get(&attribute.name).map_or("", String::as_str);
        chosen.is_empty() || value.is_empty() || chosen == value
    })
}

fn naive_status(form: &VariationForm, selection: &Selection, attribute: &str, option: &str) -> OptionStatus {
    let fitting = form.variations.iter().filter(|v| naive_fits(form, v, selection, Some(attribute)));
    let allowing: Vec<_> =
        fitting.filter(|v| v.attributes.get(attribute).is_none_or(|a| a.is_empty() || a == option)).collect();
    match allowing {
        list if list.iter().any(|v| v.variation_is_active) => OptionStatus::Kept,
        list if list.is_empty() => OptionStatus::Removed,
        _ => OptionStatus::Disabled,
    }
}

prop_compose! {
    /// Up to three attributes with the same three options, up to 150 variations (more than two words of bits).
    fn forms()(count in 1_usize..4)(
        variations in prop::collection::vec((prop::collection::vec(0_usize..4, count), any::<bool>(), any::<bool>()), 0..150),
        count in Just(count),
    ) -> VariationForm {
        let name = |at: usize| format!("attribute_pa_{at}");
        let attributes = (0..count).map(|at| FormAttribute {
            name: name(at),
            options: VALUES[1..].iter().map(|v| (*v).to_owned()).collect(),
            selected: String::new(),
        });
        let variations = variations.into_iter().enumerate().map(|(id, (values, active, stock))| VariationOption {
            variation_id: ProductId(i64::try_from(id).unwrap() + 1),
            attributes: values.into_iter().enumerate().map(|(at, value)| (name(at), VALUES[value].to_owned())).collect(),
            variation_is_active: active,
            is_in_stock: stock,
            ..VariationOption::default()
        });
        VariationForm { sku: "BASE".into(), attributes: attributes.collect(), variations: variations.collect(), ..VariationForm::default() }
    }
}

fn selections() -> impl Strategy<Value = Selection> {
    prop::collection::vec(0_usize..4, 3).prop_map(|values| {
        values.iter().enumerate().map(|(at, v)| (format!("attribute_pa_{at}"), VALUES[*v].to_owned())).collect()
    })
}

proptest! {
    #[test]
    fn the_index_answers_like_a_plain_scan(form in forms(), selection in selections()) {
        let index = VariationIndex::new(form.clone());
        let scan = form.variations.iter().find(|v| naive_fits(&form, v, &selection, None));
        prop_assert_eq!(index.match_chosen(&index.chosen(&selection)), scan);
        for (attribute, statuses) in form.attributes.iter().zip(index.options(&selection)) {
            for (option, status) in attribute.options.iter().zip(statuses) {
                prop_assert_eq!(status, naive_status(&form, &selection, &attribute.name, option));
            }
        }
    }

    #[test]
    fn what_is_chosen_always_stands_and_every_kept_option_leads_to_a_variation(
        form in forms(),
        steps in prop::collection::vec((0_usize..3, 0_usize..4), 1..6),
    ) {
        let index = VariationIndex::new(form.clone());
        let mut state = index.start();
        for (attribute, option) in steps {
            state = index.choose(state.into_choice(), &format!("attribute_pa_{attribute}"), VALUES[option]);
            for attribute in &state.attributes {
                for option in &attribute.options {
                    if option.value == attribute.chosen {
                        prop_assert_eq!(option.status, OptionStatus::Kept);
                    }
                    if option.status == OptionStatus::Kept {
                        let mut chosen = state.selected.clone();
                        chosen.insert(attribute.name.clone(), option.value.clone());
                        prop_assert!(index.match_chosen(&index.chosen(&chosen)).is_some());
                    }
                }
            }
            let complete = state.selected.len() == form.attributes.len();
            prop_assert_eq!(state.variation_id.is_some(), complete);
            prop_assert_eq!(state.panel_shown, complete);
            prop_assert!(state.reset_visible || state.selected.is_empty());
        }
    }
}

prop_compose! {
    /// Various products: one to four attributes with one to five values each, up to 40 variations that fix, leave open ("any",
    /// written empty or left out) or misname values, some of them inactive.
    fn products()(sizes in prop::collection::vec(1_usize..=5, 1..=4))(
        variations in prop::collection::vec((prop::collection::vec(prop::option::weighted(0.8, 0_usize..7), sizes.len()), any::<bool>()), 0..40),
        chosen in prop::collection::vec(0_usize..7, sizes.len()),
        sizes in Just(sizes),
    ) -> (VariationForm, Selection) {
        let name = |at: usize| format!("attribute_{at}");
        // 0 is "any" or "none chosen"; a value beyond the attribute's own is one that its select does not contain.
        let value = |number: usize| if number == 0 { String::new() } else { format!("v{number}") };
        let attributes = sizes.iter().enumerate().map(|(at, size)| FormAttribute {
            name: name(at),
            options: (1..=*size).map(value).collect(),
            selected: String::new(),
        });
        let variations = variations.into_iter().enumerate().map(|(id, (values, active))| VariationOption {
            variation_id: ProductId(i64::try_from(id).unwrap() + 1),
            attributes: values.into_iter().enumerate().filter_map(|(at, v)| Some((name(at), value(v?)))).collect(),
            variation_is_active: active,
            ..VariationOption::default()
        });
        let form = VariationForm { sku: "BASE".into(), attributes: attributes.collect(), variations: variations.collect(), ..VariationForm::default() };
        // Only values of the selects can be chosen.
        let selection = chosen.iter().enumerate().filter(|(at, v)| **v <= sizes[*at]).map(|(at, v)| (name(at), value(*v))).collect();
        (form, selection)
    }
}

proptest! {
    #[test]
    fn matching_agrees_with_a_scan_on_products_of_any_shape((form, selection) in products()) {
        let index = VariationIndex::new(form.clone());
        let scan = form.variations.iter().find(|v| naive_fits(&form, v, &selection, None));
        prop_assert_eq!(index.match_chosen(&index.chosen(&selection)), scan);
        for (attribute, statuses) in form.attributes.iter().zip(index.options(&selection)) {
            prop_assert_eq!(statuses.len(), attribute.options.len());
            for (option, status) in attribute.options.iter().zip(statuses) {
                prop_assert_eq!(status, naive_status(&form, &selection, &attribute.name, option));
            }
        }
        let unknown = selection.keys().map(|name| (name.clone(), "nowhere".to_owned())).collect();
        prop_assert_eq!(index.match_chosen(&index.chosen(&unknown)), form.variations.first(), "what no select has is ignored");
    }
}

fn form(json: &str) -> VariationForm {
    serde_json::from_str(json).unwrap()
}

#[test]
fn variations_that_are_fetched_remove_no_option_and_fit_once_they_are_there() {
    let unfetched = form(
        r#"{"sku":"BASE","on_demand":true,"attributes":[{"name":"a","options":["1","2"]},{"name":"b","options":["x","y"]}]}"#,
    );
    let index = VariationIndex::new(unfetched.clone());
    let state = index.choose(index.start().into_choice(), "a", "1");
    let state = index.choose(state.into_choice(), "b", "y");
    let is_retained = |state: &super::super::variation_form::VariationFormState| {
        state.attributes.iter().all(|a| a.options.iter().all(|o| o.status == OptionStatus::Kept))
    };
    assert!(is_retained(&state) && !state.no_match && state.variation_id.is_none() && !state.panel_shown);
    let found = VariationOption {
        variation_id: ProductId(7),
        attributes: [("a".to_owned(), "1".to_owned()), ("b".to_owned(), String::new())].into(),
        ..VariationOption::default()
    };
    let fetched = VariationIndex::new(VariationForm { variations: vec![found], ..unfetched });
    let state = fetched.choose(state.into_choice(), "b", "y");
    assert_eq!(state.variation_id, Some(ProductId(7)));
    let state = fetched.choose(state.into_choice(), "a", "2");
    assert!(is_retained(&state) && state.variation_id.is_none() && !state.no_match, "another choice is asked for anew");
}

#[test]
fn left_out_fields_have_the_wire_defaults() {
    let read =
        form(r#"{"variations":[{"variation_id":7,"max_qty":"","is_sold_individually":"no","price_html":"ignored"}]}"#);
    let expected = VariationOption { variation_id: ProductId(7), ..VariationOption::default() };
    assert_eq!(read.variations, vec![expected]);
}

#[test]
fn limits_are_read_as_numbers_texts_or_nothing() {
    for (json, max) in [("5", Some(5)), ("\"5\"", Some(5)), ("5.0", Some(5)), ("\"\"", None), ("null", None)] {
        let read = form(&format!(r#"{{"variations":[{{"variation_id":7,"max_qty":{json}}}]}}"#));
        assert_eq!(read.variations[0].max_qty, max, "{json}");
    }
    for wrong in
        [r#"{"max_qty":"many"}"#, r#"{"max_qty":1.5}"#, r#"{"max_qty":true}"#, r#"{"is_sold_individually":"maybe"}"#]
    {
        assert!(serde_json::from_str::<VariationOption>(wrong).is_err(), "{wrong}");
    }
}

fn caviar() -> VariationIndex {
    VariationIndex::new(form(
        r#"{"sku":"CAV","attributes":[{"name":"f","options":["15-g","35-g","50-g"]},{"name":"t","options":["crudo","cotto"]}],
            "variations":[{"variation_id":1,"attributes":{"f":"15-g","t":"crudo"}},
                          {"variation_id":2,"attributes":{"f":"35-g","t":"cotto"},"is_in_stock":false},
                          {"variation_id":3,"attributes":{"f":"50-g","t":""},"variation_is_active":false}]}"#,
    ))
}

#[test]
fn a_stale_choice_that_fits_nothing_is_cleared_and_said() {
    let index = caviar();
    let state = index.choose(index.start().into_choice(), "f", "15-g");
    assert!(!state.no_match);
    let state = index.choose(state.into_choice(), "t", "cotto");
    assert!(state.no_match, "15 g is not sold as cotto");
    assert!(state.selected.is_empty());
    assert_eq!(state.alert, Some("variation_make_a_selection"));
    let state = index.choose(state.into_choice(), "t", "crudo");
    assert!(!state.no_match, "the next choice takes the message away");
}

#[test]
fn a_form_that_opens_with_an_impossible_choice_opens_empty_and_silent() {
    let mut form = caviar().form().clone();
    form.attributes[0].selected = "15-g".to_owned();
    form.attributes[1].selected = "cotto".to_owned();
    let state = VariationIndex::new(form).start();
    assert!(state.selected.is_empty() && !state.no_match);
}

#[test]
fn inactive_options_are_disabled_and_unknown_values_ignored() {
    let index = caviar();
    let state = index.start();
    let statuses: Vec<_> = state.attributes[0].options.iter().map(|o| o.status).collect();
    assert_eq!(statuses, [OptionStatus::Kept, OptionStatus::Kept, OptionStatus::Disabled]);
    let state = index.choose(state.into_choice(), "f", "1-kg");
    assert!(state.selected.is_empty());
    let state = index.choose(state.into_choice(), "nome", "15-g");
    assert!(state.selected.is_empty());
}

#[test]
fn a_form_without_attributes_asks_for_a_selection_and_finds_nothing() {
    let index = VariationIndex::new(form(r#"{"sku":"X","variations":[{"variation_id":1}]}"#));
    let state = index.start();
    assert_eq!(state.variation_id, None);
    assert!(!index.reset(state.into_choice()).no_match);
}

#[test]
fn what_is_sent_is_whole_pieces_within_the_limits() {
    let index = caviar();
    let state = index.set_quantity(index.start().into_choice(), "2.5");
    assert_eq!((state.quantity.value.as_str(), state.pieces), ("2.5", 2));
    let state = index.set_quantity(state.into_choice(), "");
    assert_eq!((state.quantity.value.as_str(), state.pieces), ("", 1));
}
