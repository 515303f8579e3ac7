//! Pricing input for a page that prices the cart itself until the server has responded.

use shop_core::base::Lang;
use shop_core::base::text::escape_html;
use shop_core::cart::pricing::input::PricingInput;
use shop_core::cart::shipping::ShippingMethod;

use super::open_cart::OpenCart;
use super::pricing::cart_input;
use super::view::CartView;
use crate::content::rich_text::clean;
use crate::platform::settings::TaxLines;

impl OpenCart {
    /// Pricing input for the shopper's page; `None` if the cart has recurring payments or tiered prices.
    pub fn page_pricing(&self, view: &CartView<'_>) -> Option<PricingInput> {
        // The lines and totals of subscriptions contain server-rendered texts (days, terms and amounts of renewals), which new
        // totals would contradict.
        if view.has_subscription() {
            return None;
        }
        // The page's rules know one price per piece: tiers, which only trade buyers have, are left to the server, to keep the
        // module small for everybody else.
        if view.lines.iter().any(|line| !line.item().prices.tiers.is_empty()) {
            return None;
        }
        let coupons = self.coupons.iter().map(|one| &one.coupon);
        let applied = coupons.filter(|coupon| view.content.coupons.contains(&coupon.code)).collect();
        let credits = self.credits.iter().map(|one| one.credit.clone()).collect();
        let input = cart_input(&view.lines, view.content, &self.catalogue, applied, credits, &self.settings, self.now);
        let names_taxes = self.settings.taxes.lines != TaxLines::Single;
        let mut pricing = PricingInput::from_cart(&input, names_taxes, view.lang);
        for method in pricing.rules.zones.iter_mut().flat_map(|zone| &mut zone.methods) {
            method.title = shipping_title_html(method, view.lang);
            method.title_en.clear();
            method.description = clean(&method.description);
        }
        Some(pricing)
    }
}

/// Title of a delivery method as HTML.
pub fn shipping_title_html(method: &ShippingMethod, lang: Lang) -> String {
    escape_html(lang.select(&method.title, &method.title_en))
}
