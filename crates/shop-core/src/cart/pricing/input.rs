//! A cart with everything that its price depends on, in serialisable form: the same input for the server and the shopper's
//! browser.

use serde::{Deserialize, Serialize};

use super::{CartGoods, CartInput, CartRules, Place, TaxedAt};
use crate::base::time::UnixSeconds;
use crate::base::{Cents, Lang};
use crate::cart::coupon::Coupon;
use crate::cart::coupon::credit::StoreCredit;
use crate::cart::coupon::validity::{CouponCart, CouponUses, refusal};
use crate::cart::shipping::{DeliveryChoice, ShippingZone};
use crate::cart::tax::TaxTable;
use crate::cart::totals::TotalsRules;

/// Owned form of [`CartRules`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PricingRules {
    /// Tax rates: those of the classes of the goods and of delivery.
    pub taxes: TaxTable,
    /// Rounding and tax settings.
    pub totals: TotalsRules,
    /// Address that determines the tax.
    pub taxed_at: TaxedAt,
    /// Whether prices in the cart are shown with tax.
    pub shows_tax: bool,
    /// Whether a cart lists each tax by its name.
    pub names_taxes: bool,
    /// Whether each coupon applies to the prices that the ones before it left.
    pub sequential_coupons: bool,
    /// Delivery zones and methods. Titles and descriptions are those shown to shoppers, as HTML.
    pub zones: Vec<ShippingZone>,
    /// Codes of the countries that goods are sent to; empty: all.
    pub shipped_to: Vec<String>,
    /// Whether delivery is hidden until the address is known.
    pub waits_for_address: bool,
}

/// Owned form of [`CartInput`]: a shopper's own pages get it, so that they can price a changed cart before the server responds.
/// It contains nothing that the shopper must not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PricingInput {
    /// Language of the texts.
    pub lang: Lang,
    /// Settings of the shop.
    pub rules: PricingRules,
    pub goods: Vec<CartGoods>,
    /// Coupons of the cart, in the order of their creation.
    pub coupons: Vec<Coupon>,
    /// Location of the payer.
    pub billing: Place,
    /// Destination of the goods.
    pub shipping: Place,
    /// The buyer's VAT number, validated at its register; empty: none.
    #[serde(default)]
    pub vat_number: String,
    /// Whether the address is still being entered.
    pub address_open: bool,
    /// The current choice of delivery.
    pub delivery: DeliveryChoice,
    /// Applied store credits.
    pub credits: Vec<StoreCredit>,
    /// Time of the server's response.
    pub now: UnixSeconds,
    /// Date of that time, "2026-11-21".
    pub today: String,
}

impl PricingInput {
    /// Builds the input with what a shopper may know of the cart. `names_taxes`: whether a cart lists each tax by its name.
    pub fn from_cart(input: &CartInput<'_>, names_taxes: bool, lang: Lang) -> Self {
        let rules = &input.rules;
        let of_delivery = rules.totals.shipping_tax_class.as_deref().unwrap_or_default();
        let taxed = |class: &str| {
            class == of_delivery || class.is_empty() || input.goods.iter().any(|one| one.tax_class == class)
        };
        let taxes = TaxTable {
            classes: rules.taxes.classes.iter().filter(|class| taxed(&class.slug)).cloned().collect(),
            rates: rules.taxes.rates.iter().filter(|rate| taxed(&rate.class)).cloned().collect(),
        };
        let zones = rules.zones.iter().map(|zone| ShippingZone { name: String::new(), ..zone.clone() });
        Self {
            lang,
            rules: PricingRules {
                taxes,
                totals: rules.totals.clone(),
                taxed_at: rules.taxed_at,
                shows_tax: rules.shows_tax,
                names_taxes,
                sequential_coupons: rules.sequential_coupons,
                zones: zones.collect(),
                shipped_to: rules.shipped_to.to_vec(),
                waits_for_address: rules.waits_for_address,
            },
            goods: input.goods.clone(),
            coupons: input.coupons.iter().map(|coupon| public_coupon(coupon, &input.goods)).collect(),
            billing: input.billing.clone(),
            shipping: input.shipping.clone(),
            vat_number: input.vat_number.clone(),
            address_open: input.address_open,
            delivery: input.delivery.clone(),
            credits: input.credits.clone(),
            now: input.now,
            today: input.today.clone(),
        }
    }

    /// Borrows the input for pricing.
    pub fn cart(&self) -> CartInput<'_> {
        let rules = &self.rules;
        CartInput {
            rules: CartRules {
                taxes: &rules.taxes,
                totals: rules.totals.clone(),
                taxed_at: rules.taxed_at,
                shows_tax: rules.shows_tax,
                sequential_coupons: rules.sequential_coupons,
                zones: &rules.zones,
                shipped_to: &rules.shipped_to,
                waits_for_address: rules.waits_for_address,
            },
            goods: self.goods.clone(),
            coupons: self.coupons.iter().collect(),
            billing: self.billing.clone(),
            shipping: self.shipping.clone(),
            vat_number: self.vat_number.clone(),
            address_open: self.address_open,
            delivery: &self.delivery,
            credits: self.credits.clone(),
            now: self.now,
            today: self.today.clone(),
        }
    }

    /// Updates coupons and delivery after a change: coupons that are invalid by the data known here are removed, and the delivery
    /// method is chosen. The price may depend on that choice, so the cart must be priced again.
    pub fn settle(&mut self) {
        if !self.coupons.is_empty() {
            self.drop_coupons();
        }
        if let Some(choice) = super::price(&self.cart()).delivery_choice() {
            self.delivery = choice;
        }
    }

    fn drop_coupons(&mut self) {
        let totals = super::price(&self.cart()).totals;
        let tax = if self.rules.shows_tax { totals.items_tax } else { Cents::ZERO };
        let cart = CouponCart {
            goods: self.goods.iter().map(|one| one.coupon_goods.clone()).collect(),
            subtotal_cents: totals.items + tax,
            emails: Vec::new(),
            now: self.now,
        };
        self.coupons.retain(|coupon| refusal(coupon, &cart, &CouponUses::default(), self.lang).is_none());
    }
}

/// Returns the public data of a coupon: not its recipients and usage limits, and of its products and categories only those in the
/// cart. A restriction to others is retained: id 0 matches nothing.
fn public_coupon(coupon: &Coupon, goods: &[CartGoods]) -> Coupon {
    fn some<T: Copy + Default>(ids: &[T], here: impl Fn(T) -> bool) -> Vec<T> {
        let in_cart: Vec<T> = ids.iter().copied().filter(|id| here(*id)).collect();
        if in_cart.is_empty() && !ids.is_empty() { vec![T::default()] } else { in_cart }
    }
    let product =
        |id| goods.iter().any(|one| one.coupon_goods.product_id == id || one.coupon_goods.parent_id == Some(id));
    let category = |id| goods.iter().any(|one| one.coupon_goods.category_ids.contains(&id));
    Coupon {
        product_ids: some(&coupon.product_ids, product),
        excluded_product_ids: some(&coupon.excluded_product_ids, product),
        category_ids: some(&coupon.category_ids, category),
        excluded_category_ids: some(&coupon.excluded_category_ids, category),
        usage_limit: None,
        usage_limit_per_user: None,
        emails: Vec::new(),
        description: String::new(),
        shown_in_cart: false,
        ..coupon.clone()
    }
}
