//! Creation of payment methods from form data.

use shop_core::payments::method::{MethodGroup, PaymentMethod};

use super::method::{ADDRESS, Billing, DebitFailure};
use super::{DebitOutcome, Details, Method, bank, card_data};
use crate::cards::by_name;
use crate::http::auth::Caller;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::ids::MethodId;
use crate::schedule::clock;
use crate::store::Tx;

/// Parameters of every payment method type, beside the nested one of the type itself.
pub(crate) const COMMON: &[&str] = &["type", "billing_details", "metadata", "allow_redisplay", "radar_options"];

/// Builds a payment method from its data without storing it. Card numbers are accepted from browsers only, so that a shop's
/// server never handles one.
pub(crate) fn from_data(tx: &Tx<'_>, data: &Form, caller: Caller) -> ApiResult<Method> {
    let kind = data.required("type")?;
    let kind = PaymentMethod::from_id(kind)
        .ok_or_else(|| ApiError::param("type", "parameter_invalid", format!("Invalid type: {kind}")))?;
    let own = kind.as_str();
    // A new Link account comes with its card, and so does a choice in Amazon Pay's sheet.
    let card = data.below(PaymentMethod::Card.as_str());
    let with_card =
        matches!(kind, PaymentMethod::Link | PaymentMethod::AmazonPay) && data.has(PaymentMethod::Card.as_str());
    data.only(&[COMMON, &[own], if with_card { &["card"] } else { &[] }].concat())?;
    let part = data.below(own);
    if caller == Caller::Server && card.has("number") {
        return Err(ApiError::invalid(
            Some("card_data_not_allowed"),
            "Sending credit card numbers directly to the API is not supported. Use the payment form in the browser.",
        ));
    }
    let billing = billing(&data.below("billing_details"))?;
    let details = match kind.group() {
        _ if with_card && kind == PaymentMethod::AmazonPay => {
            let details = card_data::card(&card, clock::year_and_month(tx.now()))?;
            details.card_name().map_or(Details::Plain, |card| Details::Wallet { card })
        }
        MethodGroup::Card => card_data::card(&part, clock::year_and_month(tx.now()))?,
        MethodGroup::BankDebit => {
            let holder = billing.name.is_some() && (kind != PaymentMethod::SepaDebit || billing.email.is_some());
            if !holder {
                let param = if billing.name.is_some() { "billing_details[email]" } else { "billing_details[name]" };
                return Err(ApiError::missing(param));
            }
            bank::account(&part, kind)?
        }
        MethodGroup::OneClick => match part.owned("email").or_else(|| billing.email.clone()) {
            Some(email) if with_card => {
                let details = card_data::card(&card, clock::year_and_month(tx.now()))?;
                Details::Link { email, card: details.card_name() }
            }
            Some(email) => Details::Link { email, card: None },
            None => return Err(ApiError::missing("link[email]")),
        },
        _ => Details::Plain,
    };
    let set_up = false;
    let metadata = data.metadata(Default::default())?;
    Ok(Method {
        id: MethodId::new(tx.random()),
        created: tx.now(),
        kind,
        customer: None,
        details,
        billing,
        metadata,
        spent: false,
        set_up,
    })
}

/// Parses `billing_details`.
pub(crate) fn billing(form: &Form) -> ApiResult<Billing> {
    let address = form.below("address");
    let country = address.filled("country");
    if let Some(country) =
        country.filter(|code| code.len() != 2 || !code.bytes().all(|byte| byte.is_ascii_alphabetic()))
    {
        return Err(ApiError::param(
            "billing_details[address][country]",
            "country_code_invalid",
            format!("Country '{country}' is unknown."),
        ));
    }
    if let Some(email) = form.filled("email").filter(|email| email.chars().filter(|c| *c == '@').count() != 1) {
        let message = format!("Invalid email address: {email}");
        return Err(ApiError::param("billing_details[email]", "email_invalid", message));
    }
    Ok(Billing {
        name: form.owned("name"),
        email: form.owned("email"),
        phone: form.owned("phone"),
        address: ADDRESS.iter().filter_map(|part| Some(((*part).to_owned(), address.owned(part)?))).collect(),
    })
}

/// Finds a method by its id, or creates one for the documented names of test cards (`pm_card_visa`). Rejects methods that were
/// used without a customer or detached.
pub(crate) fn for_use(tx: &mut Tx<'_>, id: &str, caller: Caller) -> ApiResult<Method> {
    if let Some(card) = id.strip_prefix("pm_card_").filter(|_| caller == Caller::Server).and_then(by_name) {
        let token = format!("type=card&card[token]=tok_{}", card.name);
        let method = from_data(tx, &Form::parse("", token.as_bytes())?, caller)?;
        tx.put(&method);
        return Ok(method);
    }
    let method = tx.find::<Method>(id)?;
    if method.spent {
        return Err(ApiError::invalid(
            Some("payment_method_unexpected_state"),
            "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, \
             and may not be used again.",
        ));
    }
    Ok(method)
}

impl Details {
    /// Name of its test card.
    fn card_name(self) -> Option<String> {
        if let Self::Card { name, .. } = self { Some(name) } else { None }
    }
}

impl DebitOutcome {
    /// Why the bank rejects the debit, if it does.
    pub(crate) fn refusal(self) -> Option<DebitFailure> {
        match self {
            Self::Fails(why) | Self::FailsLate(why) => Some(why),
            _ => None,
        }
    }
}
