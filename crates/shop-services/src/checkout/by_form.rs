//! Orders by the shop's own form.

use shop_core::base::CustomerId;
use shop_core::checkout::address::Address;
use shop_core::checkout::address::locale::Presence;
use shop_core::checkout::check_invoiced::check_with_invoice;
use shop_core::checkout::delivery_day::offered;
use shop_core::checkout::form::CheckoutRules;
use shop_core::checkout::invoice::InvoiceForm;

use super::host::{CheckoutHost, admitted};
use super::refusal::Refusal;
use super::request::{BY_FORM, CheckedOrder, CheckoutRequest, FormOrder, TypedCheckout};
use super::submit::{Checked, Checking, NewAccountRequest};
use super::verify;
use crate::accounts::buyer::Buyer;
use crate::cart::OpenCart;
use crate::checkout::Checkout;
use crate::ports::StoreError;

/// The requested invoice, if the shop offers invoices.
pub(super) fn offered_invoice(open: &OpenCart, invoice: &InvoiceForm) -> InvoiceForm {
    InvoiceForm { requested: invoice.requested && open.settings.checkout.invoices, ..invoice.clone() }
}

/// Validation rules of the form for a buyer's current cart, including delivery rates and days.
pub fn checkout_rules(open: &OpenCart, buyer: &Buyer) -> CheckoutRules {
    let view = open.view();
    let (guest, is_trade) = (buyer.customer_id.is_none(), buyer.company_id.is_some());
    let mut rules = open.settings.checkout_rules(view.needs_shipping, view.needs_payment(), guest);
    rules.payment_methods = view.payment_methods().map(|method| method.id.clone()).collect();
    rules.buyer_reference = is_trade;
    if view.needs_shipping && open.settings.has_delivery_day_field(is_trade) {
        let days = open.settings.delivery_calendar().days(open.now, view.has_fresh());
        rules.delivery_days = Some(offered(&days, view.lang));
    }
    rules.min_age_years = view.min_age_years();
    if guest && view.has_subscription() {
        rules.account = Presence::Required;
    }
    rules.has_files = view.lines.iter().any(|line| line.item().downloadable);
    for (n, package) in view.packages.iter().enumerate() {
        rules.shipping_rates.insert(n.to_string(), package.rates.iter().map(|r| r.method.rate_id()).collect());
    }
    rules
}

impl Checkout {
    pub(super) async fn check_form(
        &self,
        host: &dyn CheckoutHost,
        request: &CheckoutRequest,
        sent: &FormOrder,
    ) -> Checking {
        let (session, customer) = (host.session_key(), host.customer_id());
        let typed = sent.typed();
        // Before the cart is priced, because it may make the order tax-free.
        let numbers = (sent.vat_number.as_deref(), &sent.invoice);
        let wrong_vat = self.check_own_vat(host, numbers, &typed.billing).await?.err();
        let mut open = self.open_cart_at(session, customer, &typed).await?;
        if open.record.content.lines.is_empty() {
            return Ok(Err(Refusal::NothingToOrder.with(open)));
        }
        if let Err(refusal) = verify::cart_unchanged(&self.carts, &mut open).await? {
            return Ok(Err(Refusal::Order(refusal).with(open)));
        }
        if let Some(rate) = &typed.rate {
            self.carts.select_shipping_rate(session, customer, rate).await?;
            open = self.open_cart_at(session, customer, &typed).await?;
        }
        let mut form = sent.form.clone();
        if form.shipping_method.is_empty()
            && let Some(rate) = open.view().selected_rate()
        {
            form.shipping_method.insert("0".into(), rate.method.rate_id());
        }
        let rules = checkout_rules(&open, host.buyer());
        let checked = check_with_invoice(&form, &rules, &offered_invoice(&open, &sent.invoice));
        let checkout = match (checked, wrong_vat) {
            (Ok(checkout), None) => checkout,
            (checked, wrong_vat) => {
                let errors: Vec<_> = checked.err().into_iter().flatten().chain(wrong_vat).collect();
                // The selected delivery is unavailable there: the address is stored, so that the form shows what is available.
                if errors.iter().any(|error| error.field == "shipping_method") {
                    open = self.remember_checkout_form(session, customer, &typed).await?;
                }
                return Ok(Err(Refusal::Fields(errors).with(open)));
            }
        };
        let password = checkout.account_password().map(str::to_owned);
        let order = CheckedOrder {
            rate: form.shipping_method.get("0").cloned(),
            checkout,
            door: BY_FORM,
            shown: request.shown,
            wallet: None,
            attribution: admitted(host, &open.settings, &sent.attribution),
            identity: request.identity.clone(),
            ip: host.ip().to_owned(),
            account_password_hash: None,
        };
        let account = Ok(password.map(|password| NewAccountRequest { password, must_be_strong: true }));
        Ok(Ok(Checked { open, order, account }))
    }

    /// Returns the cart as it would be with the typed input, without saving it.
    pub async fn open_cart_at(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        typed: &TypedCheckout,
    ) -> Result<OpenCart, StoreError> {
        let mut open = self.carts.open_cart(session_key, customer_id).await?;
        open.record.content.billing = typed.billing.clone();
        open.record.content.shipping = Address { email: String::new(), ..typed.shipping.clone() };
        if let Some(rate) = &typed.rate {
            open.choose_delivery(rate);
        }
        Ok(open)
    }

    /// Stores the typed input in the cart.
    pub async fn remember_checkout_form(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        typed: &TypedCheckout,
    ) -> Result<OpenCart, StoreError> {
        let done = self
            .carts
            .edit_cart::<std::convert::Infallible>(session_key, customer_id, &|open| {
                let content = &mut open.record.content;
                content.address_open = false;
                content.billing = typed.billing.clone();
                content.shipping = Address { email: String::new(), ..typed.shipping.clone() };
                for (stored, typed) in [
                    (&mut content.order_note, &typed.note),
                    (&mut content.buyer_reference, &typed.buyer_reference),
                    (&mut content.delivery_day, &typed.delivery_day),
                ] {
                    if let Some(typed) = typed {
                        stored.clone_from(typed);
                    }
                }
                if !typed.payment_method.is_empty() {
                    content.payment_method.clone_from(&typed.payment_method);
                }
                if let Some(rate) = &typed.rate {
                    open.choose_delivery(rate);
                }
                Ok(())
            })
            .await?;
        match done {
            Ok(open) => Ok(open),
            Err((_, never)) => match never {},
        }
    }
}
