//! The VAT area of the Union: the member states without the territories that the VAT directive excludes, and Northern Ireland for
//! goods.

use super::country::in_eu_vat_area;
use super::postcode_pattern::postcode_matches;

/// Territories of member states outside the Union's VAT area (Directive 2006/112/EC, art. 6; D.P.R. 633/1972, art. 7), by country
/// and postcodes.
const EXCLUDED: [(&str, &[&str]); 6] = [
    // Livigno, Campione d'Italia.
    ("IT", &["23041", "22061"]),
    // Canary Islands, Ceuta, Melilla.
    ("ES", &["35*", "38*", "51*", "52*"]),
    // Heligoland, Büsingen.
    ("DE", &["27498", "78266"]),
    // Åland.
    ("FI", &["22*"]),
    // Mount Athos.
    ("GR", &["63086"]),
    // Overseas departments and territories.
    ("FR", &["97*", "98*"]),
];

/// Type of supply, as far as the VAT area is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    Goods,
    /// Services, including downloads.
    Services,
}

/// Returns whether the Union's VAT applies to a supply to a place. Northern Ireland belongs to the area for goods only (Windsor
/// Framework). Expects an upper-case country code; the postcode may be empty.
///
/// ```
/// use shop_core::checkout::address::vat_area::{Supply, in_vat_area};
/// assert!(in_vat_area("ES", "28001", Supply::Goods));
/// assert!(!in_vat_area("ES", "35001", Supply::Goods));
/// assert!(in_vat_area("GB", "BT1 5GS", Supply::Goods));
/// assert!(!in_vat_area("GB", "BT1 5GS", Supply::Services));
/// ```
pub fn in_vat_area(country: &str, postcode: &str, supply: Supply) -> bool {
    if supply == Supply::Goods && is_northern_ireland(country, postcode) {
        return true;
    }
    in_eu_vat_area(country) && !is_excluded(country, postcode)
}

/// Returns whether an address is in Northern Ireland, whose postcodes are those of Belfast.
pub fn is_northern_ireland(country: &str, postcode: &str) -> bool {
    country == "GB" && postcode_matches("BT*", postcode)
}

fn is_excluded(country: &str, postcode: &str) -> bool {
    let patterns = EXCLUDED.iter().filter(|(of, _)| *of == country).flat_map(|(_, patterns)| *patterns);
    patterns.into_iter().any(|pattern| postcode_matches(pattern, postcode))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn territories_outside_the_vat_area_are_told_from_their_countries_by_postcode() {
        for (country, postcode, inside) in [
            ("IT", "20121", true),
            ("IT", "23041", false),
            ("IT", "22061", false),
            ("IT", "23030", true),
            ("ES", "38001", false),
            ("ES", "51001", false),
            ("DE", "27498", false),
            ("DE", "78266", false),
            ("DE", "78267", true),
            ("FI", "22100", false),
            ("GR", "630 86", false),
            ("FR", "97400", false),
            ("FR", "75001", true),
            ("MC", "98000", true),
            ("IT", "", true),
            ("CH", "8001", false),
            ("GB", "SW1A 1AA", false),
        ] {
            assert_eq!(in_vat_area(country, postcode, Supply::Goods), inside, "{country} {postcode}");
            assert_eq!(in_vat_area(country, postcode, Supply::Services), inside, "{country} {postcode}");
        }
    }
}
