use super::*;

fn method() -> MethodForm {
    MethodForm {
        kind: "flat_rate".into(),
        title: "Corriere".into(),
        cost: "6,00".into(),
        taxable: true,
        ..MethodForm::default()
    }
}

fn zone() -> ZoneForm {
    ZoneForm { name: "Italia".into(), countries: vec!["IT".into()], methods: vec![method()], ..ZoneForm::default() }
}

fn field_errors(forms: &[ZoneForm]) -> Vec<(String, String)> {
    let errors = check_zones(forms, &[]).expect_err("refused");
    errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
}

fn one(field: &str, code: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), code.to_owned())]
}

#[test]
fn what_is_opened_and_saved_untouched_stays_as_it_was() {
    let full = ZoneForm {
        states: vec!["IT:CA".into()],
        postcodes: vec!["09*".into(), "20121...20162".into()],
        methods: vec![
            MethodForm {
                min_weight: "0,5".into(),
                max_weight: "30".into(),
                class_costs: vec![ClassCostForm { class: "fresco".into(), cost: "7".into() }],
                ..method()
            },
            MethodForm {
                kind: "free_shipping".into(),
                title: "Gratis".into(),
                requires: "min_amount".into(),
                min_amount: "60".into(),
                ..MethodForm::default()
            },
        ],
        ..zone()
    };
    let zones = check_zones(&[full, ZoneForm { name: "Resto".into(), ..ZoneForm::default() }], &[]).unwrap();
    assert_eq!(check_zones(&forms_of(&zones), &zones), Ok(zones));
}

#[test]
fn a_way_of_delivery_keeps_its_number_and_no_two_have_the_same() {
    let known = check_zones(&[zone(), ZoneForm { name: "Altra".into(), ..zone() }], &[]).unwrap();
    let mut forms = forms_of(&known);
    forms.reverse();
    forms[0].methods.push(method());
    forms[1].methods.push(MethodForm { id: 2, ..method() });
    let ids: Vec<Vec<i64>> = check_zones(&forms, &known)
        .unwrap()
        .iter()
        .map(|zone| zone.methods.iter().map(|method| method.instance_id).collect())
        .collect();
    assert_eq!(ids, [[2, 3], [1, 4]]);
}

#[test]
fn every_wrong_field_is_named_by_its_place() {
    let with = |change: &dyn Fn(&mut ZoneForm)| {
        let mut form = zone();
        change(&mut form);
        field_errors(&[form])
    };
    assert_eq!(with(&|z| z.name.clear()), one("zones.0.name", "merchant_required"));
    assert_eq!(with(&|z| z.countries = vec!["XX".into()]), one("zones.0.countries", "office_country_unknown"));
    assert_eq!(with(&|z| z.states = vec!["IT:ZZ".into()]), one("zones.0.states", "office_state_unknown"));
    assert_eq!(with(&|z| z.states = vec!["Cagliari".into()]), one("zones.0.states", "office_state_unknown"));
    assert_eq!(with(&|z| z.postcodes = vec!["*".into()]), one("zones.0.postcodes", "office_zone_postcode"));
    let nowhere = |z: &mut ZoneForm| (z.countries, z.postcodes) = (vec![], vec!["09*".into()]);
    assert_eq!(with(&nowhere), one("zones.0.countries", "office_zone_place_missing"));
    for (change, field, code) in [
        (MethodForm { kind: "drone".into(), ..method() }, "kind", "merchant_value_unknown"),
        (MethodForm { title: " ".into(), ..method() }, "title", "merchant_required"),
        (MethodForm { cost: "sei".into(), ..method() }, "cost", "merchant_amount_invalid"),
        (MethodForm { cost: "-1".into(), ..method() }, "cost", "merchant_amount_range"),
        (MethodForm { requires: "boh".into(), ..method() }, "requires", "merchant_value_unknown"),
        (MethodForm { kind: "free_shipping".into(), ..method() }, "cost", "office_free_costs"),
        (
            MethodForm { kind: "free_shipping".into(), cost: String::new(), requires: "either".into(), ..method() },
            "min_amount",
            "office_minimum_missing",
        ),
        (MethodForm { min_weight: "x".into(), ..method() }, "min_weight", "office_measure_invalid"),
        (
            MethodForm { min_weight: "2".into(), max_weight: "1,999".into(), ..method() },
            "max_weight",
            "office_weights_reversed",
        ),
        (
            MethodForm { class_costs: vec![ClassCostForm { class: "Fresco".into(), cost: "1".into() }], ..method() },
            "class_costs.0.class",
            "office_slug_invalid",
        ),
        (
            MethodForm { class_costs: vec![ClassCostForm { class: "a".into(), cost: "1".into() }; 2], ..method() },
            "class_costs.1.class",
            "office_twice",
        ),
    ] {
        let form = ZoneForm { methods: vec![method(), change], ..zone() };
        assert_eq!(field_errors(&[form]), one(&format!("zones.0.methods.1.{field}"), code));
    }
}

#[test]
fn there_is_one_rest_of_the_world() {
    let rest = ZoneForm { countries: Vec::new(), ..zone() };
    assert!(check_zones(&[rest.clone(), zone()], &[]).is_ok());
    assert_eq!(field_errors(&[rest.clone(), zone(), rest]), one("zones.2.countries", "office_zone_rest_twice"));
}
