//! The VAT number field.

use std::sync::Arc;

use shop_core::platform::messages::codes;
use shop_core::trade::vat_check::VatAnswer;
use shop_core::trade::vat_field::{VatField, VatStatus};
use shop_core::view::VatFieldView;
use shop_services::cart::OpenCart;

use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::trade;

/// Builds the field of the checkout for a billing country; `None` when this buyer has none. `typed`: the value posted without
/// scripts.
pub(crate) async fn of_checkout(
    storefront: &Arc<Storefront>,
    session: &Session,
    open: &OpenCart,
    country: &str,
    typed: Option<String>,
) -> Option<Box<VatFieldView>> {
    let rules = open.settings.vat_rules(session.buyer.company_id.is_some())?;
    let saved = open.record.content.vat.as_ref().filter(|vat| vat.country == country);
    let known = saved.filter(|vat| vat.answer == VatAnswer::Valid).map(|vat| vat.number.clone()).unwrap_or_default();
    let waits = saved.is_some_and(|vat| vat.answer == VatAnswer::Unanswered);
    let value = match (known.as_str(), typed, saved) {
        ("", Some(typed), _) => typed,
        ("", None, Some(saved)) => saved.number.clone(),
        ("", None, None) => number_of_company(storefront, session, country).await,
        (known, _, _) => known.to_owned(),
    };
    let status = if known.is_empty() { VatStatus::Unvalidated } else { VatStatus::Valid };
    Some(Box::new(VatFieldView {
        rules,
        field: VatField { country: country.to_owned(), value, status },
        known,
        notice: if waits { codes::TRADE_VAT_UNKNOWN.to_owned() } else { String::new() },
        token: trade::token(&storefront.web, session),
    }))
}

/// Returns the VAT number of the buyer's company, if it is in this country.
async fn number_of_company(storefront: &Arc<Storefront>, session: &Session, country: &str) -> String {
    let Some(id) = session.buyer.customer_id else { return String::new() };
    let company = storefront.vat_checks.company_of(id).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the company of a buyer could not be read");
        None
    });
    company.filter(|company| company.country == country).map(|company| company.vat_number).unwrap_or_default()
}
