//! Request fields, in Stripe's names.

use shop_core::base::Cents;
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::statement::{StatementPosition, statement_position, statement_text};
use shop_services::ports::{Agreement, Confirmation, IntentChange, NewIntent, PaidWith, PaymentTexts};

use super::client::Fields;

fn add(fields: &mut Fields, name: &str, value: impl ToString) {
    fields.push((name.to_owned(), value.to_string()));
}

/// Fields of a new payment intent.
pub(super) fn payment(new: &NewIntent) -> Fields {
    let mut fields = Fields::new();
    add(&mut fields, "amount", new.amount.0);
    add(&mut fields, "currency", &new.currency);
    if new.manual_capture {
        add(&mut fields, "capture_method", "manual");
    }
    if new.save {
        add(&mut fields, "setup_future_usage", "off_session");
    }
    shared(&mut fields, new);
    words(&mut fields, &new.words, &new.kinds);
    if let Some(method) = &new.method {
        add(&mut fields, "payment_method", method);
    }
    fields
}

/// Fields of a new setup intent. Its method is sent with the confirmation.
pub(super) fn setup(new: &NewIntent) -> Fields {
    let mut fields = Fields::new();
    add(&mut fields, "usage", "off_session");
    shared(&mut fields, new);
    describe(&mut fields, &new.words);
    fields
}

/// Payment method types, with the options that the provider requires on creation.
fn kinds(fields: &mut Fields, kinds: &[PaymentMethod], setup: bool) {
    for (at, kind) in kinds.iter().enumerate() {
        add(fields, &format!("payment_method_types[{at}]"), kind.as_str());
    }
    // Mandate terms: sporadic payments by a private person.
    if kinds.contains(&PaymentMethod::AcssDebit) {
        const TERMS: &str = "payment_method_options[acss_debit]";
        add(fields, &format!("{TERMS}[mandate_options][payment_schedule]"), "sporadic");
        add(fields, &format!("{TERMS}[mandate_options][transaction_type]"), "personal");
        if setup {
            add(fields, &format!("{TERMS}[currency]"), "cad");
        }
    }
}

/// Texts of a payment. Empty texts are omitted, because the provider treats them as an attempt to unset the field.
fn words(fields: &mut Fields, words: &PaymentTexts, kinds: &[PaymentMethod]) {
    describe(fields, words);
    let kind = statement_position(kinds);
    let name = match kind {
        StatementPosition::Suffix => "statement_descriptor_suffix",
        StatementPosition::Whole => "statement_descriptor",
    };
    if let Some(text) = statement_text(&words.statement, kind) {
        add(fields, name, text);
    }
    filled(fields, "receipt_email", receipt_address(&words.receipt_email));
    if let Some(to) = &words.shipping {
        let name = format!("{} {}", to.first_name, to.last_name);
        filled(fields, "shipping[name]", name.trim());
        filled(fields, "shipping[phone]", &to.phone);
        for (part, text) in [
            ("line1", &to.address_1),
            ("line2", &to.address_2),
            ("city", &to.city),
            ("state", &to.state),
            ("postal_code", &to.postcode),
            ("country", &to.country),
        ] {
            filled(fields, &format!("shipping[address][{part}]"), text);
        }
    }
}

fn describe(fields: &mut Fields, words: &PaymentTexts) {
    filled(fields, "description", &words.description);
    filled(fields, "metadata[order_key]", &words.order_key);
}

fn filled(fields: &mut Fields, name: &str, text: &str) {
    if !text.is_empty() {
        add(fields, name, text);
    }
}

/// The receipt address, or empty if the provider would reject it and the whole order with it: it rejects quotes and non-ASCII
/// letters. The shop sends its own mails to all addresses.
pub(super) fn receipt_address(email: &str) -> &str {
    if shop_core::accounts::email::is_plain(email) { email } else { "" }
}

fn shared(fields: &mut Fields, new: &NewIntent) {
    kinds(fields, &new.kinds, new.amount == Cents::ZERO);
    if let Some(customer) = &new.customer {
        add(fields, "customer", customer);
    }
    if let Some(order) = new.order {
        add(fields, "metadata[order_id]", order);
    }
}

