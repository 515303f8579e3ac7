//! The Italian province of an address. Wallets send a region ("Lazio"), an English name or nothing, but orders store the
//! province's code: it is found by name, by region and town, or by the postcode (CAP).

use crate::base::text::fold;
use crate::checkout::address::states::state_code;

/// Provinces by prefix of the CAP; the longest matching one counts. Two or more codes: the area is shared. Source: the postal
/// service's numbering since 1967 (first two digits: the province of that time) and the ranges that the provinces founded later
/// took. A few villages at a border have the neighbour's CAP, so a named province takes precedence.
static CAP_AREAS: &str = "\
00 RM;01 VT;02 RI;03 FR;04 LT;05 TR;06 PG;07 SS;08 NU;0801 NU OR;0803 NU SU OR;09 CA SU OR;091 CA;0917 OR;\
0907 OR;0908 OR;0909 OR;10 TO;11 AO;12 CN;13 VC;138 BI;139 BI;14 AT;15 AL;16 GE;17 SV;18 IM;19 SP;20 MI;208 MB;209 MB;\
21 VA;22 CO;23 SO;238 LC;239 LC;24 BG;25 BS;26 CR;268 LO;269 LO;27 PV;28 NO;288 VB;289 VB;29 PC;30 VE;31 TV;32 BL;\
33 UD;3307 PN;3308 PN;3309 PN;3317 PN;34 TS;3407 GO;3417 GO;35 PD;36 VI;37 VR;38 TN;39 BZ;40 BO;41 MO;42 RE;43 PR;44 FE;\
45 RO;46 MN;47 FC;478 RN;479 RN;48 RA;50 FI;51 PT;52 AR;53 SI;54 MS;55 LU;56 PI;57 LI;58 GR;59 PO;60 AN;61 PU;62 MC;\
63 AP;638 FM;639 FM;64 TE;65 PE;66 CH;67 AQ;70 BA;71 FG;72 BR;73 LE;74 TA;75 MT;76 BT;80 NA;81 CE;82 BN;83 AV;84 SA;\
85 PZ;86 CB;8607 IS;8608 IS;8609 IS;8617 IS;87 CS;88 CZ;888 KR;889 KR;89 RC;898 VV;899 VV;90 PA;91 TP;92 AG;93 CL;94 EN;\
95 CT;96 SR;97 RG;98 ME";

/// Regions, their English names if they differ, and their provinces.
static REGIONS: &[(&str, &str)] = &[
    ("abruzzo", "AQ CH PE TE"),
    ("basilicata", "MT PZ"),
    ("calabria", "CS CZ KR RC VV"),
    ("campania", "AV BN CE NA SA"),
    ("emilia romagna", "BO FC FE MO PC PR RA RE RN"),
    ("friuli venezia giulia", "GO PN TS UD"),
    ("lazio", "FR LT RI RM VT"),
    ("latium", "FR LT RI RM VT"),
    ("liguria", "GE IM SP SV"),
    ("lombardia", "BG BS CO CR LC LO MB MI MN PV SO VA"),
    ("lombardy", "BG BS CO CR LC LO MB MI MN PV SO VA"),
    ("marche", "AN AP FM MC PU"),
    ("molise", "CB IS"),
    ("piemonte", "AL AT BI CN NO TO VB VC"),
    ("piedmont", "AL AT BI CN NO TO VB VC"),
    ("puglia", "BA BR BT FG LE TA"),
    ("apulia", "BA BR BT FG LE TA"),
    ("sardegna", "CA NU OR SS SU"),
    ("sardinia", "CA NU OR SS SU"),
    ("sicilia", "AG CL CT EN ME PA RG SR TP"),
    ("sicily", "AG CL CT EN ME PA RG SR TP"),
    ("toscana", "AR FI GR LI LU MS PI PO PT SI"),
    ("tuscany", "AR FI GR LI LU MS PI PO PT SI"),
    ("trentino alto adige", "BZ TN"),
    ("trentino alto adige sudtirol", "BZ TN"),
    ("trentino south tyrol", "BZ TN"),
    ("umbria", "PG TR"),
    ("valle d aosta", "AO"),
    ("valle d aosta vallee d aoste", "AO"),
    ("aosta valley", "AO"),
    ("veneto", "BL PD RO TV VE VI VR"),
];

