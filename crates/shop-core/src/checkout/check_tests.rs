use proptest::prelude::*;

use super::*;
use crate::base::Lang;
use crate::platform::messages;

fn address() -> Address {
    Address {
        first_name: "Anna".to_owned(),
        last_name: "Bianchi".to_owned(),
        address_1: "Via Verdi 12".to_owned(),
        city: "Roma".to_owned(),
        state: "RM".to_owned(),
        postcode: "00184".to_owned(),
        country: "IT".to_owned(),
        phone: "06 1234567".to_owned(),
        email: "anna@example.it".to_owned(),
        ..Address::default()
    }
}

fn form() -> CheckoutForm {
    CheckoutForm {
        billing: address(),
        payment_method: "cod".to_owned(),
        shipping_method: BTreeMap::from([("0".to_owned(), "flat_rate:1".to_owned())]),
        terms: true,
        ..CheckoutForm::default()
    }
}

fn plate(required: bool) -> ExtraFieldRule {
    ExtraFieldRule {
        name: "billing_field_285".to_owned(),
        label: "Targa".to_owned(),
        required,
        ..ExtraFieldRule::default()
    }
}

fn rules() -> CheckoutRules {
    CheckoutRules {
        sold_to: ["IT", "DE", "FR", "US", "GB", "HU", "BR"].map(str::to_owned).to_vec(),
        shipped_to: ["IT", "DE", "FR", "US"].map(str::to_owned).to_vec(),
        payment_methods: vec!["cod".to_owned(), "bacs".to_owned()],
        shipping_rates: BTreeMap::from([("0".to_owned(), vec!["flat_rate:1".to_owned()])]),
        extra_fields: vec![plate(false)],
        ..CheckoutRules::default()
    }
}

fn found(form: &CheckoutForm, rules: &CheckoutRules) -> Vec<String> {
    errors(form, rules).iter().map(|error| format!("{} {}", error.field, error.code)).collect()
}

/// Returns the errors of the valid form after one change.
fn after(change: impl FnOnce(&mut CheckoutForm)) -> Vec<String> {
    let mut form = form();
    change(&mut form);
    found(&form, &rules())
}

#[test]
fn a_good_form_becomes_a_tidy_checkout() {
    let mut form = form();
    form.billing.first_name = "  Anna ".to_owned();
    form.billing.country = "it".to_owned();
    form.billing.state = "roma".to_owned();
    form.billing.postcode = " 00 184 ".to_owned();
    form.order_comments = " al secondo piano\r\nsuonare\u{7} ".to_owned();
    form.extra.insert("billing_field_285".to_owned(), " ABC1234 ".to_owned());
    form.extra.insert("unknown".to_owned(), "x".to_owned());
    let checkout = check_checkout(&form, &rules()).unwrap();
    assert_eq!(checkout.billing(), &address());
    assert_eq!(checkout.shipping(), &Address { email: String::new(), ..address() });
    assert_eq!(checkout.order_comments(), "al secondo piano\nsuonare");
    assert_eq!(checkout.extra(), &BTreeMap::from([("billing_field_285".to_owned(), "ABC1234".to_owned())]));
    assert_eq!((checkout.payment_method(), checkout.makes_account()), ("cod", false));
}

#[test]
fn an_empty_form_lists_what_is_missing_in_page_order() {
    assert_eq!(
        found(&CheckoutForm::default(), &rules()),
        [
            "billing_first_name first_name_required",
            "billing_last_name last_name_required",
            "billing_country country_required",
            "billing_address_1 address_1_required",
            "billing_city city_required",
            "billing_state province_required",
            "billing_postcode cap_required",
            "billing_phone phone_required",
            "billing_email email_required",
            "shipping_method shipping_method_required",
            "payment_method payment_method_required",
            "terms terms_required",
        ]
    );
}

