//! A cart opened for one request.

use std::sync::Arc;

use shop_core::base::time::UnixSeconds;
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::validity::CouponError;
use shop_core::cart::shipping::DeliveryChoice;

use super::pricing;
use super::purchases::StockNow;
use super::view::CartView;
use crate::catalogue::Catalogue;
use crate::platform::settings::ShopSettings;
use crate::ports::{CartRecord, CouponPerson, CreditRecord};
use crate::records::StoredNotice;

/// A cart opened for one request, with the data needed to price it.
#[derive(Clone, Debug)]
pub struct OpenCart {
    /// The stored cart; version 0 if there is none yet.
    pub record: CartRecord,
    pub catalogue: Arc<Catalogue>,
    pub settings: Arc<ShopSettings>,
    /// Live stock of the lines.
    pub stock: StockNow,
    /// The applied coupons, in the order of creation.
    pub coupons: Vec<UsedCoupon>,
    /// The person whose coupon uses count.
    pub person: CouponPerson,
    pub credits: Vec<CreditRecord>,
    /// Coupons and credits that this request had to remove from the cart.
    pub dropped_coupons: Vec<CouponError>,
    /// Changes that no response has reported yet: removed lines, lowered quantities.
    pub changes: Vec<StoredNotice>,
    /// Whether this request made some of them, so that the cart has to be saved.
    pub(crate) has_new_changes: bool,
    pub now: UnixSeconds,
}

impl OpenCart {
    pub fn view(&self) -> CartView<'_> {
        let credits = self.credits.iter().map(|one| one.credit.clone()).collect();
        let (content, catalogue) = (&self.record.content, &self.catalogue);
        pricing::price(content, catalogue, &self.stock, &self.coupons, credits, &self.settings, self.now)
    }

    /// Selects a delivery rate if it is available.
    pub(crate) fn choose_delivery(&mut self, rate_id: &str) {
        let Some(choice) = self.view().delivery_choice() else { return };
        if choice.offered.iter().any(|offered| offered == rate_id) {
            self.record.content.delivery = DeliveryChoice { rate_id: rate_id.to_owned(), ..choice };
        }
    }

    pub(super) fn has_coupon(&self, code: &str) -> bool {
        self.coupons.iter().any(|one| one.coupon.code == code)
    }

    /// Takes the messages for the next page from the cart. The page reports the changes with them.
    pub fn take_notices(&mut self) -> Vec<StoredNotice> {
        self.changes.clear();
        self.record.content.unreported.clear();
        std::mem::take(&mut self.record.content.notices)
    }
}
