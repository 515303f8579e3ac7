//! Coupons and credit offered to a shopper beside the cart: which are shown, which are clickable, and their texts.

use super::validity::{CouponCart, CouponError, CouponUses, email_allowed, refusal};
use super::{Coupon, CouponKind};
use crate::base::calendar::last_day_before;
use crate::base::format::{date, decimal, price};
use crate::base::text::format_fixed;
use crate::base::{Cents, Lang};
use crate::platform::words::purchase_texts;

/// How a coupon is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It can be applied.
    Active,
    /// It is shown with the missing condition: the cart does not qualify yet.
    Waiting(CouponError),
    /// It is not shown: it is for others, expired or used up.
    Hidden,
}

/// Reasons that a different cart would remove: minimum and maximum spend, goods.
const LIFTED_BY_THE_CART: [u16; 6] = [108, 109, 110, 112, 113, 114];

/// Returns how a coupon is offered for this cart. One that is not shown to everybody is offered only to the addresses it names.
///
/// ```
/// use shop_core::cart::coupon::offer::{Offered, offered};
/// use shop_core::cart::coupon::validity::{CouponCart, CouponUses};
/// use shop_core::cart::coupon::Coupon;
/// use shop_core::base::Lang;
/// let (cart, uses) = (CouponCart::default(), CouponUses::default());
/// assert_eq!(offered(&Coupon::default(), &cart, &uses, Lang::It), Offered::Hidden);
/// let shown = Coupon { shown_in_cart: true, ..Coupon::default() };
/// assert_eq!(offered(&shown, &cart, &uses, Lang::It), Offered::Active);
/// ```
pub fn offered(coupon: &Coupon, cart: &CouponCart, uses: &CouponUses, lang: Lang) -> Offered {
    let named = !coupon.emails.is_empty() && email_allowed(&coupon.emails, &cart.emails);
    let open = coupon.shown_in_cart && coupon.emails.is_empty();
    if !named && !open {
        return Offered::Hidden;
    }
    match refusal(coupon, cart, uses, lang) {
        None => Offered::Active,
        Some(refusal) if LIFTED_BY_THE_CART.contains(&refusal.number) => Offered::Waiting(refusal),
        Some(_) => Offered::Hidden,
    }
}

/// Describes a coupon's value in a few words: "10% di sconto", "5,00 € di sconto", "2,00 € di sconto al pezzo", "Spedizione
/// gratuita".
///
/// ```
/// use shop_core::cart::coupon::{Coupon, CouponKind, offer::label};
/// use shop_core::base::Lang;
/// let coupon = Coupon { kind: CouponKind::Percent, amount_hundredths: 1250, ..Coupon::default() };
/// assert_eq!(label(&coupon, Lang::It), "12,5% di sconto");
/// ```
pub fn label(coupon: &Coupon, lang: Lang) -> String {
    let amount = coupon.amount_hundredths;
    if amount <= 0 {
        return purchase_texts::free_delivery(lang).to_owned();
    }
    let reduction = match coupon.kind {
        CouponKind::Percent => purchase_texts::reduction(lang, decimal(&format_fixed(amount, 2), lang) + "%"),
        CouponKind::FixedCart => purchase_texts::reduction(lang, price(Cents(amount), lang)),
        CouponKind::FixedProduct => purchase_texts::reduction_each_piece(lang, price(Cents(amount), lang)),
    };
    if coupon.free_shipping { purchase_texts::and_free_delivery(lang, reduction) } else { reduction }
}

/// Formats the last day of an offer; empty if it does not end.
///
/// ```
/// use shop_core::cart::coupon::offer::ends;
/// use shop_core::base::Lang;
/// assert_eq!(ends(Some(1_795_305_600), Lang::It), "Fino al 21 novembre 2026");
/// ```
pub fn ends(expires_at: Option<i64>, lang: Lang) -> String {
    expires_at.map_or_else(String::new, |end| {
        let last = last_day_before(end).saturating_mul(86_400);
        purchase_texts::until(lang, date(last, lang))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cart(cents: i64, emails: &[&str]) -> CouponCart {
        let emails = emails.iter().map(|one| (*one).to_owned()).collect();
        CouponCart { subtotal_cents: Cents(cents), emails, now: 10, ..CouponCart::default() }
    }

    #[test]
    fn a_coupon_for_addresses_is_offered_to_them_alone_even_when_marked_for_everybody() {
        let coupon = Coupon { emails: vec!["*@ada.example".into()], shown_in_cart: true, ..Coupon::default() };
        let uses = CouponUses::default();
        assert_eq!(offered(&coupon, &cart(1, &["x@ada.example"]), &uses, Lang::It), Offered::Active);
        assert_eq!(offered(&coupon, &cart(1, &["x@bob.example"]), &uses, Lang::It), Offered::Hidden);
        assert_eq!(offered(&coupon, &cart(1, &[]), &uses, Lang::It), Offered::Hidden);
    }

    #[test]
    fn what_the_cart_can_still_earn_waits_and_what_is_over_is_hidden() {
        let coupon = Coupon { shown_in_cart: true, minimum_cents: Some(Cents(3000)), ..Coupon::default() };
        let uses = CouponUses::default();
        assert!(matches!(offered(&coupon, &cart(1, &[]), &uses, Lang::It), Offered::Waiting(why) if why.number == 108));
        let over = Coupon { expires_at: Some(10), ..coupon.clone() };
        assert_eq!(offered(&over, &cart(5000, &[]), &uses, Lang::It), Offered::Hidden);
        let used = Coupon { usage_limit: Some(1), ..coupon };
        assert_eq!(offered(&used, &cart(5000, &[]), &CouponUses { total: 1, ..uses }, Lang::It), Offered::Hidden);
    }

    #[test]
    fn labels_say_what_is_given() {
        let coupon =
            |kind, amount, free| Coupon { kind, amount_hundredths: amount, free_shipping: free, ..Coupon::default() };
        for (given, it, en) in [
            (coupon(CouponKind::Percent, 1000, false), "10% di sconto", "10% off"),
            (
                coupon(CouponKind::FixedCart, 500, true),
                "5,00\u{a0}€ di sconto e spedizione gratuita",
                "€5.00 off and free delivery",
            ),
            (coupon(CouponKind::FixedProduct, 200, false), "2,00\u{a0}€ di sconto al pezzo", "€2.00 off each piece"),
            (coupon(CouponKind::FixedCart, 0, true), "Spedizione gratuita", "Free delivery"),
        ] {
            assert_eq!((label(&given, Lang::It), label(&given, Lang::En)), (it.to_owned(), en.to_owned()));
        }
    }
}