#[test]
fn alcohol_is_ordered_by_who_says_to_be_of_age() {
    let found = |min_age_years, age_confirmed| {
        errors(&CheckoutForm { age_confirmed, ..form() }, &CheckoutRules { min_age_years, ..rules() })
    };
    assert_eq!(found(None, false), []);
    assert_eq!(found(Some(18), true), []);
    assert_eq!(found(Some(18), false), [FieldError::new("age_confirmed", codes::AGE_REQUIRED).with("years", 18)]);
}

#[test]
fn errors_stand_in_the_order_of_the_country_s_form() {
    let billing = Address { country: "HU".to_owned(), ..Address::default() };
    let fields: Vec<String> = address_errors(AddressKind::Billing, &billing, &CheckoutRules::default())
        .into_iter()
        .map(|error| error.field)
        .collect();
    assert_eq!(
        fields,
        [
            "billing_last_name",
            "billing_first_name",
            "billing_postcode",
            "billing_city",
            "billing_address_1",
            "billing_phone",
            "billing_email"
        ]
    );
}

#[test]
fn a_wrong_value_is_refused_with_its_reason() {
    for (field, value, expected) in [
        (AddressField::FirstName, " \t ", "billing_first_name first_name_required"),
        (AddressField::Country, "Atlantide", "billing_country invalid_country"),
        (AddressField::State, "Atlantide", "billing_state invalid_province"),
        (AddressField::Postcode, "2012", "billing_postcode invalid_cap"),
        (AddressField::Postcode, "2012é", "billing_postcode invalid_cap"),
        (AddressField::Phone, "chiamami", "billing_phone invalid_phone"),
        (AddressField::Email, "anna@", "billing_email invalid_email"),
        (AddressField::Email, "anna@example.it, b@example.it", "billing_email invalid_email"),
    ] {
        assert_eq!(after(|form| form.billing.set(field, value)), [expected], "{value}");
    }
}

#[test]
fn states_and_postcodes_are_judged_by_their_country() {
    let with = |country: &str, state: &str, postcode: &str| {
        after(|form| {
            form.billing.country = country.to_owned();
            form.billing.state = state.to_owned();
            form.billing.postcode = postcode.to_owned();
        })
    };
    let none: [&str; 0] = [];
    assert_eq!(with("FR", "Gironde", "75002"), none); // The state is not asked for: dropped, not refused.
    assert_eq!(with("DE", "", "10115"), none);
    assert_eq!(with("DE", "MI", "10115"), ["billing_state invalid_state"]);
    assert_eq!(with("US", "", "73301"), ["billing_state state_required"]);
    assert_eq!(with("US", "texas", "7330"), ["billing_postcode invalid_postcode"]);
    assert_eq!(
        with("BR", "RM", "00184"),
        ["billing_country country_not_shipped", "billing_state invalid_state", "billing_postcode invalid_postcode"]
    );
}

#[test]
fn a_country_is_refused_where_it_is_not_sold_or_shipped_to() {
    let into = |country: &str| {
        let mut form = form();
        form.billing = Address { country: country.to_owned(), state: String::new(), ..address() };
        form
    };
    assert_eq!(found(&into("AT"), &rules())[0], "billing_country country_not_sold");
    assert_eq!(found(&into("GB"), &rules())[0], "billing_country country_not_shipped");
    let nothing_to_send = CheckoutRules { needs_shipping: false, ..rules() };
    assert!(!found(&into("GB"), &nothing_to_send).iter().any(|error| error.starts_with("billing_country")));
    let mut form = form();
    form.ship_to_different_address = true;
    form.shipping = Address { country: "GB".to_owned(), postcode: "SW1A 1AA".to_owned(), ..address() };
    assert_eq!(found(&form, &rules()), ["shipping_country country_not_shipped"]);
    assert!(found(&form, &nothing_to_send).is_empty());
}

