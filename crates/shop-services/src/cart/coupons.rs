//! Coupons of a cart: applying and removing them.

use std::sync::Arc;

use shop_core::base::CustomerId;
use shop_core::cart::coupon::applied::add;
use shop_core::cart::coupon::validity::{CouponError, code_of, refusal};
use shop_core::platform::messages::codes;

use super::applied_coupons::{as_applied, coupon_cart, drop_invalid};
use super::coupon_loader::{CouponLoader, Stage};
use super::credits;
use super::open_cart::OpenCart;
use crate::cart::Carts;
use crate::ports::{CouponStore, CreditStore, SaveOutcome, StoreError, ports};

/// Why a coupon was not applied or not removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CouponDenial {
    Disabled,
    /// A rule of the coupon is not met.
    Refused(CouponError),
    /// The cart does not have it.
    NotApplied {
        /// The requested code.
        code: String,
    },
}

/// A cart after applying or removing a coupon or credit, and the code of the message about it.
pub type CouponDone = (OpenCart, &'static str);

ports! {
    pub(crate) trait CartCouponsPorts: CouponStore + CreditStore
}

/// Coupons and store credits in a cart: applied, removed, offered.
#[derive(Clone)]
pub struct CartCoupons {
    pub(crate) store: Arc<dyn CartCouponsPorts>,
    pub(crate) carts: Carts,
    pub(crate) coupon_loader: CouponLoader,
}

impl CartCoupons {
    /// Applies the coupon, or the store credit, with a typed code. A new address is stored in the cart before the check, because
    /// either may be restricted to certain buyers. Credit is money and also applies in shops without coupons.
    pub async fn apply_coupon(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        typed: &str,
        billing_email: Option<&str>,
    ) -> Result<Result<CouponDone, (OpenCart, CouponDenial)>, StoreError> {
        let code = code_of(typed);
        loop {
            let mut open = self.carts.open_cart(session_key, customer_id).await?;
            if let Some(email) = billing_email.map(str::trim).filter(|email| !email.is_empty()) {
                open.record.content.billing.email = email.chars().take(254).collect();
            }
            let person = self.coupon_loader.coupon_person(&open.record.content, customer_id, Stage::Cart).await?;
            let found = self.store.used_coupons(std::slice::from_ref(&code), &person).await?;
            if found.is_empty()
                && !code.is_empty()
                && let Some(credit) = self.store.credits(std::slice::from_ref(&code)).await?.pop()
            {
                open.person = person;
                if let Err(refusal) = credits::add(&mut open, credit) {
                    return Ok(Err((open, CouponDenial::Refused(refusal))));
                }
                if self.carts.save_open_cart(&mut open).await? == SaveOutcome::Saved {
                    return Ok(Ok((open, codes::CREDIT_APPLIED)));
                }
                continue;
            }
            if !open.settings.checkout.coupons {
                return Ok(Err((open, CouponDenial::Disabled)));
            }
            let change = add(
                typed,
                found.first(),
                &as_applied(&open),
                &coupon_cart(&open.view(), &open, &person),
                open.settings.lang(),
            );
            if let Some(refusal) = change.refusals.into_iter().next() {
                return Ok(Err((open, CouponDenial::Refused(refusal))));
            }
            open.record.content.coupons = change.applied;
            open.coupons = self.store.used_coupons(&open.record.content.coupons, &person).await?;
            if self.carts.save_open_cart(&mut open).await? == SaveOutcome::Saved {
                return Ok(Ok((open, codes::COUPON_APPLIED)));
            }
        }
    }

    /// Removes a coupon or a credit from the cart. If it is not applied, the error is the rule that is not met, if any.
    pub async fn remove_coupon(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        typed: &str,
    ) -> Result<Result<CouponDone, (OpenCart, CouponDenial)>, StoreError> {
        let code = code_of(typed);
        loop {
            let mut open = self.carts.open_cart(session_key, customer_id).await?;
            if credits::remove(&mut open, &code) {
                if self.carts.save_open_cart(&mut open).await? == SaveOutcome::Saved {
                    return Ok(Ok((open, codes::CREDIT_REMOVED)));
                }
                continue;
            }
            if !open.settings.checkout.coupons {
                return Ok(Err((open, CouponDenial::Disabled)));
            }
            let applied = &mut open.record.content.coupons;
            let Some(at) = applied.iter().position(|one| *one == code) else {
                let person = self.coupon_loader.coupon_person(&open.record.content, customer_id, Stage::Cart).await?;
                let found = self.store.used_coupons(std::slice::from_ref(&code), &person).await?;
                let denial = match found.first() {
                    None => CouponDenial::Refused(CouponError::unknown(&code)),
                    Some(one) => {
                        let cart = coupon_cart(&open.view(), &open, &person);
                        refusal(&one.coupon, &cart, &one.uses, open.settings.lang())
                            .map_or_else(|| CouponDenial::NotApplied { code: typed.to_owned() }, CouponDenial::Refused)
                    }
                };
                return Ok(Err((open, denial)));
            };
            applied.remove(at);
            open.coupons.retain(|one| one.coupon.code != code);
            if self.carts.save_open_cart(&mut open).await? == SaveOutcome::Saved {
                return Ok(Ok((open, codes::COUPON_REMOVED)));
            }
        }
    }

    /// Removes all coupons and credits from the cart.
    pub async fn remove_coupons(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
    ) -> Result<OpenCart, StoreError> {
        let done = self
            .carts
            .edit_cart::<std::convert::Infallible>(session_key, customer_id, &|open| {
                open.record.content.coupons.clear();
                open.record.content.credits.clear();
                open.coupons.clear();
                open.credits.clear();
                Ok(())
            })
            .await?;
        match done {
            Ok(open) => Ok(open),
            Err((_, never)) => match never {},
        }
    }

    /// Validates the coupons for this buyer's order, whose address is final now; invalid ones are removed from the cart.
    pub(crate) async fn validate_coupons_for_order(
        &self,
        open: &mut OpenCart,
        customer_id: Option<CustomerId>,
    ) -> Result<(), StoreError> {
        if open.record.content.coupons.is_empty() && open.record.content.credits.is_empty() {
            return Ok(());
        }
        let content = &open.record.content;
        open.person = self.coupon_loader.coupon_person(content, customer_id, Stage::Order).await?;
        open.coupons = self.store.used_coupons(&content.coupons, &open.person).await?;
        let before = open.dropped_coupons.len();
        drop_invalid(open);
        credits::drop_invalid(open);
        if open.dropped_coupons.len() > before {
            // On a conflict another request changed the cart: the order is then refused for that reason.
            let _ = self.carts.save_open_cart(open).await?;
        }
        Ok(())
    }
}

/// The error code of a denial.
impl CouponDenial {
    /// Message code and placeholders.
    pub fn message(&self) -> (&str, shop_core::base::Params) {
        match self {
            Self::Disabled => (codes::CART_COUPON_DISABLED, shop_core::base::Params::new()),
            Self::Refused(refusal) => (&refusal.error.code, refusal.error.params.clone()),
            Self::NotApplied { code } => {
                (codes::CART_COUPON_INVALID_CODE, shop_core::base::Params::from([("code".to_owned(), code.clone())]))
            }
        }
    }
}
