use super::*;
use crate::payments::express::wallet_address::WalletAddress;
use crate::platform::messages::codes;

fn form() -> ExpressOrderForm {
    let address = WalletAddress {
        line2: "Via Roma 1".into(),
        city: "Tivoli".into(),
        state: "Lazio".into(),
        country: "it".into(),
        postal_code: "00019".into(),
        ..WalletAddress::default()
    };
    ExpressOrderForm {
        billing: WalletPerson { name: "Anna".into(), address, ..WalletPerson::default() },
        payer_email: "anna@esempio.it".into(),
        payer_phone: "+39 (06) 12-34".into(),
        shipping_rate: "flat_rate:1".into(),
        express_payment_type: "apple_pay".into(),
        confirmation_token: "ctoken_1".into(),
        needs_shipping: true,
        ..ExpressOrderForm::default()
    }
}

fn field_errors(form: &ExpressOrderForm) -> Vec<(String, String)> {
    match express_order(form, &CheckoutRules::default()) {
        ExpressOrderAnswer::Order { .. } => Vec::new(),
        ExpressOrderAnswer::Refused { errors } => {
            errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
        }
    }
}

#[test]
fn a_wallets_data_become_a_request() {
    let answer = express_order(&form(), &CheckoutRules::default());
    let ExpressOrderAnswer::Order { order } = answer else { panic!("{answer:?}") };
    let billing = &order.billing_address;
    assert_eq!((billing.first_name.as_str(), billing.last_name.as_str()), ("Anna", "-"));
    assert_eq!((billing.address_1.as_str(), billing.state.as_str()), ("Via Roma 1", "RM"));
    assert_eq!((billing.phone.as_str(), billing.email.as_str()), ("+39061234", "anna@esempio.it"));
    assert_eq!(order.shipping_address.method, ["flat_rate:1"]);
    let keys: Vec<&str> = order.payment_data.iter().map(|row| row.key.as_str()).collect();
    assert_eq!(
        keys,
        ["payment_method", "wc-stripe-confirmation-token", "express_payment_type", "wc-stripe-is-deferred-intent"]
    );
    assert_eq!(order.payment_data[3].value, DatumValue::Flag(true));
}

#[test]
fn what_the_wallet_shows_and_what_was_declared_go_with_the_order() {
    let declared = ExpressDeclared { terms: true, age_confirmed: true, files_consent: false };
    let form = ExpressOrderForm { shown_cents: Some(Cents(4720)), declared: Some(declared), ..form() };
    let answer = express_order(&form, &CheckoutRules::default());
    let ExpressOrderAnswer::Order { order } = answer else { panic!("{answer:?}") };
    let sent = serde_json::to_value(&order.extensions).unwrap();
    assert_eq!(sent[EXPRESS_NAMESPACE][SHOWN_AMOUNT], "4720");
    let ticked = serde_json::json!({ "terms": true, "age_confirmed": true, "files_consent": false });
    assert_eq!(sent["bottega"], ticked);
}

fn order(form: &ExpressOrderForm) -> ExpressOrder {
    match express_order(form, &CheckoutRules::default()) {
        ExpressOrderAnswer::Order { order } => *order,
        ExpressOrderAnswer::Refused { errors } => panic!("{errors:?}"),
    }
}

#[test]
fn an_order_of_a_wallet_is_paid_by_the_gateway() {
    let order = order(&form());
    assert_eq!(order.payment_method, "stripe");
    assert_eq!(order.payment_data[0], PaymentDatum { key: "payment_method".into(), value: text("stripe") });
}

fn text(value: &str) -> DatumValue {
    DatumValue::Text(value.to_owned())
}

#[test]
fn a_method_that_is_made_already_goes_by_its_id_instead_of_a_token() {
    let by_id = ExpressOrderForm { payment_method_id: "pm_1".into(), confirmation_token: String::new(), ..form() };
    let sent = order(&by_id).payment_data;
    assert!(sent.contains(&PaymentDatum { key: "wc-stripe-payment-method".into(), value: text("pm_1") }));
    assert!(sent.iter().all(|row| row.key != "wc-stripe-confirmation-token"), "{sent:?}");
}

