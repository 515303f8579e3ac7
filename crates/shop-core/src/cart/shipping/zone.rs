//! Finds the delivery zone of a place.

use super::ShippingZone;
use crate::checkout::address::postcode_pattern::postcode_matches;

/// A place, with the parts that matter for delivery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShippingPlace<'a> {
    /// Country code, upper case.
    pub country: &'a str,
    /// Province, upper case; may be empty.
    pub state: &'a str,
    /// Postcode; may be empty.
    pub postcode: &'a str,
}

/// Returns the zone of a place: the first that contains it, else the rest of the world if the shop has such a zone.
pub fn zone_for<'a>(zones: &'a [ShippingZone], place: ShippingPlace<'_>) -> Option<&'a ShippingZone> {
    zones.iter().find(|zone| has(zone, place)).or_else(|| zones.iter().find(|zone| is_rest(zone)))
}

/// Returns whether the zone is the rest of the world.
pub fn is_rest(zone: &ShippingZone) -> bool {
    zone.countries.is_empty() && zone.states.is_empty() && zone.postcodes.is_empty()
}

fn has(zone: &ShippingZone, place: ShippingPlace<'_>) -> bool {
    let state = || format!("{}:{}", place.country, place.state);
    let here = zone.countries.iter().any(|country| country == place.country)
        || (!zone.states.is_empty() && zone.states.contains(&state()));
    here && (zone.postcodes.is_empty()
        || zone.postcodes.iter().any(|pattern| postcode_matches(pattern, place.postcode)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str, countries: &[&str], states: &[&str], postcodes: &[&str]) -> ShippingZone {
        let texts = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
        ShippingZone {
            name: name.into(),
            countries: texts(countries),
            states: texts(states),
            postcodes: texts(postcodes),
            methods: Vec::new(),
        }
    }

    fn name<'a>(zones: &'a [ShippingZone], country: &str, state: &str, postcode: &str) -> Option<&'a str> {
        zone_for(zones, ShippingPlace { country, state, postcode }).map(|zone| zone.name.as_str())
    }

    #[test]
    fn the_first_zone_that_has_the_place_is_its_zone_and_the_rest_of_the_world_comes_last() {
        let zones = [
            zone("resto", &[], &[], &[]),
            zone("isole minori", &["IT"], &[], &["98050...98055", "58012"]),
            zone("isole", &[], &["IT:CA", "IT:PA"], &[]),
            zone("Italia", &["IT"], &[], &[]),
        ];
        assert_eq!(name(&zones, "IT", "ME", "98050"), Some("isole minori"));
        assert_eq!(name(&zones, "IT", "CA", "09100"), Some("isole"));
        assert_eq!(name(&zones, "IT", "MI", "20121"), Some("Italia"));
        assert_eq!(name(&zones, "IT", "", ""), Some("Italia"), "before the province is known");
        assert_eq!(name(&zones, "DE", "CA", "09100"), Some("resto"));
        assert_eq!(name(&zones[1..], "DE", "", ""), None);
    }
}
