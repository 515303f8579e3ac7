//! VAT treatment of an order's amounts: the rate at which they were taxed, or the reason why they were not.

use shop_core::base::text::parse_fixed;
use shop_core::checkout::address::Address;
use shop_core::checkout::address::vat_area::{Supply, in_vat_area};
use shop_einvoice::{Nature, Vat};

use crate::platform::settings::{ExemptNature, ShopSettings, TaxRegime};
use crate::records::{OrderContent, OrderInvoice, OrderShipping};

/// States within Italy's borders that are outside the EU.
const ENCLAVES: [&str; 2] = ["SM", "VA"];

/// The data that determines the VAT treatment of an order.
pub(super) struct Sale<'a> {
    settings: &'a ShopSettings,
    goods_to: &'a Address,
    buyer_in: &'a Address,
    /// Whether the buyer has a VAT number of another country.
    foreign_business: bool,
}

impl<'a> Sale<'a> {
    pub(super) fn of(content: &'a OrderContent, requested: &OrderInvoice, settings: &'a ShopSettings) -> Self {
        let buyer_in = &content.billing;
        let sent = content.needs_shipping && !content.delivery.as_ref().is_some_and(OrderShipping::is_pickup);
        let goods_to = Some(&content.shipping).filter(|address| sent && !address.country.is_empty());
        let foreign_business = !requested.vat_number.is_empty() && !requested.vat_number.starts_with("IT");
        Self { settings, goods_to: goods_to.unwrap_or(buyer_in), buyer_in, foreign_business }
    }

    /// VAT treatment of an amount by its rate as displayed ("22%"; empty for untaxed).
    pub(super) fn vat(&self, rate: &str, service: bool) -> Vat {
        let hundredths = parse_fixed(rate.trim_end_matches('%'), 4).map_or(0, |rate| (rate + 50) / 100);
        match u16::try_from(hundredths) {
            Ok(hundredths) if hundredths > 0 => {
                if self.is_foreign(rate) {
                    Vat::None(Nature::PaidElsewhere)
                } else {
                    Vat::Rate(hundredths)
                }
            }
            _ => Vat::None(self.nature(service)),
        }
    }

    /// Whether amounts with this treatment are stated gross.
    pub(super) fn is_gross(vat: Vat) -> bool {
        vat == Vat::None(Nature::PaidElsewhere)
    }

    /// Whether a rate is that of another member state, charged under the one-stop shop (OSS).
    fn is_foreign(&self, rate: &str) -> bool {
        let home = self.settings.shop.country.as_str();
        [self.goods_to, self.buyer_in].into_iter().any(|address| {
            let country = address.country.as_str();
            country != home
                && in_vat_area(country, &address.postcode, Supply::Goods)
                && self.settings.tax.rates.iter().any(|one| one.country == country && one.percent() == rate)
        })
    }

    fn nature(&self, service: bool) -> Nature {
        let einvoices = &self.settings.einvoices;
        let supply = if service { Supply::Services } else { Supply::Goods };
        let place = if service { self.buyer_in } else { self.goods_to };
        let country = place.country.as_str();
        let in_area = in_vat_area(country, &place.postcode, supply);
        let in_excluded_territory = !in_area && in_vat_area(country, "", supply);
        if einvoices.regime == TaxRegime::FlatRate {
            Nature::NotSubject
        } else if country == self.settings.shop.country && (service || !in_excluded_territory) {
            self.domestic()
        } else if in_area {
            match (self.foreign_business, service) {
                (true, false) => Nature::WithinTheUnion,
                (true, true) => Nature::Elsewhere,
                (false, _) => self.domestic(),
            }
        } else if service {
            Nature::Elsewhere
        } else if ENCLAVES.contains(&country) {
            Nature::Enclave
        } else {
            Nature::Export
        }
    }

    fn domestic(&self) -> Nature {
        match self.settings.einvoices.exempt {
            ExemptNature::Exempt => Nature::Exempt,
            ExemptNature::NotSubject => Nature::NotSubject,
        }
    }
}