#[test]
fn a_wallets_organization_is_the_company_of_its_own_address() {
    let mut with_firms = form();
    with_firms.billing.address.organization = "Rossi S.r.l.".into();
    let [name, organization] = ["Anna Neri", "Magazzino Bianchi"].map(str::to_owned);
    with_firms.shipping = Some(WalletPerson { name, organization, ..form().billing });
    let sent = order(&with_firms);
    assert_eq!(sent.billing_address.company, "Rossi S.r.l.");
    assert_eq!(sent.shipping_address.company, "Magazzino Bianchi");
}

#[test]
fn where_the_shopper_came_from_goes_with_the_order_by_short_names() {
    let attribution = AttributionFields {
        source_type: "utm".into(),
        utm_source: "newsletter".into(),
        session_pages: "4".into(),
        ..AttributionFields::default()
    };
    let sent = order(&ExpressOrderForm { attribution, ..form() });
    let expected = [("session_pages", "4"), ("source_type", "utm"), ("utm_source", "newsletter")];
    let expected = expected.map(|(name, value)| (name.to_owned(), text(value)));
    assert_eq!(sent.extensions["woocommerce/order-attribution"], BTreeMap::from(expected));
}

#[test]
fn custom_fields_beside_the_address_are_additional_fields_too_and_lists_never() {
    let value = |name: &str, location| CustomValue { name: name.into(), value: "x".into(), location };
    let custom_fields = vec![
        value("acme/door", FieldLocation::Address),
        value("acme/birthday", FieldLocation::Contact),
        value("acme/gift", FieldLocation::Order),
        value("acme/days[]", FieldLocation::Order),
    ];
    let additional_fields = BTreeMap::from([("acme/gift".to_owned(), "given".to_owned())]);
    let sent = order(&ExpressOrderForm { custom_fields, additional_fields, ..form() });
    let expected = [("acme/birthday", "x"), ("acme/gift", "given")];
    assert_eq!(sent.additional_fields, expected.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
}

#[test]
fn what_is_missing_is_named() {
    let is = |field: &str, code: &str| vec![(field.to_owned(), code.to_owned())];
    let without_email = ExpressOrderForm { payer_email: String::new(), ..form() };
    assert_eq!(field_errors(&without_email), is("billing_email", codes::EMAIL_REQUIRED));
    let without_rate = ExpressOrderForm { shipping_rate: String::new(), ..form() };
    assert_eq!(field_errors(&without_rate), is("shipping_method", codes::SHIPPING_METHOD_REQUIRED));
    let without_token = ExpressOrderForm { confirmation_token: String::new(), ..form() };
    assert_eq!(field_errors(&without_token), is("payment_method", codes::PAYMENT_DETAILS_MISSING));
    let mut without_cap = form();
    without_cap.billing.address.postal_code.clear();
    without_cap.needs_shipping = false;
    let fields: Vec<String> = field_errors(&without_cap).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["billing_postcode", "billing_state"], "a region alone is no province");
}

#[test]
fn a_redacted_postcode_places_no_order() {
    let mut british = form();
    british.billing.address =
        WalletAddress { country: "GB".into(), postal_code: "SW1A".into(), ..form().billing.address };
    british.needs_shipping = false;
    assert_eq!(field_errors(&british)[0].0, "billing_postcode");
}

#[test]
fn seven_countries_need_no_postcode_and_listless_ones_no_state() {
    let mut order = form();
    order.needs_shipping = false;
    order.billing.address = WalletAddress {
        line1: "1 Street".into(),
        city: "Doha".into(),
        country: "QA".into(),
        ..WalletAddress::default()
    };
    assert_eq!(field_errors(&order), []);
    order.billing.address.country = "TR".into();
    assert_eq!(field_errors(&order), [("billing_postcode".to_owned(), codes::POSTCODE_REQUIRED.to_owned())]);
    order.billing.address.country = "US".into();
    assert_eq!(field_errors(&order).len(), 2);
}

#[test]
fn custom_fields_are_gathered_by_name() {
    let value =
        |name: &str, value: &str| CustomValue { name: name.into(), value: value.into(), ..CustomValue::default() };
    let fields = [value("a[]", "1"), value("b", "x"), value("a[]", "</script>"), value("b", "y")];
    assert_eq!(custom_json(&fields), r#"{"a":["1",""],"b":"y"}"#);
    assert_eq!(custom_json(&[]), "{}");
}
