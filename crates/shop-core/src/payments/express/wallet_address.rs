//! Converts a wallet's address to the format of orders: each wallet and country fills the fields in its own way (wire contract,
//! C5, `normalize_address`).

use serde::{Deserialize, Serialize};

use super::payer::{payer_phone, split_name};
use crate::base::text::fold;
use crate::checkout::address::country::CountryCode;
use crate::checkout::address::province::{is_region, province};
use crate::checkout::address::{Address, AddressKind, one_line, postcode};

/// Address of a wallet's payer or recipient.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct WalletAddress {
    pub line1: String,
    pub line2: String,
    pub city: String,
    /// Province, state or region, as the wallet provides it.
    pub state: String,
    pub country: String,
    /// Postcode; before the payer confirms, wallets may send only its beginning.
    pub postal_code: String,
    /// Name of the company.
    pub organization: String,
}

/// A person with an address, as a wallet provides them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct WalletPerson {
    pub name: String,
    pub email: String,
    pub phone: String,
    /// Name of the company.
    pub organization: String,
    pub address: WalletAddress,
}

/// Postcode from a wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct WalletPostcode {
    /// Postcode in its country's format; for a redacted one, its beginning with `*` for missing characters.
    pub postcode: String,
    /// Whether the wallet withholds the rest until the payer confirms. Enough for delivery rates, not for an order.
    pub redacted: bool,
}

/// Parses a wallet's postcode. Until the payer confirms, Apple Pay sends the outward half of British postcodes and the first
/// three characters of Canadian ones.
///
/// ```
/// use shop_core::payments::express::wallet_address::wallet_postcode;
/// assert_eq!(wallet_postcode("GB", "SW1A").postcode, "SW1A***");
/// assert!(!wallet_postcode("GB", "sw1a 1aa").redacted);
/// ```
pub fn wallet_postcode(country: &str, text: &str) -> WalletPostcode {
    let plain: String = one_line(text).chars().filter(|c| !c.is_whitespace() && *c != '*').collect();
    let whole = |postcode: &str| WalletPostcode { postcode: postcode::normalise(country, postcode), redacted: false };
    // Completed with the missing half of any valid code, it is valid exactly if it is the beginning of one.
    let rest = match country {
        "GB" if (2..=4).contains(&plain.len()) => "1AA",
        "CA" if plain.len() == 3 => "1A1",
        _ => return whole(&one_line(text)),
    };
    if !plain.is_ascii() || !postcode::is_valid(country, &format!("{plain}{rest}")) {
        return whole(&one_line(text));
    }
    WalletPostcode { postcode: format!("{}***", plain.to_ascii_uppercase()), redacted: true }
}

/// The regions of Hong Kong by the names that the platform stores, with those that wallets use.
static HONG_KONG: [(&str, &str); 6] = [
    ("hong kong island", "HONG KONG"),
    ("hong kong", "HONG KONG"),
    ("香港島", "HONG KONG"),
    ("kowloon", "KOWLOON"),
    ("九龍", "KOWLOON"),
    ("new territories", "NEW TERRITORIES"),
];

fn hong_kong(text: &str) -> Option<&'static str> {
    let name = fold(text.trim());
    let region = HONG_KONG.iter().find(|(known, _)| *known == name).map(|(_, region)| *region);
    region.or((name == "新界").then_some("NEW TERRITORIES"))
}

/// Converts a wallet's person to an order's address: split name, cleaned telephone number, normalised country, state and
/// postcode. Rejects nothing and does not change its own output.
pub fn from_wallet(person: &WalletPerson, kind: AddressKind) -> Address {
    let name = split_name(&person.name, kind == AddressKind::Billing);
    let from = &person.address;
    let company = if person.organization.is_empty() { &from.organization } else { &person.organization };
    normalise(Address {
        first_name: name.first_name,
        last_name: name.last_name,
        company: company.clone(),
        address_1: from.line1.clone(),
        address_2: from.line2.clone(),
        city: from.city.clone(),
        state: from.state.clone(),
        postcode: from.postal_code.clone(),
        country: from.country.clone(),
        phone: payer_phone(&person.phone),
        email: if kind == AddressKind::Billing { person.email.clone() } else { String::new() },
    })
}