/// English names of provinces that differ from the Italian ones.
static ENGLISH: &[(&str, &str)] = &[
    ("florence", "FI"),
    ("genoa", "GE"),
    ("leghorn", "LI"),
    ("mantua", "MN"),
    ("milan", "MI"),
    ("monza and brianza", "MB"),
    ("naples", "NA"),
    ("padua", "PD"),
    ("pesaro and urbino", "PU"),
    ("rome", "RM"),
    ("south sardinia", "SU"),
    ("south tyrol", "BZ"),
    ("syracuse", "SR"),
    ("trentino", "TN"),
    ("turin", "TO"),
    ("venice", "VE"),
];

/// Prefixes that wallets write before a province's name.
static PREFIXES: &[&str] = &[
    "citta metropolitana di ",
    "metropolitan city of ",
    "libero consorzio comunale di ",
    "provincia autonoma di ",
    "provincia di ",
    "provincia del ",
    "provincia della ",
    "province of ",
    "roma capitale ",
    "it ",
];

/// Returns whether the word names a region and not a province.
pub fn is_region(text: &str) -> bool {
    region(&words(text)).is_some()
}

/// Finds the province's code. In this order: a province named by `state`; in a region, the province of the postcode, the one
/// named after the town, the region's only one; without either, or if region and postcode contradict each other, the province of
/// the postcode, which decides the parcel's route. `None` if several remain: nothing is guessed, and the shopper is asked.
///
/// ```
/// use shop_core::checkout::address::province::province;
/// assert_eq!(province("Lazio", "Fiumicino", "00054"), Some("RM"));
/// assert_eq!(province("L’Aquila", "", ""), Some("AQ"));
/// assert_eq!(province("Lazio", "Fiumicino", ""), None);
/// ```
pub fn province(state: &str, city: &str, postcode: &str) -> Option<&'static str> {
    let words = words(state);
    let by_cap = of_cap(postcode);
    if let Some(inside) = region(&words) {
        let of_region = |code: &&str| inside.split(' ').any(|own| own == *code);
        let among: Vec<&'static str> = by_cap.iter().copied().filter(|code| of_region(code)).collect();
        let town = find_province(city).filter(|code| of_region(code) && (among.is_empty() || among.contains(code)));
        let single = (!inside.contains(' ')).then_some(inside);
        return only(&among).or(town).or(if by_cap.is_empty() { single } else { only(&by_cap) });
    }
    if let Some(code) = find_province(state) {
        return Some(code);
    }
    only(&by_cap).or_else(|| find_province(city).filter(|code| by_cap.contains(code)))
}

fn only(codes: &[&'static str]) -> Option<&'static str> {
    match codes {
        [one] => Some(one),
        _ => None,
    }
}

/// Returns the provinces that share a CAP; empty for anything but a CAP. San Marino (4789) and the Vatican (00120) are separate
/// states.
fn of_cap(postcode: &str) -> Vec<&'static str> {
    let cap: String = postcode.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if cap.len() != 5 || !cap.bytes().all(|c| c.is_ascii_digit()) || cap.starts_with("4789") || cap == "00120" {
        return Vec::new();
    }
    let areas = CAP_AREAS.split(';').filter_map(|area| area.split_once(' '));
    let best = areas.filter(|(start, _)| cap.starts_with(start)).max_by_key(|(start, _)| start.len());
    best.map(|(_, codes)| codes.split(' ').collect()).unwrap_or_default()
}

/// Finds the province by its name or code.
fn find_province(text: &str) -> Option<&'static str> {
    if let Some(code) = state_code("IT", text) {
        return Some(code);
    }
    let words = words(text);
    let rest = PREFIXES.iter().fold(words.as_str(), |rest, prefix| rest.strip_prefix(prefix).unwrap_or(rest));
    let english = ENGLISH.iter().find(|(name, _)| *name == rest).map(|(_, code)| *code);
    english.or_else(|| state_code("IT", rest))
}