#[test]
fn a_shipping_address_counts_only_when_it_is_used() {
    let broken = Address { country: "IT".to_owned(), postcode: "1".to_owned(), ..Address::default() };
    assert!(after(|form| form.shipping = broken.clone()).is_empty());
    let errors = after(|form| {
        form.shipping = broken.clone();
        form.ship_to_different_address = true;
    });
    assert_eq!(
        errors,
        [
            "shipping_first_name first_name_required",
            "shipping_last_name last_name_required",
            "shipping_address_1 address_1_required",
            "shipping_postcode invalid_cap",
            "shipping_city city_required",
            "shipping_state province_required",
        ]
    );
    let mut form = form();
    form.ship_to_different_address = true;
    form.shipping = Address { city: "Ostia".to_owned(), phone: String::new(), ..address() };
    let checkout = check_checkout(&form, &rules()).unwrap();
    assert!(checkout.ships_elsewhere());
    assert_eq!((checkout.shipping().city.as_str(), checkout.shipping().email.as_str()), ("Ostia", ""));
}

#[test]
fn a_field_that_is_switched_off_is_dropped_and_one_made_required_is_asked_for() {
    let mut form = form();
    form.billing.company = "Sole Srl".to_owned();
    form.billing.phone = "not a number".to_owned();
    let off = CheckoutRules { company: Presence::Hidden, phone: Presence::Hidden, ..rules() };
    let checkout = check_checkout(&form, &off).unwrap();
    assert_eq!((checkout.billing().company.as_str(), checkout.billing().phone.as_str()), ("", ""));
    let on = CheckoutRules { company: Presence::Required, address_2: Presence::Required, ..rules() };
    assert_eq!(found(&self::form(), &on), ["billing_company company_required", "billing_address_2 address_2_required"]);
}

#[test]
fn only_offers_can_be_chosen() {
    assert_eq!(after(|form| form.payment_method = "stripe".to_owned()), ["payment_method payment_method_unavailable"]);
    assert_eq!(after(|form| form.shipping_method.clear()), ["shipping_method shipping_method_required"]);
    assert_eq!(
        after(|form| _ = form.shipping_method.insert("0".to_owned(), "free".to_owned())),
        ["shipping_method shipping_method_unavailable"]
    );
    let nowhere = CheckoutRules { shipping_rates: BTreeMap::from([("0".to_owned(), Vec::new())]), ..rules() };
    assert_eq!(found(&form(), &nowhere), ["shipping_method shipping_impossible"]);
    let free = CheckoutRules { needs_payment: false, needs_shipping: false, terms_required: false, ..nowhere };
    let bare = CheckoutForm { billing: address(), payment_method: "gone".to_owned(), ..CheckoutForm::default() };
    let checkout = check_checkout(&bare, &free).unwrap();
    assert!(checkout.payment_method().is_empty());
}

#[test]
fn an_account_needs_a_password_unless_one_is_sent_by_mail() {
    let mut form = CheckoutForm { create_account: true, ..form() };
    assert!(found(&form, &rules()).is_empty()); // No accounts on offer: the box is ignored.
    assert!(!check_checkout(&form, &rules()).unwrap().makes_account());
    let offered = CheckoutRules { account: Presence::Optional, ..rules() };
    assert_eq!(found(&form, &offered), ["account_password account_password_required"]);
    let mailed = CheckoutRules { password_needed: false, ..offered.clone() };
    assert_eq!(check_checkout(&form, &mailed).unwrap().account_password(), Some(""));
    form.account_password = " pass phrase ".to_owned();
    let checkout = check_checkout(&form, &offered).unwrap();
    assert_eq!(checkout.account_password(), Some(" pass phrase "));
    assert!(!format!("{checkout:?}").contains("phrase"));
    let forced = CheckoutRules { account: Presence::Required, ..rules() };
    assert_eq!(found(&self::form(), &forced), ["account_password account_password_required"]);
}

