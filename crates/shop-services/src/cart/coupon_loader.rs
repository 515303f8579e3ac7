//! Loads the coupons and credits of a cart for validation.

use std::sync::Arc;

use shop_core::base::CustomerId;
use shop_core::cart::coupon::applied::UsedCoupon;

use crate::ports::{
    AccountStore, CouponPerson, CouponStore, CreditRecord, CreditStore, CustomerStore, StoreError, ports,
};
use crate::records::CartContent;

/// A guest's earlier uses are only checked once the order has an address, because it may still change in the cart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Cart,
    Order,
}

ports! {
    pub(crate) trait CouponLoaderPorts: AccountStore + CouponStore + CreditStore + CustomerStore
}

/// Loads the coupons and credits of a cart for validation.
#[derive(Clone)]
pub(crate) struct CouponLoader {
    pub(crate) store: Arc<dyn CouponLoaderPorts>,
}

impl CouponLoader {
    /// The person whose coupon uses count for this cart.
    pub(super) async fn coupon_person(
        &self,
        content: &CartContent,
        customer_id: Option<CustomerId>,
        stage: Stage,
    ) -> Result<CouponPerson, StoreError> {
        let account = match customer_id {
            Some(id) => self.store.customer(id).await?.map(|customer| customer.email),
            None => None,
        };
        let billing = (stage == Stage::Order).then(|| content.billing.email.trim().to_lowercase());
        let mut emails: Vec<String> = account.into_iter().chain(billing).filter(|email| !email.is_empty()).collect();
        emails.dedup();
        Ok(CouponPerson { customer_id, emails })
    }

    /// Returns the applied coupons with their uses, and their user, without a query for a cart that has neither coupons nor
    /// credits.
    pub(super) async fn applied_coupons(
        &self,
        content: &CartContent,
        customer_id: Option<CustomerId>,
    ) -> Result<(Vec<UsedCoupon>, CouponPerson), StoreError> {
        if content.coupons.is_empty() && content.credits.is_empty() {
            return Ok((Vec::new(), CouponPerson { customer_id, emails: Vec::new() }));
        }
        let person = self.coupon_person(content, customer_id, Stage::Cart).await?;
        Ok((self.store.used_coupons(&content.coupons, &person).await?, person))
    }

    /// Returns the applied credits, without a query for a cart that has none.
    pub(super) async fn applied_credits(&self, content: &CartContent) -> Result<Vec<CreditRecord>, StoreError> {
        if content.credits.is_empty() { Ok(Vec::new()) } else { self.store.credits(&content.credits).await }
    }

    /// The account's address, if its owner confirmed it.
    pub(super) async fn confirmed_addresses(&self, customer_id: Option<CustomerId>) -> Result<Vec<String>, StoreError> {
        let Some(id) = customer_id else { return Ok(Vec::new()) };
        let account = self.store.account(id).await?.filter(|account| account.email_confirmed_at.is_some());
        Ok(account.map(|account| account.email).into_iter().collect())
    }
}