/// Fields of an intent update. A setup intent has no amount, and keeps its method in any case.
pub(super) fn update(change: &IntentChange, setup: bool) -> Fields {
    let mut fields = Fields::new();
    if !setup && change.amount > Cents::ZERO {
        add(&mut fields, "amount", change.amount.0);
        add(&mut fields, "setup_future_usage", if change.save { "off_session" } else { "" });
        if let Some(manual) = change.manual_capture {
            add(&mut fields, "capture_method", if manual { "manual" } else { "automatic" });
        }
        if let Some(method) = &change.method {
            add(&mut fields, "payment_method", method);
        }
        if let Some(own) = &change.words {
            words(&mut fields, own, &change.kinds);
        }
    }
    kinds(&mut fields, &change.kinds, setup);
    if let Some(order) = change.order {
        add(&mut fields, "metadata[order_id]", order);
    }
    if let Some(customer) = &change.customer {
        add(&mut fields, "customer", customer);
    }
    fields
}

/// Fields of a confirmation. In the browser, 3-D Secure is left to the page's script, which keeps the shopper in the shop; a
/// renewal has no browser.
pub(super) fn confirm(how: &Confirmation, setup: bool) -> Fields {
    let mut fields = Fields::new();
    match &how.with {
        Some(PaidWith::Method(id)) => add(&mut fields, "payment_method", id),
        Some(PaidWith::Token(id)) => add(&mut fields, "confirmation_token", id),
        None => {}
    }
    if how.off_session {
        add(&mut fields, "off_session", "true");
    } else if !how.return_url.is_empty() {
        add(&mut fields, "return_url", &how.return_url);
        add(&mut fields, "use_stripe_sdk", "true");
    }
    if how.save && !setup {
        add(&mut fields, "setup_future_usage", "off_session");
    }
    if how.kind == PaymentMethod::WechatPay && !setup {
        add(&mut fields, "payment_method_options[wechat_pay][client]", "web");
    }
    if let Some(code) = &how.code {
        add(&mut fields, "payment_method_options[blik][code]", code);
    }
    // Overrides the agreement in the confirmation token, if any.
    if let Some(agreed) = &how.agreed {
        agreement(&mut fields, agreed);
    }
    fields
}

/// Mandate data: how the buyer agreed. Online acceptance requires an IP address and a user agent, which some browsers omit;
/// without an address it is sent as offline.
fn agreement(fields: &mut Fields, agreed: &Agreement) {
    const ACCEPTANCE: &str = "mandate_data[customer_acceptance]";
    if agreed.address.is_empty() {
        add(fields, &format!("{ACCEPTANCE}[type]"), "offline");
        return;
    }
    let browser = if agreed.user_agent.is_empty() { "unknown" } else { &agreed.user_agent };
    add(fields, &format!("{ACCEPTANCE}[type]"), "online");
    add(fields, &format!("{ACCEPTANCE}[online][ip_address]"), &agreed.address);
    add(fields, &format!("{ACCEPTANCE}[online][user_agent]"), browser);
}

#[cfg(test)]
mod tests {
    use shop_core::base::OrderId;
    use shop_core::checkout::address::Address;

    use super::*;

    fn new() -> NewIntent {
        NewIntent {
            order: Some(OrderId(7)),
            amount: Cents(4720),
            currency: "eur".into(),
            kinds: vec![PaymentMethod::Card, PaymentMethod::Link],
            method: Some("pm_1".into()),
            customer: Some("cus_1".into()),
            save: true,
            ..NewIntent::default()
        }
    }

    fn text(fields: &Fields) -> String {
        fields.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    }

    #[test]
    fn an_intent_is_asked_for_in_the_providers_names_and_not_confirmed() {
        assert_eq!(
            text(&payment(&new())),
            "amount=4720&currency=eur&setup_future_usage=off_session&payment_method_types[0]=card&\
             payment_method_types[1]=link&customer=cus_1&metadata[order_id]=7&payment_method=pm_1"
        );
    }

    #[test]
    fn a_setup_has_no_amount() {
        assert!(text(&setup(&NewIntent { amount: Cents::ZERO, ..new() })).starts_with("usage=off_session&"));
        assert!(update(&IntentChange { amount: Cents(1), save: true, ..IntentChange::default() }, true).is_empty());
    }

    #[test]
    fn an_intent_made_before_its_order_is_given_to_it() {
        let change = IntentChange { amount: Cents(4720), order: Some(OrderId(7)), ..IntentChange::default() };
        assert_eq!(text(&update(&change, false)), "amount=4720&setup_future_usage=&metadata[order_id]=7");
    }

    #[test]
    fn a_confirmation_says_where_to_come_back_or_that_nobody_is_there() {
        let with = Some(PaidWith::Token("ctoken_1".into()));
        let return_url = "https://shop.example/x".to_owned();
        let there = Confirmation { with, return_url, save: true, ..Confirmation::default() };
        assert_eq!(
            text(&confirm(&there, false)),
            "confirmation_token=ctoken_1&return_url=https://shop.example/x&use_stripe_sdk=true&setup_future_usage=off_session"
        );
        assert!(!text(&confirm(&there, true)).contains("setup_future_usage"), "a setup says so by itself");
        let renewal =
            Confirmation { off_session: true, return_url: "https://shop.example/x".into(), ..Confirmation::default() };
        assert_eq!(text(&confirm(&renewal, false)), "off_session=true");
    }

