use super::*;

const CHOICES: [SettingChoice; 2] =
    [SettingChoice { value: "popup", label: ["", ""] }, SettingChoice { value: "sidebar", label: ["", ""] }];

fn place() -> SettingContext {
    SettingContext {
        country: "IT".into(),
        pages: vec!["/condizioni/".into()],
        products: vec![7],
        tax_classes: vec!["reduced-10".into()],
    }
}

fn text(kind: SettingKind, typed: &str) -> Result<String, String> {
    match check_setting("x", kind, &SettingValue::Text(typed.into()), &place()) {
        Ok(SettingValue::Text(text)) => Ok(text),
        Ok(other) => panic!("{other:?}"),
        Err(errors) => Err(errors[0].code.clone().into_owned()),
    }
}

#[test]
fn texts_come_in_their_normal_form() {
    for (kind, typed, normal) in [
        (SettingKind::Line { maximum: 5, required: true }, " ciao ", "ciao"),
        (SettingKind::Email, "", ""),
        (SettingKind::Email, "a@b.example", "a@b.example"),
        (SettingKind::VatNumber, "00743110157", "IT00743110157"),
        (SettingKind::VatNumber, "IT 00743110157", "IT00743110157"),
        (SettingKind::VatNumber, "", ""),
        (SettingKind::Choice(&CHOICES), "sidebar", "sidebar"),
        (SettingKind::Number { minimum: 0, maximum: 9 }, " 9", "9"),
        (SettingKind::Money { minimum: 1, maximum: 10_000 }, " 35", "35,00"),
        (SettingKind::Money { minimum: 1, maximum: 10_000 }, "35.5", "35,50"),
        (SettingKind::ChatAddress, " https://wa.me/{phone}", "https://wa.me/{phone}"),
        (SettingKind::Selectors, "", ""),
        (SettingKind::Selectors, " .price \n\n #sum > dd", ".price\n#sum > dd"),
        (SettingKind::PaymentSentences, "", ""),
        (SettingKind::PaymentSentences, " expired_card : Scaduta. \n\n", "expired_card : Scaduta."),
        (SettingKind::Country, "de", "DE"),
        (SettingKind::Province, "milano", "MI"),
        (SettingKind::Postcode, "20 121", "20121"),
        (SettingKind::Page, "/condizioni/", "/condizioni/"),
        (SettingKind::Page, "", ""),
        (SettingKind::Product, "", "0"),
        (SettingKind::Product, "7", "7"),
        (SettingKind::TaxClass, "reduced-10", "reduced-10"),
        (SettingKind::TaxClass, "inherit", "inherit"),
    ] {
        assert_eq!(text(kind, typed).as_deref(), Ok(normal), "{kind:?} {typed}");
    }
}

#[test]
fn what_does_not_fit_its_kind_is_refused() {
    for (kind, typed, code) in [
        (SettingKind::Line { maximum: 5, required: true }, " ", "merchant_required"),
        (SettingKind::Lines { maximum: 3 }, "ciao", "merchant_too_long"),
        (SettingKind::Email, "nessuno", "merchant_email_invalid"),
        (SettingKind::VatNumber, "00743110158", "office_vat_invalid"),
        (SettingKind::Choice(&CHOICES), "altro", "merchant_value_unknown"),
        (SettingKind::Number { minimum: 1, maximum: 9 }, "0", "merchant_number_invalid"),
        (SettingKind::Number { minimum: 1, maximum: 9 }, "", "merchant_required"),
        (SettingKind::Number { minimum: 1, maximum: 9 }, "1,5", "merchant_number_invalid"),
        (SettingKind::Money { minimum: 1, maximum: 10_000 }, "", "office_amount_range"),
        (SettingKind::Money { minimum: 1, maximum: 10_000 }, "0", "office_amount_range"),
        (SettingKind::Money { minimum: 1, maximum: 10_000 }, "100,01", "office_amount_range"),
        (SettingKind::ChatAddress, "", "merchant_chat_address"),
        (SettingKind::ChatAddress, "http://wa.me/{phone}", "merchant_chat_address"),
        (SettingKind::ChatAddress, "javascript:alert({phone})", "merchant_chat_address"),
        (SettingKind::ChatAddress, "https://wa.me/", "merchant_chat_address"),
        (SettingKind::ChatAddress, "https://{phone}", "merchant_chat_address"),
        (SettingKind::ChatAddress, "https://a@b.test/{phone}", "merchant_chat_address"),
        (SettingKind::ChatAddress, "https://wa.me/{phone} x", "merchant_chat_address"),
        (SettingKind::Selectors, ".a\na{color:red}", "bnpl_selector"),
        (SettingKind::Selectors, ".a\n.b\n.c\n.d\n.e\n.f", "merchant_too_many"),
        (SettingKind::PaymentSentences, "Scaduta.", "payment_sentence_invalid"),
        (SettingKind::PaymentSentences, "expired_card:", "payment_sentence_invalid"),
        (SettingKind::PaymentSentences, "Expired Card: Scaduta.", "payment_sentence_invalid"),
        (SettingKind::Country, "XX", "office_country_unknown"),
        (SettingKind::Province, "Atlantide", "office_state_unknown"),
        (SettingKind::Postcode, "2012", "office_postcode_invalid"),
        (SettingKind::Page, "/altro/", "office_page_unknown"),
        (SettingKind::Product, "8", "office_product_unknown"),
        (SettingKind::Product, "sette", "office_product_unknown"),
        (SettingKind::TaxClass, "altra", "office_tax_class_unknown"),
        (SettingKind::Flag, "true", "office_value_shape"),
        (SettingKind::Countries, "IT", "office_value_shape"),
    ] {
        assert_eq!(text(kind, typed), Err(code.to_owned()), "{kind:?} {typed}");
    }
}

