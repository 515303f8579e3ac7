//! The cart: coupons, totals, store credit, prices for trade, add-ons, deposits, bookings.

use super::Integer;
pub use crate::base::{Cents, FieldError, Lang};
pub use crate::cart::merge::{CartEntry, KeyedLine};
pub use crate::catalogue::quantity::QuantityBounds;
pub use crate::cart::coupon::Coupon;
pub use crate::cart::coupon::applied::{CouponChange, UsedCoupon};
pub use crate::cart::coupon::credit::{CreditPayment, StoreCredit};
pub use crate::cart::coupon::validity::{CouponCart, CouponRefusal, CouponUses};
pub use crate::catalogue::price::{PackSize, RolePrice, UnitPrice};
pub use crate::catalogue::purchase::add_on_price::{AddOn, AddOnPrice};
pub use crate::catalogue::purchase::booking::{Booking, BookingAnswer, BookingRules};
pub use crate::catalogue::purchase::deposit::{Deposit, DepositPlan, PlanPart};
pub use crate::cart::totals::LineInput;
pub use crate::cart::totals::cart::{CartForm, PricedCart};
use crate::cart;
use crate::cart::coupon;
use crate::catalogue::price;
use crate::catalogue::purchase;
use crate::cart::totals;

exports! { $ for_each_cart_export;
    /// A cart with its coupons, taxes, delivery and store credit.
    cartTotals = fn cart_totals(form: CartForm) -> PricedCart { totals::cart::cart_totals(&form) }

    /// Why a coupon does not hold for a cart; null: it holds.
    couponRefusal = fn coupon_refusal(coupon: Coupon, cart: CouponCart, uses: CouponUses, lang: Lang) -> [Option<CouponRefusal>] {
        coupon::validity::refusal(&coupon, &cart, &uses, lang)
    }

    /// The coupons of a cart after the one of a typed code is added; `found` is null when the shop has none.
    addCoupon = fn add_coupon(typed: String, found: [Option<UsedCoupon>], applied: [Vec<UsedCoupon>], cart: CouponCart, lang: Lang) -> CouponChange {
        coupon::applied::add(&typed, found.as_ref(), &applied, &cart, lang)
    }

    /// The coupons that stay after the cart has changed.
    keepValidCoupons = fn keep_valid_coupons(applied: [Vec<UsedCoupon>], cart: CouponCart, lang: Lang) -> CouponChange {
        coupon::applied::keep_valid(&applied, &cart, lang)
    }

    /// How store credits pay a total at a time in seconds.
    payWithCredit = fn pay_with_credit(total: Cents, credits: [Vec<StoreCredit>], now: Integer) -> CreditPayment {
        coupon::credit::pay(total, &credits, now.0)
    }

    /// Price per kilogram or litre.
    unitPrice = fn unit_price(price: Cents, size: PackSize) -> [Option<UnitPrice>] { price::unit_price(price, &size) }

    /// Price of a piece for a trade buyer, as the shop enters prices; `rate` in ten-thousandths of a percent.
    rolePrice = fn role_price(price: Cents, rule: RolePrice, rate: Integer, prices_include_tax: bool) -> Cents {
        price::role_price(price, rule, rate.0, prices_include_tax)
    }

    /// Whether a business buyer owes the tax himself.
    reverseCharge = fn reverse_charge(shop_country: String, delivery_country: String, vat_country: String, vat_number_valid: bool) -> bool {
        price::reverse_charge(&shop_country, &delivery_country, &vat_country, vat_number_valid)
    }

    /// What a line with add-ons costs.
    addOnPrice = fn add_on_price(unit: Cents, quantity: Integer, add_ons: [Vec<AddOn>]) -> AddOnPrice {
        purchase::add_on_price::price(unit, u32::try_from(quantity.0).unwrap_or(0), &add_ons)
    }

    /// A total in instalments; `ordered_on` is a day, "2026-12-31".
    depositPlan = fn deposit_plan(total: Cents, deposit: Deposit, parts: [Vec<PlanPart>], ordered_on: String) -> DepositPlan {
        purchase::deposit::plan(total, deposit, &parts, &ordered_on)
    }

    /// A wanted booking judged against the others at a time in seconds.
    checkBooking = fn check_booking(rules: BookingRules, wanted: Booking, others: [Vec<Booking>], now: Integer) -> BookingAnswer {
        purchase::booking::check(&rules, wanted, &others, now.0)
    }

    /// The key of a cart line, 32 hexadecimal digits.
    lineKey = fn line_key(entry: CartEntry) -> String { entry.key() }

    /// Lines of a cart, equal ones merged.
    mergedLines = fn merged_lines(entries: [Vec<CartEntry>]) -> [Vec<KeyedLine>] { cart::merge::merged(&entries) }

    /// The lines that a product with add-ons has in the totals: what is paid once is a line of its own.
    addOnLines = fn add_on_lines(line: LineInput, add_ons: [Vec<AddOn>]) -> [Vec<LineInput>] { purchase::add_on_price::lines(&line, &add_ons) }
}