    #[test]
    fn the_agreement_goes_along_whatever_it_is_paid_with() {
        let agreed = Some(Agreement { address: "192.0.2.7".into(), user_agent: "Browser/1".into() });
        for with in [None, Some(PaidWith::Token("ctoken_1".into())), Some(PaidWith::Method("pm_1".into()))] {
            let text = text(&confirm(&Confirmation { with, agreed: agreed.clone(), ..Confirmation::default() }, true));
            assert!(
                text.ends_with(
                    "mandate_data[customer_acceptance][type]=online&\
                     mandate_data[customer_acceptance][online][ip_address]=192.0.2.7&\
                     mandate_data[customer_acceptance][online][user_agent]=Browser/1"
                ),
                "{text}"
            );
        }
    }

    #[test]
    fn an_agreement_is_never_told_with_empty_texts() {
        let acceptance = |address: &str| {
            let agreed = Some(Agreement { address: address.into(), user_agent: String::new() });
            text(&confirm(&Confirmation { agreed, ..Confirmation::default() }, false))
        };
        assert!(acceptance("192.0.2.7").ends_with("[online][user_agent]=unknown"));
        assert_eq!(acceptance(""), "mandate_data[customer_acceptance][type]=offline");
    }

    #[test]
    fn what_is_empty_is_left_out_and_what_is_known_goes_along() {
        assert!(!text(&payment(&NewIntent { words: PaymentTexts::default(), ..new() })).contains("shipping"));
        let to = Address {
            first_name: "Livia".into(),
            address_1: "Via 1".into(),
            country: "IT".into(),
            ..Address::default()
        };
        let words = PaymentTexts {
            description: "Bottega 7".into(),
            statement: "Caffè *7*".into(),
            receipt_email: "livia@example.com".into(),
            shipping: Some(Box::new(to)),
            order_key: "wc_order_1".into(),
        };
        let sent = text(&payment(&NewIntent { words: words.clone(), ..new() }));
        for part in [
            "description=Bottega 7",
            "statement_descriptor_suffix=Caffe 7",
            "receipt_email=livia@example.com",
            "shipping[name]=Livia",
            "shipping[address][line1]=Via 1",
            "metadata[order_key]=wc_order_1",
        ] {
            assert!(sent.contains(part), "{part}: {sent}");
        }
        assert!(!sent.contains("line2") && !sent.contains("phone") && !sent.ends_with('='));
        for address in ["josé@example.it", "\"john doe\"@example.com"] {
            let words = PaymentTexts { receipt_email: address.into(), ..words.clone() };
            let sent = text(&payment(&NewIntent { words, ..new() }));
            assert!(!sent.contains("receipt_email"), "the provider would refuse the order with it: {sent}");
        }
        let debit = NewIntent { kinds: vec![PaymentMethod::SepaDebit], words, ..new() };
        assert!(text(&payment(&debit)).contains("statement_descriptor=Caffe 7"));
        let setup_fields = text(&setup(&NewIntent { amount: Cents::ZERO, ..debit }));
        assert!(
            !setup_fields.contains("shipping")
                && !setup_fields.contains("receipt")
                && !setup_fields.contains("statement"),
            "{setup_fields}"
        );
    }

    #[test]
    fn another_choice_changes_kinds_capture_and_method_at_once() {
        let change = IntentChange {
            amount: Cents(4720),
            kinds: vec![PaymentMethod::SepaDebit],
            manual_capture: Some(false),
            method: Some("pm_2".into()),
            ..IntentChange::default()
        };
        assert_eq!(
            text(&update(&change, false)),
            "amount=4720&setup_future_usage=&capture_method=automatic&payment_method=pm_2&payment_method_types[0]=sepa_debit"
        );
    }

    #[test]
    fn a_wallet_by_code_is_told_where_its_code_is_shown() {
        let how = Confirmation { kind: PaymentMethod::WechatPay, ..Confirmation::default() };
        assert_eq!(text(&confirm(&how, false)), "payment_method_options[wechat_pay][client]=web");
    }

    #[test]
    fn the_banks_code_goes_along() {
        let coded = Confirmation {
            code: Some("123456".into()),
            return_url: "https://x.example".into(),
            ..Confirmation::default()
        };
        assert!(text(&confirm(&coded, false)).ends_with("payment_method_options[blik][code]=123456"));
    }
}