#[test]
fn countries_are_known_named_once_and_at_least_one() {
    let list = |codes: &[&str]| SettingValue::List(codes.iter().map(|code| (*code).to_owned()).collect());
    let checked = |codes: &[&str]| check_setting("sold_to", SettingKind::Countries, &list(codes), &place());
    assert_eq!(checked(&["it", "DE", "IT"]), Ok(list(&["IT", "DE"])));
    assert_eq!(checked(&[]).unwrap_err()[0].code, "office_list_empty");
    assert_eq!(checked(&["XX"]).unwrap_err()[0].code, "office_country_unknown");
}

#[test]
fn a_further_field_keeps_its_name_and_a_new_one_gets_the_next() {
    let form = |name: &str, label: &str| ExtraFieldForm {
        name: name.into(),
        label: label.into(),
        ..ExtraFieldForm::default()
    };
    let checked = |list: Vec<ExtraFieldForm>| {
        check_setting("extra", SettingKind::ExtraFields, &SettingValue::Fields(list), &place())
    };
    let Ok(SettingValue::Fields(fields)) =
        checked(vec![form("", "Citofono"), form("billing_field_4", "Piano"), form("billing_field_4", "Scala")])
    else {
        panic!("refused")
    };
    let names: Vec<&str> = fields.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["billing_field_5", "billing_field_4", "billing_field_6"]);
    assert!(fields.iter().all(|one| one.location == "address"), "where nothing is said");
    let needed = checked(vec![ExtraFieldForm { required: true, ..form("", "Targa") }, form("", "Piano")]);
    let Ok(SettingValue::Fields(fields)) = needed else { panic!("refused") };
    assert_eq!(fields.iter().map(|one| one.required).collect::<Vec<_>>(), [true, false]);
    let elsewhere = ExtraFieldForm { location: "cart".into(), ..form("", "Piano") };
    assert_eq!(checked(vec![elsewhere]).unwrap_err()[0].field, "extra.0.location");
    assert_eq!(checked(vec![form("", " ")]).unwrap_err()[0].field, "extra.0.label");
    assert_eq!(checked(vec![form("", "x"); 11]).unwrap_err()[0].code, "merchant_too_many");
}

#[test]
fn a_further_field_is_a_text_a_list_or_a_box_and_no_other_kind() {
    let checked = |kind: &str, options: &str, options_en: &str| {
        let (kind, options, options_en) = (kind.to_owned(), options.to_owned(), options_en.to_owned());
        let form = ExtraFieldForm { label: "Consegna".into(), kind, options, options_en, ..ExtraFieldForm::default() };
        check_setting("extra", SettingKind::ExtraFields, &SettingValue::Fields(vec![form]), &place())
    };
    let stored = |kind: &str, options: &str, options_en: &str| match checked(kind, options, options_en) {
        Ok(SettingValue::Fields(fields)) => {
            (fields[0].kind.clone(), fields[0].options.clone(), fields[0].options_en.clone())
        }
        other => panic!("{other:?}"),
    };
    let texts = |kind: &str, options: &str, english: &str| (kind.to_owned(), options.to_owned(), english.to_owned());
    assert_eq!(stored("", "x\ny", ""), texts("text", "", ""), "where nothing is said; only lists have choices");
    assert_eq!(stored("checkbox", "", ""), texts("checkbox", "", ""));
    let lines = (" Mattina \n\nSera\nSera", "Morning\n\nEvening");
    assert_eq!(stored("select", lines.0, lines.1), texts("select", "Mattina\nSera", "Morning\nEvening"));
    for (kind, options, field, code) in [
        ("date", "", "extra.0.kind", "merchant_value_unknown"),
        ("Checkbox", "", "extra.0.kind", "merchant_value_unknown"),
        ("radio", "a\nb", "extra.0.kind", "merchant_value_unknown"),
        ("select", "", "extra.0.options", "trade_choices_needed"),
        ("select", "a\na\n", "extra.0.options", "trade_choices_needed"),
        ("select", &"x".repeat(101), "extra.0.options", "trade_choices_needed"),
        ("select", &format!("a\n{}", "x".repeat(101)), "extra.0.options", "merchant_too_long"),
    ] {
        let errors = checked(kind, options, "").expect_err(kind);
        assert_eq!((&*errors[0].field, &*errors[0].code), (field, code), "{kind} {options}");
    }
    let many: Vec<String> = (0..51).map(|n| n.to_string()).collect();
    assert_eq!(checked("select", &many.join("\n"), "").unwrap_err()[0].code, "trade_choices_needed");
}
