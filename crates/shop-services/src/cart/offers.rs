//! Coupons and store credit offered beside the cart.

use shop_core::base::format::price;
use shop_core::base::{CustomerId, Lang};
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::offer::{Offered, ends, label, offered};
use shop_core::cart::coupon::validity::code_of;
use shop_core::platform::messages::sentence;
use shop_core::view::{CartOffers, CouponOffer, CreditOffer};

use super::applied_coupons::coupon_cart;
use super::coupon_loader::Stage;
use super::open_cart::OpenCart;
use crate::cart::CartCoupons;
use crate::ports::{CreditRecord, StoreError};

impl CartCoupons {
    /// The offers for an open cart. Coupons and credits bound to an address are shown only to the account that has confirmed it,
    /// not to those who merely type it, because that would reveal to strangers what others own.
    pub async fn cart_offers(
        &self,
        open: &OpenCart,
        customer_id: Option<CustomerId>,
    ) -> Result<CartOffers, StoreError> {
        if open.record.content.lines.is_empty() {
            return Ok(CartOffers::default());
        }
        let coupons =
            if open.settings.checkout.coupons { self.coupon_offers(open, customer_id).await? } else { Vec::new() };
        let mut credits = match customer_id {
            Some(id) => self.store.credits_of(id, open.now).await?,
            None => Vec::new(),
        };
        for applied in &open.credits {
            if !credits.iter().any(|one| one.id == applied.id) {
                credits.push(applied.clone());
            }
        }
        Ok(CartOffers { coupons, credits: credits.iter().map(|credit| credit_offer(open, credit)).collect() })
    }

    async fn coupon_offers(
        &self,
        open: &OpenCart,
        customer_id: Option<CustomerId>,
    ) -> Result<Vec<CouponOffer>, StoreError> {
        let person = self.coupon_loader.coupon_person(&open.record.content, customer_id, Stage::Cart).await?;
        let emails = self.coupon_loader.confirmed_addresses(customer_id).await?;
        let ids = self.store.offered_coupons(&emails, open.now).await?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let codes: Vec<String> = ids.iter().map(|(_, code)| code.clone()).collect();
        let mut cart = coupon_cart(&open.view(), open, &person);
        cart.emails = emails;
        let lang = open.settings.lang();
        let found = self.store.used_coupons(&codes, &person).await?;
        let mut offers = Vec::new();
        for (id, code) in &ids {
            let Some(used) = found.iter().find(|one| one.coupon.code == *code) else { continue };
            let applied = open.has_coupon(code);
            let waits = match offered(&used.coupon, &cart, &used.uses, lang) {
                Offered::Active => String::new(),
                Offered::Waiting(refusal) => sentence(&refusal.error, lang),
                Offered::Hidden if applied => String::new(),
                Offered::Hidden => continue,
            };
            offers.push(coupon_offer(*id, used, applied, waits, lang));
        }
        // Usable ones come first.
        offers.sort_by_key(|offer| !offer.active && !offer.applied);
        Ok(offers)
    }

    /// Returns the code of a clicked coupon. Its id takes precedence over the code, but only for coupons that are offered to this
    /// shopper or whose code the request contains, because ids can be guessed. `None` if the shopper may not have it.
    pub async fn clicked_code(
        &self,
        open: &OpenCart,
        customer_id: Option<CustomerId>,
        id: i64,
        typed: &str,
    ) -> Result<Option<String>, StoreError> {
        let code = code_of(typed);
        if let Some(credit) = self.store.credit(id).await? {
            let own = customer_id.is_some() && credit.owner.customer_id == customer_id;
            if credit.credit.code == code || (own && code.is_empty()) {
                return Ok(Some(credit.credit.code));
            }
        }
        let Some(found) = self.store.coupon_code(id).await? else { return Ok(None) };
        if found == code {
            return Ok(Some(found));
        }
        let emails = self.coupon_loader.confirmed_addresses(customer_id).await?;
        let offered = self.store.offered_coupons(&emails, open.now).await?;
        Ok(Some(found).filter(|_| offered.iter().any(|(one, _)| *one == id)))
    }
}

fn coupon_offer(id: i64, used: &UsedCoupon, applied: bool, waits: String, lang: Lang) -> CouponOffer {
    let coupon = &used.coupon;
    CouponOffer {
        id,
        code: coupon.code.clone(),
        label: label(coupon, lang),
        description: coupon.description.clone(),
        ends: ends(coupon.expires_at, lang),
        active: waits.is_empty() && !applied,
        waits,
        applied,
    }
}

fn credit_offer(open: &OpenCart, credit: &CreditRecord) -> CreditOffer {
    let lang = open.settings.lang();
    let applied = open.record.content.credits.contains(&credit.credit.code);
    CreditOffer {
        id: credit.id,
        code: credit.credit.code.clone(),
        balance: price(credit.credit.balance_cents, lang),
        ends: ends(credit.credit.expires_at, lang),
        active: !applied,
        applied,
    }
}
