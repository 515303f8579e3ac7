use super::*;

fn refusal(country: &str, input: &str) -> Option<&'static str> {
    VatNumber::parse(country, input).err()
}

#[test]
fn every_country_of_the_union_and_four_more_have_a_rule() {
    for country in crate::checkout::address::country::EU {
        assert!(Rule::for_country(country).is_some(), "{country}");
    }
    for country in ["EL", "XI", "GB", "CH", "CHE", "NO", "MC", " it "] {
        assert!(Rule::for_country(country).is_some(), "{country}");
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
        ("IT", "DE136695976", codes::VAT_OTHER_COUNTRY),
        ("IT", "DE1", codes::VAT_OTHER_COUNTRY),
        ("FR", "BE0428759497", codes::VAT_OTHER_COUNTRY),
        ("DE", "it 0074 3110 157", codes::VAT_OTHER_COUNTRY),
        ("GB", "XI980780684", codes::VAT_OTHER_COUNTRY),
        ("IT", "GR094943585", codes::VAT_OTHER_COUNTRY),
        ("US", "US123456789", codes::VAT_COUNTRY_UNKNOWN),
        ("", "IT00743110157", codes::VAT_COUNTRY_UNKNOWN),
    ] {
        assert_eq!(refusal(country, typed), Some(code), "{country} {typed}");
    }
}

#[test]
fn the_chosen_country_supplies_a_missing_prefix() {
    for (country, typed, normal) in [
        ("IT", "00743110157", "IT00743110157"),
        ("IT", " 007-4311.0157 ", "IT00743110157"),
        ("ES", "b58378431", "ESB58378431"),
        ("GR", "094943585", "EL094943585"),
        ("AT", "u13585627", "ATU13585627"),
        ("BE", "428759497", "BE0428759497"),
        ("FR", "40303265045", "FR40303265045"),
        ("FR", "K7399859412", "FRK7399859412"),
        ("MC", "40303265045", "FR40303265045"),
        ("CH", "107787577", "CHE107787577"),
        ("CH", "CH107787577", "CHE107787577"),
        ("GB", "980780684", "GB980780684"),
        ("XI", "980780684", "XI980780684"),
        ("XI", "GB980780684", "XI980780684"),
    ] {
        assert_eq!(
            VatNumber::parse(country, typed).map(|number| number.text),
            Ok(normal.to_owned()),
            "{country} {typed}"
        );
    }
    assert_eq!(refusal("IT", "00743110158"), Some(codes::VAT_CHECK_DIGITS));
    assert_eq!(refusal("DE", "00743110157"), Some(codes::VAT_SHAPE));
}

#[test]
fn postcodes_of_belfast_are_northern_irish() {
    let at = |postcode: &str, typed: &str| VatNumber::parse_at("GB", postcode, typed).map(|number| number.text);
    for typed in ["980780684", "XI980780684", "gb 980 7806 84"] {
        assert_eq!(at("BT1 5GS", typed), Ok("XI980780684".to_owned()), "{typed}");
    }
    assert_eq!(at("SW1A 1AA", "980780684"), Ok("GB980780684".to_owned()));
    assert_eq!(at("SW1A 1AA", "XI980780684"), Err(codes::VAT_OTHER_COUNTRY));
    assert_eq!(at("", "XI980780684"), Ok("XI980780684".to_owned()), "nothing says otherwise");
    assert_eq!(check_at("GB", "bt15gs", "980780684").compact.as_deref(), Some("XI980780684"));
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
    let verdict = check("gr", " IT00743110157 ");
    let error = verdict.error.unwrap();
    assert!(!verdict.valid && verdict.compact.is_none());
    assert_eq!(error.code, codes::VAT_OTHER_COUNTRY);
    assert!(crate::platform::messages::sentence(&error, crate::base::Lang::It).contains("IT00743110157"));
    assert_eq!(error.params.get("prefix").map(AsRef::as_ref), Some("EL"));
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

proptest::proptest! {
    #[test]
    fn a_number_is_the_same_with_and_without_its_prefix(
        n in 0_usize..31, digits in "[0-9A-Z]{2,14}", noise in "[ .-]{0,2}", at in 0_usize..8, lower: bool,
    ) {
        let rule = &RULES[n];
        let Ok(number) = VatNumber::parse(rule.prefix, &format!("{}{digits}", rule.prefix)) else { return Ok(()) };
        let mut typed = number.body().to_owned();
        typed.insert_str(at.min(typed.len()), &noise);
        if lower {
            typed = typed.to_lowercase();
        }
        // A number that starts like another country's counts as such only if it is valid there.
        if let Ok(read) = VatNumber::parse(rule.prefix, &typed) {
            proptest::prop_assert_eq!(read, number);
        } else {
            proptest::prop_assert!(is_elsewhere(&compact(&typed).unwrap_or_default(), true), "{}", typed);
        }
    }
}
