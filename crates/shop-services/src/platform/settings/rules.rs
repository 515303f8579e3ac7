//! Derives the parameters of the rules from the settings: how a cart is priced, and which fields the checkout has.

use shop_core::base::Cents;
use shop_core::cart::pricing::CartRules;
use shop_core::cart::shipping::{Parcel, ShippingPlace, free_delivery, zone_for};
use shop_core::cart::tax::TaxPlace;
use shop_core::cart::totals::{PriceContext, TotalsRules, displayed_unit_price};
use shop_core::catalogue::product::{Item, TaxStatus};
use shop_core::checkout::address::locale::Presence;
use shop_core::checkout::delivery_day::DeliveryCalendar;
use shop_core::checkout::form::CheckoutRules;
use shop_core::platform::merchant::closed_days::closures;
use shop_core::trade::vat_field::VatRules;

use super::{DeliveryDayAudience, ShopSettings, TaxDisplay, VatFieldAudience};

/// Millionths of the currency unit per cent.
const MILLIONTHS_A_CENT: i64 = 10_000;

impl ShopSettings {
    /// The shop's location for taxes.
    pub fn base_place(&self) -> TaxPlace {
        let shop = &self.shop;
        TaxPlace { country: shop.country.clone(), state: shop.state.clone(), postcode: shop.postcode.clone() }
    }

    /// Rules for calculating totals.
    pub fn totals_rules(&self) -> TotalsRules {
        TotalsRules {
            taxes: self.taxes.calculated,
            prices_include_tax: self.taxes.prices_include_tax,
            base: self.base_place(),
            round_at_subtotal: self.taxes.round_at_subtotal,
            shipping_tax_class: self.taxes.delivery_class.class().map(str::to_owned),
            shipping_prices_include_tax: self.taxes.shipping_includes_tax,
        }
    }

    /// A price with or without tax as the catalogue displays it, for a buyer at the shop's own location.
    pub fn displayed_price(&self, cents: Cents, item: &Item) -> Cents {
        let (rules, place) = (self.totals_rules(), self.base_place());
        let taxable = item.tax_status == TaxStatus::Taxable;
        let context = PriceContext::new(taxable, &item.tax_class, &self.tax, &rules, &place, false);
        displayed_unit_price(cents, &context, self.taxes.shop_prices == TaxDisplay::Included)
    }

    /// The same in millionths of the currency unit, without rounding to cents: sums of it equal those of the cart.
    pub fn shown_millionths(&self, cents: Cents, item: &Item) -> i64 {
        self.displayed_price(Cents(cents.0.saturating_mul(MILLIONTHS_A_CENT)), item).0
    }

    /// The settings that the price of a cart depends on.
    pub fn cart_rules(&self) -> CartRules<'_> {
        CartRules {
            taxes: &self.tax,
            totals: self.totals_rules(),
            taxed_at: self.taxes.based_on,
            shows_tax: self.taxes.cart_prices == TaxDisplay::Included,
            sequential_coupons: self.checkout.coupons_sequential,
            zones: &self.zones,
            shipped_to: &self.places.shipped_to,
            waits_for_address: self.checkout.needs_address,
        }
    }

    /// Rules of the VAT number field at checkout; `None` if the buyer has no such field. A consumer who requests an invoice as a
    /// business of another country may owe the tax itself.
    pub fn vat_rules(&self, is_trade: bool) -> Option<VatRules> {
        let for_invoice = !is_trade && self.vat.audience != VatFieldAudience::Everyone;
        let abroad = |country: &&String| **country != self.shop.country;
        let countries: Vec<String> = if for_invoice {
            self.vat.countries.iter().filter(abroad).cloned().collect()
        } else {
            self.vat.countries.clone()
        };
        let sold_to = u32::try_from(self.places.sold_to.len()).unwrap_or(u32::MAX);
        if for_invoice && (!self.checkout.invoices || countries.is_empty() || sold_to == 1) {
            return None;
        }
        Some(VatRules {
            countries,
            number_of_countries: sold_to,
            optional: !is_trade,
            delivery_country_matters: self.vat.delivery_country,
            for_invoice,
        })
    }

    /// Calendar of delivery days.
    pub fn delivery_calendar(&self) -> DeliveryCalendar {
        let days = &self.delivery_days;
        DeliveryCalendar {
            weekdays: [
                days.sunday,
                days.monday,
                days.tuesday,
                days.wednesday,
                days.thursday,
                days.friday,
                days.saturday,
            ],
            closures: closures(&days.closed),
            holidays_closed: days.holidays_closed,
            cut_off_hour: days.cut_off_hour,
            preparation_days: days.preparation_days,
            days_ahead: days.days_ahead,
            fresh_needs_worked_days: days.fresh_needs_worked_days,
        }
    }

    /// Whether a buyer can choose the delivery day.
    pub fn has_delivery_day_field(&self, is_trade: bool) -> bool {
        match self.delivery_days.audience {
            DeliveryDayAudience::Nobody => false,
            DeliveryDayAudience::Trade => is_trade,
            DeliveryDayAudience::Everyone => true,
        }
    }

    /// Value of goods, as prices are displayed to the buyer, from which delivery to the shop's own location is free: for visitors
    /// without a cart.
    pub fn free_shipping_from(&self) -> Option<Cents> {
        let home =
            ShippingPlace { country: &self.shop.country, state: &self.shop.state, postcode: &self.shop.postcode };
        let zone = zone_for(&self.zones, home)?;
        free_delivery(Some(zone), &Parcel::default()).map(|offer| offer.from)
    }

    /// Validation rules of the checkout form, for a cart with these needs.
    pub fn checkout_rules(&self, needs_shipping: bool, needs_payment: bool, guest: bool) -> CheckoutRules {
        CheckoutRules {
            sold_to: self.places.sold_to.clone(),
            shipped_to: self.places.shipped_to.clone(),
            needs_shipping,
            needs_payment,
            terms_required: self.checkout.terms_page.is_some(),
            company: self.checkout.company,
            address_2: self.checkout.address_2,
            phone: self.checkout.phone,
            payment_methods: self.enabled_payment_methods().map(|m| m.id.clone()).collect(),
            stop_checkout: self.checkout.stop_checkout,
            extra_fields: self.checkout.extra.iter().map(|field| field.rule(self.lang())).collect(),
            account: match (guest, self.accounts.guest_checkout, self.accounts.at_checkout) {
                (false, _, _) | (true, true, false) => Presence::Hidden,
                (true, true, true) => Presence::Optional,
                (true, false, _) => Presence::Required,
            },
            ..CheckoutRules::default()
        }
    }
}
