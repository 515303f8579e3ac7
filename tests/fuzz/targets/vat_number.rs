//! Numbers of tax: the verdict never fails, and the normal form of a valid number is valid and stays as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::trade::tax_ids::sdi::{self, SdiForm};
use shop_core::trade::tax_ids::tax_code::TaxCode;
use shop_core::trade::tax_ids::vat::VatNumber;

const COUNTRIES: [&str; 12] = ["IT", "GR", "CH", "NL", "FR", "ES", "GB", "IE", "BE", "DE", "XI", "NO"];

fuzz_target!(|input: (u8, bool, &str)| {
    let (number, prefixed, text) = input;
    let country = COUNTRIES[usize::from(number) % COUNTRIES.len()];
    let typed = if prefixed { format!("{country}{text}") } else { text.to_owned() };
    if let Ok(vat) = VatNumber::parse(country, &typed) {
        let normal = vat.as_str();
        assert!(
            normal
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'+' | b'*')),
            "{typed:?}"
        );
        assert_eq!(VatNumber::parse(country, normal).as_ref().map(VatNumber::as_str), Ok(normal), "{typed:?}");
    }
    let _ = VatNumber::parse(text, &typed);
    if let Ok(code) = TaxCode::parse(text) {
        assert_eq!(TaxCode::parse(code.as_str()).as_ref().map(TaxCode::as_str), Ok(code.as_str()), "{text:?}");
    }
    let form =
        SdiForm { country: "IT".into(), business: true, sdi_code: text.into(), pec: typed, ..SdiForm::default() };
    let _ = sdi::check(&form);
});
