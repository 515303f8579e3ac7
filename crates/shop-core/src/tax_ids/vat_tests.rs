use super::*;

fn refusal(country: &str, input: &str) -> Option<&'static str> {
    VatNumber::parse(country, input).err()
}

#[test]
fn every_country_of_the_union_and_four_more_have_a_rule() {
    for country in crate::address::country::EU {
        assert!(Rule::of(country).is_some(), "{country}");
    }
    for country in ["EL", "XI", "GB", "CH", "CHE", "NO", "MC", " it "] {
        assert!(Rule::of(country).is_some(), "{country}");
    }
}

#[test]
fn numbers_that_tax_offices_print_as_examples_pass() {
    for (country, input) in [
        ("AT", "ATU13585627"),
        ("BE", "BE0428759497"),
        ("BE", "BE428759497"),
        ("CZ", "CZ25123891"),
        ("CZ", "CZ7103192745"),
        ("CZ", "CZ640903926"),
        ("DE", "DE136695976"),
        ("DK", "DK13585628"),
        ("EE", "EE100931558"),
        ("ES", "ESB58378431"),
        ("ES", "ES54362315K"),
        ("ES", "ESX2482300W"),
        ("FI", "FI20774740"),
        ("FR", "FR40303265045"),
        ("FR", "FR83404833048"),
        ("FR", "FRK7399859412"),
        ("GB", "GB980780684"),
        ("HR", "HR33392005961"),
        ("HU", "HU12892312"),
        ("IE", "IE6433435F"),
        ("IE", "IE6433435OA"),
        ("IE", "IE8D79739I"),
        ("IT", "IT00743110157"),
        ("LT", "LT119511515"),
        ("LT", "LT100001919017"),
        ("LU", "LU15027442"),
        ("LV", "LV40003521600"),
        ("LV", "LV16117519997"),
        ("MT", "MT11679112"),
        ("NL", "NL004495445B01"),
        ("NL", "NL002455799B11"),
        ("PL", "PL8567346215"),
        ("PT", "PT501964843"),
        ("RO", "RO18547290"),
        ("SE", "SE123456789701"),
        ("SI", "SI50223054"),
        ("SK", "SK2022749619"),
        ("CH", "CHE107787577IVA"),
        ("NO", "NO995525828MVA"),
    ] {
        let read = VatNumber::parse(country, input).map(|number| number.prefix());
        assert!(read.is_ok(), "{input}: {read:?}");
    }
}

#[test]
fn the_way_it_is_typed_does_not_count() {
    for (country, typed, normal) in [
        ("BE", "be 428.759.497", "BE0428759497"),
        ("GR", "gr 094943585", "EL094943585"),
        ("EL", "EL094943585", "EL094943585"),
        ("CH", "che-107.787.577 iva", "CHE107787577IVA"),
        ("it", " i t00743110157", "IT00743110157"),
    ] {
        assert_eq!(VatNumber::parse(country, typed).unwrap().as_str(), normal, "{typed}");
    }
}

#[test]
fn a_number_says_its_country_and_it_is_the_buyers() {
    for (country, typed, code) in [
        ("IT", "00743110157", codes::VAT_PREFIX_MISSING),
        ("ES", "B58378431", codes::VAT_PREFIX_MISSING),
        ("IT", "DE136695976", codes::VAT_OTHER_COUNTRY),
        ("GB", "XI980780684", codes::VAT_OTHER_COUNTRY),
        ("XI", "GB980780684", codes::VAT_OTHER_COUNTRY),
        ("IT", "GR094943585", codes::VAT_OTHER_COUNTRY),
        ("CH", "CH107787577", codes::VAT_PREFIX_MISSING),
        ("US", "US123456789", codes::VAT_COUNTRY_UNKNOWN),
        ("", "IT00743110157", codes::VAT_COUNTRY_UNKNOWN),
    ] {
        assert_eq!(refusal(country, typed), Some(code), "{country} {typed}");
    }
}

#[test]
fn a_wrong_shape_is_refused() {
    for (country, typed) in [
        ("IT", "ITIT00743110157"),
        ("IT", "IT0074311015"),
        ("IT", "IT007431101577"),
        ("IT", "IT0074311015O"),
        ("IT", "IT00743110_157"),
        ("IT", "IT"),
        ("AT", "AT13585627"),
        ("BE", "BE2428759497"),
        ("DE", "DE036695976"),
        ("ES", "ES+5436231K"),
        ("GB", "GBHB500"),
        ("IE", "IE7/12345A"),
        ("IT", "IT+743110157"),
        ("NL", "NL004495445C01"),
        ("RO", "RO1"),
        ("RO", "RO018547290"),
        ("SE", "SE123456789702"),
        ("CH", "CHE107787577TV"),
    ] {
        assert_eq!(refusal(country, typed), Some(codes::VAT_SHAPE), "{typed}");
    }
}

#[test]
fn check_digits_that_do_not_fit_are_refused() {
    for (country, typed) in [
        ("AT", "ATU13585626"),
        ("BE", "BE0428759498"),
        ("BG", "BG100000000"),
        ("CY", "CY12345678F"),
        ("CZ", "CZ95123891"),
        ("CZ", "CZ7113192745"),
        ("CZ", "CZ462120616"),
        ("CZ", "CZ801020061"),
        ("DE", "DE136695978"),
        ("DK", "DK13585627"),
        ("ES", "ESB5837843A"),
        ("ES", "ESP58378431"),
        ("ES", "ESI58378431"),
        ("ES", "ESX2482300A"),
        ("FR", "FR84404833048"),
        ("FR", "FR83404833049"),
        ("FR", "FRO7399859412"),
        ("GB", "GB802311781"),
        ("GB", "GBGD500"),
        ("GB", "GBHA499"),
        ("HR", "HR33392005962"),
        ("IE", "IE6433435E"),
        ("IE", "IE6433435OB"),
        ("IE", "IE8D79738J"),
        ("IT", "IT00743110158"),
        ("IT", "IT00000000000"),
        ("IT", "IT00743111502"),
        ("LT", "LT119511505"),
        ("LU", "LU15027443"),
        ("LV", "LV40013521600"),
        ("LV", "LV16137519997"),
        ("MT", "MT18300240"),
        ("NL", "NL000000000B01"),
        ("NL", "NL004495445B00"),
        ("PL", "PL8567346216"),
        ("SE", "SE123456789101"),
        ("SI", "SI50223055"),
        ("SK", "SK2022749618"),
        ("CH", "CHE107787578"),
        ("NO", "NO995525829"),
        ("FI", "FI00000000"),
    ] {
        assert_eq!(refusal(country, typed), Some(codes::VAT_CHECK_DIGITS), "{typed}");
    }
}

#[test]
fn a_refusal_names_what_was_typed_and_the_prefix_to_write() {
    let verdict = check("gr", " 094943585 ");
    let error = verdict.error.unwrap();
    assert!(!verdict.valid && verdict.compact.is_none());
    assert_eq!(error.code, codes::VAT_PREFIX_MISSING);
    assert!(crate::messages::sentence(&error, crate::base::Lang::It).contains("EL"));
    assert_eq!(check("IT", " ").error.unwrap().code, codes::VAT_REQUIRED);
}

#[test]
fn long_or_strange_text_is_refused_without_harm() {
    for typed in ["IT".repeat(40), "ITéééééé".to_owned(), "IE\u{7f}".to_owned(), "ES11".to_owned()] {
        for rule in &RULES {
            assert!(check(rule.prefix, &typed).compact.is_none(), "{typed}");
        }
    }
}