/// Normalises one address as `normalize_address` does.
///
/// - Hong Kong: a region in the postcode field is the region, and there are no postcodes.
/// - Emirates: without a town, the emirate is the town.
/// - Puerto Rico as a state of the US is a country of its own.
/// - A second line without a first becomes the first.
/// - Italy: a region becomes its province if postcode or town determine it.
///
/// ```
/// use shop_core::checkout::address::Address;
/// use shop_core::payments::express::wallet_address::normalise;
/// let at = |country: &str, state: &str, postcode: &str| {
///     let [country, state, postcode] = [country, state, postcode].map(str::to_owned);
///     normalise(Address { country, state, postcode, ..Address::default() })
/// };
/// assert_eq!(at("IT", "Lazio", "00019").state, "RM");
/// assert_eq!(at("IT", "Lazio", "").state, "", "a region alone is no province");
/// assert_eq!(at("US", "PR", "00901").country, "PR");
/// ```
pub fn normalise(mut address: Address) -> Address {
    for text in [&mut address.address_1, &mut address.address_2, &mut address.city, &mut address.state] {
        *text = one_line(text);
    }
    if let Some(code) = CountryCode::parse(&address.country) {
        code.as_str().clone_into(&mut address.country);
    }
    match address.country.as_str() {
        "HK" => {
            let known = hong_kong(&address.state).or_else(|| hong_kong(&address.postcode));
            if hong_kong(&address.postcode).is_some() {
                address.postcode.clear();
            }
            if let Some(region) = known {
                region.clone_into(&mut address.state);
            }
        }
        "AE" if address.city.is_empty() => address.city = std::mem::take(&mut address.state),
        "US" if matches!(fold(&address.state).as_str(), "pr" | "puerto rico") => {
            "PR".clone_into(&mut address.country);
            address.state.clear();
        }
        "IT" => {
            let found = province(&address.state, &address.city, &address.postcode);
            if let Some(code) = found {
                code.clone_into(&mut address.state);
            } else if is_region(&address.state) {
                address.state.clear();
            }
        }
        _ => {}
    }
    if address.address_1.is_empty() {
        address.address_1 = std::mem::take(&mut address.address_2);
    }
    address.postcode = wallet_postcode(&address.country, &address.postcode).postcode;
    address.normalised()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(country: &str, state: &str, city: &str, postcode: &str) -> Address {
        let [country, state, city, postcode] = [country, state, city, postcode].map(str::to_owned);
        normalise(Address { city, state, postcode, country, ..Address::default() })
    }

    #[test]
    fn countries_that_wallets_fill_their_own_way_are_put_right() {
        let address = at("HK", "", "Central", "Kowloon");
        assert_eq!((address.state.as_str(), address.postcode.as_str()), ("KOWLOON", ""));
        assert_eq!(at("HK", "新界", "Sha Tin", "").state, "NEW TERRITORIES");
        let address = at("ae", "Dubai", "", "");
        assert_eq!((address.city.as_str(), address.state.as_str()), ("Dubai", ""));
        let address = at("US", "PR", "San Juan", "00901");
        assert_eq!((address.country.as_str(), address.state.as_str()), ("PR", ""));
    }

    #[test]
    fn what_is_in_its_place_stays_there() {
        assert_eq!(at("AE", "Dubai", "Jumeirah", "").city, "Jumeirah");
        assert_eq!(at("US", "TX", "Austin", "78701").country, "US");
        assert_eq!(at("HK", "Kowloon", "", "999077").postcode, "999077");
        assert_eq!(at("IT", "RM", "Milano", "20121").state, "RM");
        let lines = normalise(Address { address_1: "a".into(), address_2: "b".into(), ..Address::default() });
        assert_eq!((lines.address_1.as_str(), lines.address_2.as_str()), ("a", "b"));
    }

    #[test]
    fn a_second_line_alone_is_the_first() {
        let lines = normalise(Address { address_2: "Via Roma 1".into(), ..Address::default() });
        assert_eq!((lines.address_1.as_str(), lines.address_2.as_str()), ("Via Roma 1", ""));
    }

    #[test]
    fn an_italian_region_becomes_a_province_or_stays_open() {
        assert_eq!(at("IT", "Lazio", "Tivoli", "00019").state, "RM");
        assert_eq!(at("IT", "Lazio", "Tivoli", "").state, "");
        assert_eq!(at("DE", "Bayern", "", "").state, "DE-BY");
    }

    #[test]
    fn only_beginnings_of_postcodes_are_redacted() {
        for (country, text, postcode) in
            [("GB", "SW1A", "SW1A***"), ("GB", "m1 ", "M1***"), ("CA", "k1a", "K1A***"), ("CA", "K1A***", "K1A***")]
        {
            assert_eq!(wallet_postcode(country, text), WalletPostcode { postcode: postcode.into(), redacted: true });
        }
        for (country, text) in
            [("GB", "12"), ("GB", "SW1A 1AA"), ("CA", "111"), ("IT", "001"), ("GB", ""), ("GB", "è1")]
        {
            assert!(!wallet_postcode(country, text).redacted, "{country} {text}");
        }
    }

    proptest! {
        #[test]
        fn any_address_survives_and_is_final(
            country in prop::sample::select(vec!["IT", "HK", "AE", "US", "GB", "CA", "", "xx"]),
            state in "\\PC{0,12}|Lazio|PR|Kowloon",
            city in "\\PC{0,12}",
            postcode in "\\PC{0,8}|Kowloon|SW1A|00184",
        ) {
            let once = at(country, &state, &city, &postcode);
            prop_assert_eq!(normalise(once.clone()), once);
        }
    }
}
