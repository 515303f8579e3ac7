//! Orders by the store API, including wallet sheets.

use std::collections::BTreeMap;

use shop_core::accounts::email;
use shop_core::accounts::password::MAX_PASSWORD_CHARS;
use shop_core::base::FieldError;
use shop_core::checkout::address::{Address, MAX_FIELD_CHARS, one_line};
use shop_core::checkout::api::{ApiClient, check_api_checkout};
use shop_core::checkout::check::echo;
use shop_core::checkout::delivery_day::DELIVERY_DAY_FIELD;
use shop_core::checkout::form::{CheckoutForm, CheckoutRules};
use shop_core::checkout::reference::REFERENCE_FIELD;
use shop_core::platform::messages::codes;

use super::by_form::{checkout_rules, offered_invoice};
use super::host::{CheckoutHost, admitted};
use super::refusal::Refusal;
use super::request::{ApiOrder, BY_API, CheckedOrder, CheckoutRequest, ExpressOrder, TypedCheckout};
use super::submit::{Checked, Checking, NewAccountRequest};
use super::verify;
use crate::accounts::buyer::Buyer;
use crate::cart::{AddressChange, OpenCart, settings_for};
use crate::checkout::Checkout;
use crate::platform::settings::ShopSettings;

impl Checkout {
    pub(super) async fn check_api(
        &self,
        host: &dyn CheckoutHost,
        request: &CheckoutRequest,
        sent: &ApiOrder,
    ) -> Checking {
        let (session, customer) = (host.session_key(), host.customer_id());
        if let Err(refusal) = admit(sent, customer.is_none(), &*settings_for(&self.carts, customer).await?) {
            return Ok(Err(refusal.before_the_cart()));
        }
        let mut open = self.carts.open_cart(session, customer).await?;
        // Invalid values are rejected before the visitor's cart is considered.
        let typed = match typed(sent, &open) {
            Ok(typed) => typed,
            Err(error) => return Ok(Err(Refusal::Value(error).before_the_cart())),
        };
        if let Err(refusal) = verify::cart_unchanged(&self.carts, &mut open).await? {
            // The refusal already reports it.
            open.dropped_coupons.clear();
            return Ok(Err(Refusal::Order(refusal).with(open)));
        }
        if open.record.content.lines.is_empty() {
            return Ok(Err(Refusal::NothingToOrder.with(open)));
        }
        if let Err(refusal) = verify::in_stock(&open.view()) {
            return Ok(Err(Refusal::Order(refusal).with(open)));
        }
        // The input is stored, whatever the result of the order.
        open = self.remember_checkout_form(session, customer, &typed).await?;
        if let Some(own) = &sent.own {
            match self.check_own_vat(host, (own.vat_number.as_deref(), &own.invoice), &typed.billing).await? {
                Err(error) => return Ok(Err(Refusal::Fields(vec![error]).with(open))),
                Ok(true) => open = self.carts.open_cart(session, customer).await?,
                Ok(false) => {}
            }
        }
        let express = sent.express.as_ref();
        if let Some(rate) = express.map(|express| &express.rate).filter(|rate| !rate.is_empty()) {
            open = self.carts.select_shipping_rate(session, customer, rate).await?;
        }
        let form = form(sent, typed, &open);
        let rules = rules(&open, host.buyer(), express);
        let invoice = sent.own.as_ref().map(|own| offered_invoice(&open, &own.invoice));
        let client = invoice.as_ref().map_or(ApiClient::Other, ApiClient::Own);
        let checkout = match check_api_checkout(&form, &rules, client, express.is_some()) {
            Ok(checkout) => checkout,
            Err(refusal) => return Ok(Err(Refusal::Api(refusal).with(open))),
        };
        if let Some(express) = express
            && let Err(refusal) = verify::sheet_matches(&open.view(), express)
        {
            return Ok(Err(Refusal::Order(refusal).with(open)));
        }
        let account = requested_account(sent, customer.is_none(), &open);
        let order = CheckedOrder {
            checkout,
            rate: None,
            door: BY_API,
            shown: request.shown,
            wallet: express.and_then(|express| express.wallet),
            attribution: admitted(host, &open.settings, &sent.attribution),
            identity: request.identity.clone(),
            ip: host.ip().to_owned(),
            account_password_hash: None,
        };
        Ok(Ok(Checked { open, order, account }))
    }
}

/// Validation rules of the order. A wallet's sheet has none of the shop's extra fields: only those are mandatory that the page
/// beside it shows and sends with the order.
fn rules(open: &OpenCart, buyer: &Buyer, express: Option<&ExpressOrder>) -> CheckoutRules {
    let mut rules = checkout_rules(open, buyer);
    if let Some(express) = express {
        for field in &mut rules.extra_fields {
            field.required &= express.custom_fields.contains_key(&field.name);
        }
    }
    rules
}

/// Checks that do not depend on the cart.
fn admit(sent: &ApiOrder, guest: bool, settings: &ShopSettings) -> Result<(), Refusal> {
    let method = &sent.payment_method;
    if !method.is_empty() && !settings.payment_methods.iter().any(|known| known.id == *method) {
        return Err(Refusal::UnknownPaymentMethod(method.clone()));
    }
    let wallet = sent.express.as_ref().and_then(|express| express.wallet);
    if wallet.is_some_and(|wallet| !settings.takes_wallet(wallet)) {
        return Err(Refusal::WalletNotTaken);
    }
    if guest && !settings.accounts.guest_checkout && !sent.create_account {
        return Err(Refusal::GuestsRefused);
    }
    Ok(())
}

