//! What the settings mean to the rules: how a cart is priced, and what the checkout asks for.

use shop_core::address::locale::Presence;
use shop_core::base::Cents;
use shop_core::checkout::form::CheckoutRules;
use shop_core::pricing::{CartRules, TaxedAt};
use shop_core::shipping::ShippingPlace;
use shop_core::tax::TaxPlace;
use shop_core::totals::TotalsRules;

use super::ShopSettings;

impl ShopSettings {
    /// Where the shop is, as far as tax goes.
    pub fn base_place(&self) -> TaxPlace {
        TaxPlace { country: self.base_country.clone(), state: self.base_state.clone() }
    }

    /// How totals are calculated.
    pub fn totals_rules(&self) -> TotalsRules {
        TotalsRules {
            taxes: self.taxes,
            prices_include_tax: self.prices_include_tax,
            base: self.base_place(),
            round_at_subtotal: self.tax_round_at_subtotal,
            shipping_tax_class: (self.shipping_tax_class != "inherit").then(|| self.shipping_tax_class.clone()),
            shipping_prices_include_tax: self.shipping_prices_include_tax,
        }
    }

    /// What of the settings the price of a cart depends on.
    pub fn cart_rules(&self) -> CartRules<'_> {
        CartRules {
            taxes: &self.tax,
            totals: self.totals_rules(),
            taxed_at: self.taxed_at(),
            shows_tax: self.tax_display_cart == "incl",
            sequential_coupons: self.coupons_sequential,
            zones: &self.zones,
            shipped_to: &self.shipped_to,
            waits_for_address: self.shipping_requires_address,
        }
    }

    /// Whose place counts for tax.
    pub fn taxed_at(&self) -> TaxedAt {
        match self.tax_based_on.as_str() {
            "base" => TaxedAt::Shop,
            "billing" => TaxedAt::Billing,
            _ => TaxedAt::Delivery,
        }
    }

    /// Free delivery within the shop's own country from this amount, for the banner.
    pub fn free_shipping_from(&self) -> Option<Cents> {
        let home =
            ShippingPlace { country: &self.base_country, state: &self.base_state, postcode: &self.base_postcode };
        let zone = shop_core::shipping::zone_for(&self.zones, home)?;
        zone.methods
            .iter()
            .find(|m| m.kind == shop_core::shipping::ShippingKind::FreeShipping && m.min_amount_cents > Cents::ZERO)
            .map(|m| m.min_amount_cents)
    }

    /// What the checkout form is checked by, for a cart with these needs.
    pub fn checkout_rules(&self, needs_shipping: bool, needs_payment: bool, guest: bool) -> CheckoutRules {
        let presence = |text: &str| match text {
            "required" => Presence::Required,
            "hidden" => Presence::Hidden,
            _ => Presence::Optional,
        };
        CheckoutRules {
            sold_to: self.sold_to.clone(),
            shipped_to: self.shipped_to.clone(),
            needs_shipping,
            needs_payment,
            terms_required: self.terms_page.is_some(),
            company: presence(&self.checkout_company),
            address_2: presence(&self.checkout_address_2),
            phone: presence(&self.checkout_phone),
            payment_methods: self.enabled_payment_methods().map(|m| m.id.clone()).collect(),
            stop_checkout: self.stop_checkout,
            extra_fields: self.extra_billing_fields.iter().map(|field| field.name.clone()).collect(),
            account: match (guest, self.guest_checkout, self.signup_at_checkout) {
                (false, _, _) | (true, true, false) => Presence::Hidden,
                (true, true, true) => Presence::Optional,
                (true, false, _) => Presence::Required,
            },
            ..CheckoutRules::default()
        }
    }
}
