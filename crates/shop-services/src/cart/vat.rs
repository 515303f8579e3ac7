//! The VAT number of a cart's buyer.

use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::trade::company::VatNumberState;
use shop_core::trade::vat_check::VatAnswer;

use super::Carts;
use super::service::CartsPorts;
use crate::ports::StoreError;
use crate::records::{CartContent, CartVat};

/// Stores the result of a check in a session's cart, in place of the previous one.
pub(crate) async fn store_vat(
    carts: &Carts,
    session_key: &str,
    customer_id: Option<CustomerId>,
    found: Option<&CartVat>,
) -> Result<(), StoreError> {
    let _ = carts
        .edit_cart::<std::convert::Infallible>(session_key, customer_id, &|open| {
            open.record.content.vat = found.cloned();
            Ok(())
        })
        .await?;
    Ok(())
}

/// Deletes a number whose check is too old, and copies that of the buyer's company, unless the buyer had another one checked.
pub(super) async fn follow_company_vat(
    store: &dyn CartsPorts,
    content: &mut CartContent,
    customer_id: Option<CustomerId>,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    if content.vat.as_ref().is_some_and(|own| !own.of_company && own.holds(now)) {
        return Ok(());
    }
    content.vat = None;
    let Some(id) = customer_id else { return Ok(()) };
    let company = store.vat_company_of(id).await?;
    content.vat = company.filter(|company| company.standing == VatNumberState::Valid).map(|company| CartVat {
        number: company.vat_number,
        country: company.country,
        answer: VatAnswer::Valid,
        checked_at: company.checked_at.unwrap_or(now),
        consultation: String::new(),
        of_company: true,
    });
    Ok(())
}