#[test]
fn nothing_may_be_longer_than_the_shop_keeps() {
    let long = "é".repeat(MAX_FIELD_CHARS + 1);
    for field in AddressField::ALL.into_iter().filter(|field| *field != AddressField::Country) {
        let expected = format!("billing_{} field_too_long", field.as_str());
        assert_eq!(after(|form| form.billing.set(field, long.clone())), [expected]);
    }
    assert!(after(|form| form.billing.city = "é".repeat(MAX_FIELD_CHARS)).is_empty());
    let errors = after(|form| {
        form.extra.insert("billing_field_285".to_owned(), long.clone());
        form.order_comments = "a".repeat(MAX_COMMENT_CHARS + 1);
    });
    assert_eq!(errors, ["billing_field_285 field_too_long", "order_comments field_too_long"]);
}

#[test]
fn a_further_field_that_must_be_filled_in_is_named_by_its_label_in_page_order() {
    let rules = CheckoutRules { extra_fields: vec![plate(true)], ..rules() };
    let mut form = form();
    for empty in [None, Some(""), Some(" \n ")] {
        form.extra = empty.map(|text| ("billing_field_285".to_owned(), text.to_owned())).into_iter().collect();
        let [error] = &errors(&form, &rules)[..] else { panic!("{empty:?}") };
        assert_eq!((&*error.field, &*error.code), ("billing_field_285", "trade_field_required"));
        assert_eq!(messages::sentence(error, Lang::En), "Targa is required");
        assert_eq!(messages::sentence(error, Lang::It), "Targa è un campo obbligatorio");
    }
    form.billing.city = String::new();
    form.terms = false;
    let order: Vec<String> = errors(&form, &rules).into_iter().map(|error| error.field).collect();
    assert_eq!(order, ["billing_city", "billing_field_285", "terms"]);
    (form.billing.city, form.terms) = ("Milano".to_owned(), true);
    form.extra.insert("billing_field_285".to_owned(), "AB123CD".to_owned());
    assert_eq!(errors(&form, &rules), []);
}

#[test]
fn a_refused_value_is_repeated_in_part_only() {
    let mut form = form();
    form.billing.phone = "x".repeat(100);
    let errors = check_field("billing_phone", &form, &rules());
    assert_eq!(errors[0].params["value"].chars().count(), MAX_ECHO_CHARS + 1);
}

#[test]
fn the_store_api_hears_its_own_codes() {
    let bad = Address {
        first_name: String::new(),
        state: "ZZ".to_owned(),
        postcode: "1".to_owned(),
        phone: "abc".to_owned(),
        email: "nope".to_owned(),
        ..address()
    };
    let codes: Vec<String> = check_address(AddressKind::Billing, &bad, &rules())
        .into_iter()
        .map(|error| format!("{} {}", error.field, error.code))
        .collect();
    assert_eq!(
        codes,
        [
            "billing_first_name required",
            "billing_postcode invalid_postcode",
            "billing_state invalid_state",
            "billing_phone invalid_phone",
            "billing_email invalid_email",
        ]
    );
    let elsewhere = Address { country: "XX".to_owned(), ..address() };
    assert_eq!(check_address(AddressKind::Shipping, &elsewhere, &rules())[0].code, "invalid_country");
    let unsold = Address { country: "AT".to_owned(), ..address() };
    let code = &check_address(AddressKind::Billing, &unsold, &rules())[0].code;
    assert_eq!(code, "woocommerce_rest_invalid_address_country");
}

#[test]
fn every_error_has_a_sentence_without_open_placeholders() {
    let bad = Address { state: "ZZ".to_owned(), postcode: "1".to_owned(), email: "nope".to_owned(), ..address() };
    let mut all = errors(&CheckoutForm::default(), &rules());
    for country in ["IT", "US", "BR", "MT", "XX"] {
        all.extend(address_errors(
            AddressKind::Billing,
            &Address { country: country.to_owned(), ..bad.clone() },
            &rules(),
        ));
    }
    for error in all {
        for lang in [Lang::It, Lang::En] {
            let sentence = messages::sentence(&error, lang);
            assert_ne!(sentence, error.code, "no sentence");
            assert!(!sentence.contains(['{', '}']), "{sentence}");
        }
        assert_ne!(store_code(&error.code), "", "{}", error.code);
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        prop::sample::select(vec![
            "IT", "DE", "FR", "HU", "BR", "XX", "RM", "Roma", "00184", "10115", "a@b.it", "06 1", "cod"
        ])
        .prop_map(str::to_owned),
        ".{0,12}",
        ".{195,210}",
    ]
}

