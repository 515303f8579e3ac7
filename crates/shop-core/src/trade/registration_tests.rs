use super::*;

fn field(name: &str, role: Option<&str>, kind: FieldKind) -> RoleField {
    RoleField {
        name: name.to_owned(),
        label: name.to_owned(),
        role: role.map(str::to_owned),
        required: true,
        kind,
        options: Vec::new(),
        option_labels: Vec::new(),
    }
}

fn all() -> Vec<RoleField> {
    let consent = field("consenso", Some("bar"), FieldKind::Checkbox);
    let note = RoleField { required: false, ..field("nota", None, FieldKind::Text) };
    vec![
        field("licenza", Some("bar"), FieldKind::Text),
        field("ditta", None, FieldKind::BusinessName),
        field("camere", Some("hotel"), FieldKind::Text),
        consent,
        note,
    ]
}

fn form(role: &str, values: &[(&str, &str)]) -> RegistrationForm {
    RegistrationForm {
        role: role.to_owned(),
        country: "IT".to_owned(),
        values: values.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
        ..RegistrationForm::default()
    }
}

fn rules() -> RegistrationRules {
    RegistrationRules {
        country_shown: true,
        shop_country: "IT".into(),
        countries: ["IT", "DE", "FR", "US"].map(String::from).to_vec(),
        vat: VatRules { countries: vec!["IT".into(), "DE".into()], number_of_countries: 4, ..VatRules::default() },
    }
}

fn invalid_fields(form: &RegistrationForm) -> Vec<String> {
    errors(form, &all(), &rules()).into_iter().map(|error| error.field).collect()
}

/// Returns the result of one required field in a country: the stored value, or the code of the error.
fn one(kind: FieldKind, country: &str, typed: &str) -> Result<String, String> {
    let all = [RoleField { options: vec!["Bar".into(), "Ristorante".into()], ..field("x", None, kind) }];
    let form = RegistrationForm { country: country.into(), ..form("", &[("x", typed)]) };
    match check(&form, &all, &rules()) {
        Ok(data) => Ok(data.fields.get("x").cloned().unwrap_or_default()),
        Err(errors) => Err(errors[0].code.clone().into_owned()),
    }
}

#[test]
fn a_role_shows_its_own_fields_and_those_of_all_roles() {
    for (role, shown) in [
        ("bar", vec!["licenza", "ditta", "consenso", "nota"]),
        ("hotel", vec!["ditta", "camere", "nota"]),
        ("", vec!["ditta", "nota"]),
        ("unknown", vec!["ditta", "nota"]),
    ] {
        let fields = fields(&form(role, &[]), &all(), &rules());
        let visible: Vec<&str> = fields.iter().filter(|f| f.visible).map(|f| f.name.as_str()).collect();
        assert_eq!(visible, shown, "{role}");
        assert!(fields.iter().all(|field| field.visible || !field.required), "{role}");
    }
}

#[test]
fn only_fields_that_are_shown_are_asked_for() {
    assert_eq!(invalid_fields(&form("hotel", &[])), ["ditta", "camere"]);
    assert_eq!(invalid_fields(&form("bar", &[("licenza", "A1"), ("ditta", "Bar Sport")])), ["consenso"]);
    assert_eq!(invalid_fields(&form("", &[("ditta", " ")])), ["ditta"]);
    let ticked =
        RegistrationForm { checked: vec!["consenso".to_owned()], ..form("bar", &[("licenza", "A1"), ("ditta", "x")]) };
    assert_eq!(invalid_fields(&ticked), Vec::<String>::new());
}

#[test]
fn fields_of_another_role_are_not_kept() {
    let sent = form("hotel", &[("ditta", "Grand Hotel"), ("camere", "12"), ("licenza", "A1")]);
    let data = check(&sent, &all(), &rules()).unwrap();
    assert_eq!(data.name, "Grand Hotel");
    assert_eq!(data.fields.keys().collect::<Vec<_>>(), ["camere", "ditta"]);
}

#[test]
fn a_country_that_is_not_chosen_is_said_first_and_only_where_it_is_asked() {
    for country in ["default", "", " "] {
        let form = RegistrationForm { country: country.to_owned(), ..form("hotel", &[]) };
        assert_eq!(invalid_fields(&form), ["country", "ditta", "camere"], "{country:?}");
        let without = RegistrationRules { country_shown: false, ..rules() };
        assert_eq!(errors(&form, &all(), &without).len(), 2);
    }
    let elsewhere = RegistrationForm { country: "JP".into(), ..form("", &[("ditta", "x")]) };
    assert_eq!(errors(&elsewhere, &all(), &rules())[0].code, "trade_country_unknown");
}

