//! The buyer's addresses while the form is being filled in: partial, validated field by field.

use serde::Deserialize;
use shop_core::accounts::email;
use shop_core::base::Params;
use shop_core::checkout::address::country::CountryCode;
use shop_core::checkout::address::phone;
use shop_core::checkout::address::{Address, postcode, states};

/// Maximum stored length of a field while the form is being filled in; the form itself reports its own, shorter limits.
const MAX_CHARS: usize = 300;

/// Fields of an address sent by a client; absent ones stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct AddressChange {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub company: Option<String>,
    pub address_1: Option<String>,
    pub address_2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub postcode: Option<String>,
    pub country: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
}

/// A value that is invalid in the address's country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressRefusal {
    pub code: &'static str,
    pub field: &'static str,
    pub value: String,
    pub country: String,
}

impl AddressRefusal {
    /// Placeholders of the message.
    pub fn params(&self) -> Params {
        let mut params = Params::from([("value".to_owned(), self.value.clone())]);
        params.insert("country".to_owned(), self.country.clone());
        params.insert("example".to_owned(), postcode::example(&self.country).unwrap_or_default().to_owned());
        params
    }
}

impl AddressChange {
    /// A change that sets every field of an address.
    pub fn of(address: &Address) -> Self {
        let set = |text: &String| Some(text.clone());
        Self {
            first_name: set(&address.first_name),
            last_name: set(&address.last_name),
            company: set(&address.company),
            address_1: set(&address.address_1),
            address_2: set(&address.address_2),
            city: set(&address.city),
            state: set(&address.state),
            postcode: set(&address.postcode),
            country: set(&address.country),
            phone: set(&address.phone),
            email: set(&address.email),
        }
    }

    /// Merges the valid fields of the change into an address: invalid ones (a postcode half typed, or that of the previous
    /// country) are left out.
    pub fn merge_readable(&self, stored: &Address) -> Address {
        let mut change = self.clone();
        // Each round drops one field; five can be invalid.
        for _ in 0..5 {
            match change.merge(stored) {
                Ok(address) => return address,
                Err(refusal) => match refusal.field {
                    "country" => change.country = None,
                    "state" => change.state = Some(String::new()),
                    "postcode" => change.postcode = Some(String::new()),
                    _ => change.phone = None,
                },
            }
        }
        stored.clone()
    }

    /// Merges the change into an address. A new country without a new state has none: the stored one was chosen for another.
    pub fn merge(&self, stored: &Address) -> Result<Address, AddressRefusal> {
        let mut out = stored.clone();
        let invalid_in = |country: &str, code, field, value: &str| AddressRefusal {
            code,
            field,
            value: value.to_owned(),
            country: country.to_owned(),
        };
        let set = |slot: &mut String, value: &Option<String>| {
            if let Some(value) = value {
                *slot = shop_core::checkout::address::one_line(value).chars().take(MAX_CHARS).collect();
            }
        };
        set(&mut out.first_name, &self.first_name);
        set(&mut out.last_name, &self.last_name);
        set(&mut out.company, &self.company);
        set(&mut out.address_1, &self.address_1);
        set(&mut out.address_2, &self.address_2);
        set(&mut out.city, &self.city);
        set(&mut out.phone, &self.phone);
        if let Some(country) = &self.country {
            out.country = country.trim().to_uppercase().chars().take(MAX_CHARS).collect();
            if self.state.is_none() && !stored.country.is_empty() && out.country != stored.country {
                out.state.clear();
            }
        }
        if !out.country.is_empty() && CountryCode::parse(&out.country).is_none() {
            return Err(invalid_in(&out.country, "invalid_country", "country", &out.country));
        }
        set(&mut out.state, &self.state);
        if !out.state.is_empty() && states::has_list(&out.country) {
            match states::state_code(&out.country, &out.state) {
                Some(code) => out.state = code.to_owned(),
                None => return Err(invalid_in(&out.country, "invalid_state", "state", &out.state)),
            }
        } else if states::is_hidden(&out.country) && self.state.is_none() && self.country.is_some() {
            out.state = String::new();
        }
        if let Some(text) = &self.postcode {
            let text: String = text.chars().take(MAX_CHARS).collect();
            out.postcode = postcode::normalise_for_storage(&out.country, &text);
        }
        if self.postcode.is_none() && out.postcode.ends_with('*') {
            // A wallet disclosed only its beginning.
            out.postcode.clear();
        }
        if !out.postcode.is_empty() && !postcode::is_valid(&out.country, &out.postcode) {
            return Err(invalid_in(&out.country, "invalid_postcode", "postcode", &out.postcode));
        }
        if !phone::is_valid(&out.phone) {
            return Err(invalid_in(&out.country, "invalid_phone", "phone", &out.phone));
        }
        if let Some(text) = &self.email {
            let text = text.trim();
            // A half-typed address is no reason to reject the rest: it is left out until it is complete.
            if text.is_empty() || email::is_valid(text) {
                text.clone_into(&mut out.email);
            }
        }
        Ok(out)
    }
}