/// Merges the addresses into those of the cart, with the other stored input.
fn typed(sent: &ApiOrder, open: &OpenCart) -> Result<TypedCheckout, FieldError> {
    let stored = &open.record.content;
    let merge = |name: &str, change: &Option<AddressChange>, stored: &Address| {
        let merged = change.as_ref().map(|change| change.merge(stored)).transpose();
        merged.map_err(|refusal| FieldError { params: refusal.params(), ..FieldError::new(name, refusal.code) })
    };
    let billing = merge("billing_address", &sent.billing, &stored.billing)?;
    let shipping = merge("shipping_address", &sent.shipping, &stored.shipping)?;
    let billing = billing.unwrap_or_else(|| stored.billing.clone());
    let shipping = match shipping {
        Some(address) => address,
        None if !open.view().needs_shipping => Address { email: String::new(), ..billing.clone() },
        None => stored.shipping.clone(),
    };
    // An invalid e-mail is rejected here, where it matters; while the form is being filled in it is only left out.
    let sent_email =
        sent.billing.as_ref().and_then(|change| change.email.as_deref()).map(str::trim).unwrap_or_default();
    if !sent_email.is_empty() && !email::is_valid(sent_email) {
        return Err(FieldError::new("billing_address", codes::INVALID_EMAIL).with("value", echo(sent_email)));
    }
    let payment_method = sent.payment_method.clone();
    Ok(TypedCheckout {
        billing,
        shipping,
        rate: None,
        note: Some(sent.note.clone()),
        buyer_reference: field_value(sent, REFERENCE_FIELD),
        delivery_day: field_value(sent, DELIVERY_DAY_FIELD),
        payment_method,
    })
}

/// The order's reference or day as sent by the shop's own form, a wallet's page or a WooCommerce client; `None` if the client
/// knows no such field, and the cart's value applies.
fn field_value(sent: &ApiOrder, field: &str) -> Option<String> {
    let own = sent.own.as_ref().map(|own| match field {
        REFERENCE_FIELD => own.buyer_reference.as_str(),
        _ => own.delivery_day.as_str(),
    });
    let custom = sent.express.as_ref().and_then(|express| express.custom_fields.get(field)).map(String::as_str);
    let text = own.or(custom).or(sent.additional_fields.get(field).map(String::as_str))?;
    Some(text.chars().take(MAX_FIELD_CHARS).collect())
}

fn form(sent: &ApiOrder, typed: TypedCheckout, open: &OpenCart) -> CheckoutForm {
    let own = sent.own.clone().unwrap_or_default();
    let rate = open.view().selected_rate().map(|rate| ("0".to_owned(), rate.method.rate_id()));
    CheckoutForm {
        billing: typed.billing,
        shipping: typed.shipping,
        order_comments: sent.note.clone(),
        buyer_reference: open.record.content.buyer_reference.clone(),
        delivery_day: open.record.content.delivery_day.clone(),
        payment_method: typed.payment_method,
        shipping_method: rate.into_iter().collect(),
        terms: own.terms,
        age_confirmed: own.age_confirmed,
        files_consent: own.files_consent,
        extra: extra_fields(sent, own.extra_fields, &open.settings),
        ..CheckoutForm::default()
    }
}

/// The shop's extra billing fields, as sent by its own form, a wallet's page, or WooCommerce clients; the first with a value
/// counts.
fn extra_fields(sent: &ApiOrder, own: BTreeMap<String, String>, settings: &ShopSettings) -> BTreeMap<String, String> {
    let custom = sent.express.as_ref().map(|express| &express.custom_fields);
    let mut out = BTreeMap::new();
    for field in &settings.checkout.extra {
        let sources = [Some(&own), custom, Some(&sent.additional_fields)].into_iter().flatten();
        let texts = sources.filter_map(|fields| fields.get(&field.name));
        let mut short = texts.map(|text| one_line(text).chars().take(MAX_FIELD_CHARS).collect::<String>());
        if let Some(text) = short.find(|text| !text.is_empty()) {
            out.insert(field.name.clone(), text);
        }
    }
    out
}

/// The account that a guest requests, if permitted. Recurring payments require an account, so that they can be cancelled.
fn requested_account(sent: &ApiOrder, guest: bool, open: &OpenCart) -> Result<Option<NewAccountRequest>, FieldError> {
    if !guest {
        return Ok(None);
    }
    let needed = open.view().has_subscription();
    if needed && !sent.create_account {
        return Err(FieldError::new("create_account", codes::SUBSCRIPTION_ACCOUNT_REQUIRED));
    }
    let offered = open.settings.accounts.at_checkout || !open.settings.accounts.guest_checkout;
    if !sent.create_account || !(needed || offered) {
        return Ok(None);
    }
    if sent.password.chars().count() > MAX_PASSWORD_CHARS {
        return Err(FieldError::new("customer_password", codes::FIELD_TOO_LONG).with("max", MAX_PASSWORD_CHARS));
    }
    Ok(Some(NewAccountRequest { password: sent.password.clone(), must_be_strong: sent.own.is_some() }))
}