fn region(words: &str) -> Option<&'static str> {
    let name = words.strip_prefix("regione ").unwrap_or(words);
    REGIONS.iter().find(|(region, _)| *region == name).map(|(_, codes)| *codes)
}

/// Folds a text into words separated by single spaces: "Valle d’Aosta" is "valle d aosta".
fn words(text: &str) -> String {
    let spaced: String = fold(text).chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::base::Lang;
    use crate::checkout::address::states::{StateField, state_field};

    fn every_province() -> BTreeSet<String> {
        let StateField::Select { options } = state_field("IT", Lang::It) else { panic!("Italy has a list") };
        options.into_iter().map(|option| option.code).collect()
    }

    #[test]
    fn every_province_has_a_region_and_a_postcode() {
        let provinces = every_province();
        let of_regions: BTreeSet<String> =
            REGIONS.iter().flat_map(|(_, codes)| codes.split(' ').map(str::to_owned)).collect();
        let areas = CAP_AREAS.split(';').filter_map(|area| area.split_once(' '));
        let of_caps: BTreeSet<String> = areas.flat_map(|(_, codes)| codes.split(' ').map(str::to_owned)).collect();
        assert_eq!(of_regions, provinces);
        assert_eq!(of_caps, provinces);
    }

    #[test]
    fn a_region_becomes_the_province_of_the_postcode() {
        for (state, city, cap, code) in [
            ("Lazio", "", "00184", "RM"),
            ("LAZIO", "Tivoli", "00019", "RM"),
            ("Lombardy", "", "20900", "MB"),
            ("Lombardia", "", "20121", "MI"),
            ("Piemonte", "", "13900", "BI"),
            ("Valle d’Aosta", "", "", "AO"),
            ("Valle d'Aosta/Vallée d'Aoste", "", "", "AO"),
            ("Friuli-Venezia Giulia", "", "33170", "PN"),
            ("Toscana", "Firenze", "", "FI"),
            ("Sardegna", "Oristano", "09170", "OR"),
            ("Sardegna", "Cagliari", "09045", "CA"),
            ("Trentino-Alto Adige", "Bolzano", "", "BZ"),
        ] {
            assert_eq!(province(state, city, cap), Some(code), "{state} {cap}");
        }
    }

    #[test]
    fn a_province_is_known_by_many_names() {
        for (state, code) in [
            ("RM", "RM"),
            ("it-rm", "RM"),
            ("Rome", "RM"),
            ("Città Metropolitana di Roma", "RM"),
            ("Metropolitan City of Milan", "MI"),
            ("Provincia di Pavia", "PV"),
            ("L’Aquila", "AQ"),
            ("Provincia autonoma di Bolzano", "BZ"),
            ("Aosta", "AO"),
        ] {
            assert_eq!(province(state, "", ""), Some(code), "{state}");
        }
        assert_eq!(province("RM", "", "20121"), Some("RM"), "what is named goes before the postcode");
        assert_eq!(province("Lazio", "", "20121"), Some("MI"), "a region that contradicts the postcode");
        assert_eq!(province("", "", "98121"), Some("ME"));
    }

    #[test]
    fn what_is_ambiguous_or_foreign_is_not_guessed() {
        for (state, city, cap) in [
            ("Lazio", "Fiumicino", ""),
            ("Lazio", "Milano", ""),
            ("Sardegna", "", "09012"),
            ("", "", "09012"),
            ("", "Roma", ""),
            ("Bavaria", "", ""),
            ("", "", "47890"),
            ("", "", "00120"),
            ("", "", "0018"),
            ("", "", "001844"),
            ("", "", "00A84"),
            ("", "", "49000"),
            ("", "", "٠٠١٨٤"),
            ("", "", ""),
        ] {
            assert_eq!(province(state, city, cap), None, "{state} {city} {cap}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_province_or_nothing(state in any::<String>(), city in any::<String>(), cap in "\\PC{0,7}|[0-9]{5}") {
            let provinces = every_province();
            prop_assert!(province(&state, &city, &cap).is_none_or(|code| provinces.contains(code)));
        }
    }
}