#[cfg(test)]
mod tests {
    use shop_core::cart::tax::TaxRate;

    use super::*;

    fn content(to: &str) -> OrderContent {
        let mut content = OrderContent { needs_shipping: true, ..OrderContent::default() };
        content.billing.country = to.to_owned();
        content.shipping.country = to.to_owned();
        content
    }

    fn treatment(content: &OrderContent, vat_number: &str, settings: &ShopSettings, rate: &str, service: bool) -> Vat {
        let requested = OrderInvoice { vat_number: vat_number.into(), ..OrderInvoice::default() };
        Sale::of(content, &requested, settings).vat(rate, service)
    }

    #[test]
    fn each_untaxed_sale_has_the_nature_of_its_place_and_buyer() {
        let settings = ShopSettings::default();
        for (to, number, service, nature) in [
            ("IT", "IT00743110157", false, Nature::Exempt),
            ("DE", "DE136695976", false, Nature::WithinTheUnion),
            ("DE", "DE136695976", true, Nature::Elsewhere),
            ("DE", "", false, Nature::Exempt),
            ("CH", "", false, Nature::Export),
            ("CH", "CHE123456788", true, Nature::Elsewhere),
            ("SM", "SM12345", false, Nature::Enclave),
        ] {
            assert_eq!(
                treatment(&content(to), number, &settings, "", service),
                Vat::None(nature),
                "{to} {number} {service}"
            );
        }
    }

    #[test]
    fn territories_outside_the_vat_area_are_exported_to_and_northern_ireland_is_not() {
        let settings = ShopSettings::default();
        for (country, postcode, number, service, nature) in [
            ("IT", "23041", "IT00743110157", false, Nature::Export),
            ("IT", "22061", "", false, Nature::Export),
            ("IT", "23041", "", true, Nature::Exempt),
            ("ES", "35001", "ESB12345674", false, Nature::Export),
            ("GB", "SW1A 1AA", "GB980780684", false, Nature::Export),
            ("GB", "BT1 5GS", "XI980780684", false, Nature::WithinTheUnion),
            ("GB", "BT1 5GS", "XI980780684", true, Nature::Elsewhere),
            ("GB", "BT1 5GS", "", false, Nature::Exempt),
        ] {
            let mut content = content(country);
            (content.billing.postcode, content.shipping.postcode) = (postcode.into(), postcode.into());
            let found = treatment(&content, number, &settings, "", service);
            assert_eq!(found, Vat::None(nature), "{country} {postcode} {number} {service}");
        }
    }

    #[test]
    fn goods_that_the_buyer_fetches_go_where_the_buyer_is() {
        let mut fetched = content("DE");
        fetched.shipping.country = "CH".into();
        fetched.delivery = Some(OrderShipping { rate_id: "local_pickup:2".into(), ..OrderShipping::default() });
        let settings = ShopSettings::default();
        assert_eq!(treatment(&fetched, "DE136695976", &settings, "", false), Vat::None(Nature::WithinTheUnion));
    }

    #[test]
    fn rates_of_other_member_states_are_told_from_the_shops() {
        let mut settings = ShopSettings::default();
        settings.tax.rates = vec![TaxRate { country: "DE".into(), rate: 190_000, ..TaxRate::default() }];
        assert_eq!(treatment(&content("DE"), "", &settings, "19%", false), Vat::None(Nature::PaidElsewhere));
        assert_eq!(
            treatment(&content("DE"), "", &settings, "22%", false),
            Vat::Rate(2200),
            "below the threshold Italy's holds"
        );
        assert_eq!(treatment(&content("IT"), "", &settings, "4%", false), Vat::Rate(400));
    }

    #[test]
    fn sellers_at_a_flat_rate_are_not_subject() {
        let mut settings = ShopSettings::default();
        settings.einvoices.regime = TaxRegime::FlatRate;
        assert_eq!(treatment(&content("CH"), "", &settings, "", false), Vat::None(Nature::NotSubject));
    }
}
