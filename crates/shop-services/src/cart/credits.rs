//! Store credit in a cart: which credits are applied, and which are invalid.

use shop_core::cart::coupon::credit::{CreditPayer, already_applied, refusal};
use shop_core::cart::coupon::validity::CouponError;

use super::open_cart::OpenCart;
use crate::ports::CreditRecord;

/// Explains why a credit cannot pay for this cart.
fn refusal_of(open: &OpenCart, credit: &CreditRecord) -> Option<CouponError> {
    let billing = open.record.content.billing.email.clone();
    let emails: Vec<String> = open.person.emails.iter().cloned().chain([billing]).collect();
    let payer = CreditPayer { customer_id: open.person.customer_id, emails: &emails };
    refusal(&credit.credit, &credit.owner, &payer, open.now)
}

/// Applies a credit to an open cart.
pub(super) fn add(open: &mut OpenCart, credit: CreditRecord) -> Result<(), CouponError> {
    if open.record.content.credits.contains(&credit.credit.code) {
        return Err(already_applied(&credit.credit.code));
    }
    if let Some(refusal) = refusal_of(open, &credit) {
        return Err(refusal);
    }
    open.record.content.credits.push(credit.credit.code.clone());
    open.credits.push(credit);
    Ok(())
}

/// Removes a credit from an open cart; `false` if it was not applied.
pub(super) fn remove(open: &mut OpenCart, code: &str) -> bool {
    let before = open.record.content.credits.len();
    open.record.content.credits.retain(|one| one != code);
    open.credits.retain(|one| one.credit.code != code);
    open.record.content.credits.len() < before
}

/// Drops invalid credits, with the reason. A credit that was deleted is dropped too.
pub(super) fn drop_invalid(open: &mut OpenCart) {
    if open.record.content.credits.is_empty() {
        return;
    }
    let mut dropped: Vec<(String, CouponError)> = Vec::new();
    for code in &open.record.content.credits {
        let verdict = match open.credits.iter().find(|one| one.credit.code == *code) {
            None => Some(CouponError::unknown(code)),
            Some(credit) => refusal_of(open, credit),
        };
        dropped.extend(verdict.map(|refusal| (code.clone(), refusal)));
    }
    for (code, refusal) in dropped {
        remove(open, &code);
        open.dropped_coupons.push(refusal);
    }
}
