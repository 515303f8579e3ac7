//! Tries out delivery zones, which may be unsaved: which methods are offered to an address?

use shop_core::base::{Cents, FieldError};
use shop_core::cart::shipping::form::{ZoneForm, check_zones};
use shop_core::cart::shipping::{Parcel, ShippingPlace, available_methods, zone_for};
use shop_core::checkout::address::country::CountryCode;
use shop_core::checkout::address::{postcode, states};
use shop_core::platform::input::Check;
use shop_core::platform::messages::codes;

use super::ShopSettings;

/// Address and goods as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialForm {
    pub country: String,
    pub state: String,
    pub postcode: String,
    /// Displayed value of the goods in euro.
    pub amount: String,
    /// Weight of the goods in the shop's unit.
    pub weight: String,
    pub classes: Vec<String>,
    /// A coupon grants free delivery.
    pub free_by_coupon: bool,
}

/// The delivery methods on offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Name of the zone; `None` if the address is in none, or is not delivered to.
    pub zone: Option<String>,
    /// Whether the shop delivers to the country at all.
    pub delivered_to: bool,
    /// Titles and costs as entered, in order.
    pub methods: Vec<(String, Cents)>,
}

/// Returns the delivery methods for an address.
///
/// # Errors
///
/// Invalid fields of the address, the goods or the zones.
pub fn offer(settings: &ShopSettings, zones: &[ZoneForm], form: &TrialForm) -> Result<Offer, Vec<FieldError>> {
    let mut check = Check::default();
    let country = CountryCode::parse(&form.country).map(CountryCode::as_str).unwrap_or_default();
    if country.is_empty() {
        check.push(FieldError::new("country", codes::OFFICE_COUNTRY_UNKNOWN).with("value", &form.country));
    }
    let state = states::stored(country, &form.state).unwrap_or_else(|| {
        check.push(FieldError::new("state", codes::OFFICE_STATE_UNKNOWN).with("value", &form.state));
        String::new()
    });
    if !form.postcode.trim().is_empty() && !country.is_empty() && !postcode::is_valid(country, &form.postcode) {
        check.push(FieldError::new("postcode", codes::OFFICE_POSTCODE_INVALID).with("value", &form.postcode));
    }
    let goods_cents = check.amount("amount", &form.amount);
    let weight_milli = check.measure("weight", &form.weight).unwrap_or_default();
    let zones = match check_zones(zones, &settings.zones) {
        Ok(zones) => zones,
        Err(errors) => {
            for error in errors {
                check.push(error);
            }
            Vec::new()
        }
    };
    check.done(())?;
    let delivered_to =
        settings.places.shipped_to.is_empty() || settings.places.shipped_to.iter().any(|one| one == country);
    let postcode = postcode::normalise(country, &form.postcode);
    let place = ShippingPlace { country, state: &state, postcode: &postcode };
    let zone = if delivered_to { zone_for(&zones, place) } else { None };
    let classes: Vec<&str> = form.classes.iter().map(String::as_str).collect();
    let parcel = Parcel { goods_cents, has_free_shipping_coupon: form.free_by_coupon, weight_milli, classes: &classes };
    let methods = available_methods(zone, &parcel);
    Ok(Offer {
        zone: zone.map(|zone| zone.name.clone()),
        delivered_to,
        methods: methods.iter().map(|method| (method.title.clone(), method.cost_for(&parcel))).collect(),
    })
}

#[cfg(test)]
mod tests {
    use shop_core::cart::shipping::form::MethodForm;

    use super::*;

    fn zones() -> Vec<ZoneForm> {
        let method =
            |kind: &str, title: &str| MethodForm { kind: kind.into(), title: title.into(), ..MethodForm::default() };
        let flat = MethodForm { cost: "6".into(), max_weight: "30".into(), ..method("flat_rate", "Corriere") };
        let free =
            MethodForm { requires: "min_amount".into(), min_amount: "60".into(), ..method("free_shipping", "Gratis") };
        vec![ZoneForm {
            name: "Italia".into(),
            countries: vec!["IT".into()],
            methods: vec![flat, free],
            ..ZoneForm::default()
        }]
    }

    fn tried(form: &TrialForm) -> Result<(Option<String>, usize), Vec<String>> {
        offer(&ShopSettings::default(), &zones(), form)
            .map(|offer| (offer.zone, offer.methods.len()))
            .map_err(|errors| errors.into_iter().map(|error| error.field).collect())
    }

    #[test]
    fn amount_and_weight_decide_what_is_offered() {
        let form = TrialForm { country: "it".into(), postcode: "20121".into(), ..TrialForm::default() };
        let italy = Some("Italia".to_owned());
        assert_eq!(tried(&form), Ok((italy.clone(), 1)));
        assert_eq!(tried(&TrialForm { amount: "60".into(), ..form.clone() }), Ok((italy.clone(), 2)));
        assert_eq!(tried(&TrialForm { weight: "30,001".into(), ..form.clone() }), Ok((italy, 0)));
        assert_eq!(tried(&TrialForm { country: "DE".into(), postcode: String::new(), ..form }), Ok((None, 0)));
    }

    #[test]
    fn a_wrong_address_is_refused_by_field() {
        let form = TrialForm {
            country: "IT".into(),
            state: "Atlantide".into(),
            postcode: "1".into(),
            amount: "x".into(),
            weight: "-1".into(),
            ..TrialForm::default()
        };
        assert_eq!(tried(&form), Err(["state", "postcode", "amount", "weight"].map(String::from).to_vec()));
    }
}