fn any_address() -> impl Strategy<Value = Address> {
    prop::collection::vec(any_text(), AddressField::ALL.len()).prop_map(|values| {
        let mut address = Address::default();
        for (field, value) in AddressField::ALL.into_iter().zip(values) {
            address.set(field, value);
        }
        address
    })
}

fn any_form() -> impl Strategy<Value = CheckoutForm> {
    let billing = prop_oneof![Just(address()), any_address()];
    let map = || prop::collection::btree_map(prop_oneof![Just("0".to_owned()), any_text()], any_text(), 0..3);
    let flags = any::<[bool; 5]>();
    (billing, any_address(), flags, any_text(), any_text(), map(), map(), any_text()).prop_map(
        |(billing, shipping, flags, order_comments, payment_method, shipping_method, extra, account_password)| {
            CheckoutForm {
                billing,
                shipping,
                ship_to_different_address: flags[0],
                order_comments,
                payment_method,
                shipping_method,
                terms: flags[1],
                age_confirmed: flags[2],
                files_consent: flags[3],
                extra,
                create_account: flags[4],
                account_password,
                ..CheckoutForm::default()
            }
        },
    )
}

fn any_rules() -> impl Strategy<Value = CheckoutRules> {
    let presence = || prop::sample::select(vec![Presence::Optional, Presence::Required, Presence::Hidden]);
    let countries = || prop::collection::vec(any_text(), 0..3);
    (any::<[bool; 5]>(), presence(), presence(), presence(), presence(), countries(), countries()).prop_map(
        |(flags, company, address_2, phone, account, sold_to, shipped_to)| CheckoutRules {
            sold_to,
            shipped_to,
            needs_shipping: flags[0],
            needs_payment: flags[1],
            terms_required: flags[2],
            min_age_years: flags[2].then_some(18),
            company,
            address_2,
            phone,
            account,
            password_needed: flags[3],
            has_files: flags[4],
            ..rules()
        },
    )
}

proptest! {
    #[test]
    fn one_field_is_judged_as_in_the_whole_form(form in any_form(), rules in any_rules()) {
        let whole = check_checkout(&form, &rules).err().unwrap_or_default();
        let kinds = [AddressKind::Billing, AddressKind::Shipping];
        let mut names: Vec<String> =
            kinds.iter().flat_map(|kind| AddressField::ALL.map(|field| kind.field_name(field))).collect();
        let others = ["age_confirmed", "files_consent", "terms", "payment_method", "shipping_method", "order_comments", "account_password"];
        names.extend(others.into_iter().chain(["billing_field_285"]).map(str::to_owned));
        let mut seen = 0;
        for name in &names {
            let alone = check_field(name, &form, &rules);
            let together: Vec<FieldError> = whole.iter().filter(|error| error.field == *name).cloned().collect();
            prop_assert!(alone.len() <= 1, "{} errors for {}", alone.len(), name);
            seen += alone.len();
            prop_assert_eq!(alone, together);
        }
        prop_assert_eq!(seen, whole.len(), "an error names no field of the form: {:?}", whole);
        prop_assert!(check_field("no_such_field", &form, &rules).is_empty());
    }

    #[test]
    fn a_checked_address_passes_again_and_stays_the_same(form in any_form(), rules in any_rules()) {
        if let Ok(checkout) = check_checkout(&form, &rules) {
            prop_assert_eq!(checkout.billing(), &checkout.billing().normalised());
            prop_assert_eq!(address_errors(AddressKind::Billing, checkout.billing(), &rules), vec![]);
            let again = CheckoutForm { billing: checkout.billing().clone(), ..form };
            let twice = check_checkout(&again, &rules).unwrap();
            prop_assert_eq!(twice.billing(), checkout.billing());
        }
    }
}