#[test]
fn the_vat_number_is_asked_for_by_the_list_of_countries() {
    assert_eq!(one(FieldKind::Vat, "IT", ""), Err("trade_field_required".into()));
    assert_eq!(one(FieldKind::Vat, "US", ""), Ok(String::new()));
    assert_eq!(one(FieldKind::Vat, "US", "DE1"), Ok(String::new()));
}

#[test]
fn a_vat_number_is_kept_in_its_normal_form_or_refused_by_its_rule() {
    for (country, typed, kept) in [
        ("IT", "00743110157", Ok("IT00743110157")),
        ("IT", "it 0074 3110 157", Ok("IT00743110157")),
        ("IT", "IT00743110158", Err("vat_check_digits")),
        ("DE", "IT00743110157", Err("vat_other_country")),
        ("DE", "12", Err("vat_shape")),
    ] {
        let kept = kept.map(String::from).map_err(String::from);
        assert_eq!(one(FieldKind::Vat, country, typed), kept, "{country} {typed}");
    }
}

#[test]
fn each_kind_refuses_what_it_does_not_take() {
    for (kind, typed, code) in [
        (FieldKind::Number, "dodici", "trade_number_invalid"),
        (FieldKind::Date, "31/12/2026", "trade_date_invalid"),
        (FieldKind::Date, "2026-02-30", "trade_date_invalid"),
        (FieldKind::Select, "Pizzeria", "trade_choice_unknown"),
        (FieldKind::State, "Atlantide", "trade_choice_unknown"),
        (FieldKind::Phone, "chiamami", "invalid_phone"),
        (FieldKind::TaxCode, "RSSMRA80B29H501X", "tax_code_control"),
        (FieldKind::InvoiceRecipient, "M5U", "sdi_invalid"),
        (FieldKind::InvoiceRecipient, "a@b", "pec_invalid"),
        (FieldKind::File, "", "trade_field_required"),
    ] {
        assert_eq!(one(kind, "IT", typed), Err(code.into()), "{kind:?} {typed}");
    }
}

#[test]
fn each_kind_keeps_what_it_takes() {
    for (kind, typed, kept) in [
        (FieldKind::Text, "  a\nb ", "a b"),
        (FieldKind::Number, "12,5", "12,5"),
        (FieldKind::Date, "2026-12-31", "2026-12-31"),
        (FieldKind::Select, "Bar", "Bar"),
        (FieldKind::State, "milano", "MI"),
        (FieldKind::Phone, "+39 02 1234", "+39 02 1234"),
        (FieldKind::TaxCode, "00743110157", "00743110157"),
        (FieldKind::InvoiceRecipient, "m5uxcr1", "M5UXCR1"),
        (FieldKind::InvoiceRecipient, "ordini@pec.esempio.it", "ordini@pec.esempio.it"),
    ] {
        assert_eq!(one(kind, "IT", typed), Ok(kept.into()), "{kind:?} {typed}");
    }
}

#[test]
fn italian_codes_are_asked_for_in_italy_only() {
    for kind in [FieldKind::TaxCode, FieldKind::InvoiceRecipient] {
        assert_eq!(one(kind, "IT", ""), Err("trade_field_required".into()));
        assert_eq!(one(kind, "DE", "nonsense"), Ok(String::new()));
    }
}

#[test]
fn a_state_is_asked_for_as_the_countrys_addresses_are() {
    for (country, result) in [("IT", Err("trade_field_required")), ("FR", Ok("")), ("DE", Ok(""))] {
        let result = result.map(String::from).map_err(String::from);
        assert_eq!(one(FieldKind::State, country, ""), result, "{country}");
    }
}

#[test]
fn texts_over_the_longest_are_refused_not_cut() {
    assert_eq!(one(FieldKind::Text, "IT", &"x".repeat(300)), Err("field_too_long".into()));
}

#[test]
fn a_file_is_there_when_it_comes_with_the_form_or_is_kept_already() {
    let all = [field("visura", None, FieldKind::File)];
    let with = |name: &str, size_bytes| {
        let files = [("visura".to_owned(), ChosenFile { name: name.into(), size_bytes })].into();
        errors(&RegistrationForm { files, ..form("", &[]) }, &all, &rules())
    };
    assert_eq!(with("visura.pdf", 10), []);
    assert_eq!(with("visura.docx", 10)[0].code, "trade_file_kind");
    assert_eq!(with("visura.pdf", 6 * 1024 * 1024)[0].code, "trade_file_too_large");
    assert_eq!(errors(&form("", &[("visura", "kept-name")]), &all, &rules()), []);
}
