//! Addresses as printed on orders, e-mails and labels: one string per line, in the order of the destination country. Source: part
//! E2 of the wire contract.

use super::{Address, country, states};
use crate::base::Lang;
use crate::base::text::upper_case;

/// Countries that print postcode and town on one line, without a state.
static TOWN_LINE: [&str; 26] = [
    "AT", "BE", "BG", "CH", "CZ", "DE", "DK", "EE", "FI", "GR", "HR", "IS", "LI", "LT", "LU", "MC", "NL", "NO", "PL",
    "PT", "RO", "SE", "SI", "SK", "SM", "VA",
];

/// Returns the lines of an address without empty ones; telephone and e-mail are not included.
///
/// The last line is the country's name in the given language, unless the country is `home`, the shop's own (an upper-case code;
/// pass "" to print it always). Values are printed as they are: pass a normalised address.
pub fn lines(address: &Address, home: &str, lang: Lang) -> Vec<String> {
    let code = address.country.as_str();
    let name = match code {
        "HU" | "JP" => joined(&[&address.last_name, &address.first_name], " "),
        _ => joined(&[&address.first_name, &address.last_name], " "),
    };
    let town = joined(&[&address.postcode, &address.city], " ");
    let state = states::state_name(code, &address.state, lang).unwrap_or(&address.state).to_owned();
    let country =
        if code == home { String::new() } else { country::country_name(code, lang).unwrap_or(code).to_owned() };
    let copy = |text: &String| text.clone();
    let (company, address_1, address_2) = (copy(&address.company), copy(&address.address_1), copy(&address.address_2));
    let (city, postcode) = (copy(&address.city), copy(&address.postcode));
    let all = match code {
        // Postcode, town and the province's two letters on one line, as the Italian post requires.
        "IT" => vec![company, name, address_1, address_2, joined(&[&town, &address.state], " "), country],
        "FR" => {
            let town = joined(&[&postcode, &upper_case(&city)], " ");
            vec![company, name, address_1, address_2, town, country]
        }
        "ES" => vec![name, company, address_1, address_2, town, state, country],
        "HU" => vec![name, company, city, address_1, address_2, postcode, country],
        "JP" => vec![postcode, joined(&[&state, &city, &address_1], " "), address_2, company, name, country],
        "US" | "AU" | "CA" => {
            let separator = if code == "US" { ", " } else { " " };
            let region = joined(&[&address.state, &postcode], " ");
            vec![name, company, address_1, address_2, joined(&[&city, &region], separator), country]
        }
        _ if TOWN_LINE.contains(&code) => vec![company, name, address_1, address_2, town, country],
        _ => vec![name, company, address_1, address_2, city, state, postcode, country],
    };
    all.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

fn joined(parts: &[&str], separator: &str) -> String {
    let filled: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    filled.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(country: &str, state: &str, postcode: &str, city: &str) -> Address {
        Address {
            first_name: "Anna".to_owned(),
            last_name: "Bianchi".to_owned(),
            company: "Sole Srl".to_owned(),
            address_1: "Via Verdi 12".to_owned(),
            address_2: "scala B".to_owned(),
            city: city.to_owned(),
            state: state.to_owned(),
            postcode: postcode.to_owned(),
            country: country.to_owned(),
            phone: "333".to_owned(),
            email: "a@example.com".to_owned(),
        }
    }

    #[test]
    fn each_country_has_its_own_lines() {
        for (address, expected) in [
            (address("IT", "RM", "00184", "Roma"), "Sole Srl/Anna Bianchi/Via Verdi 12/scala B/00184 Roma RM/Italia"),
            (
                address("DE", "DE-BE", "10115", "Berlin"),
                "Sole Srl/Anna Bianchi/Via Verdi 12/scala B/10115 Berlin/Germania",
            ),
            (address("FR", "", "75002", "Paris"), "Sole Srl/Anna Bianchi/Via Verdi 12/scala B/75002 PARIS/Francia"),
            (
                address("ES", "SE", "41001", "Sevilla"),
                "Anna Bianchi/Sole Srl/Via Verdi 12/scala B/41001 Sevilla/Siviglia/Spagna",
            ),
            (
                address("HU", "BU", "1011", "Budapest"),
                "Bianchi Anna/Sole Srl/Budapest/Via Verdi 12/scala B/1011/Ungheria",
            ),
            (
                address("US", "TX", "73301", "Austin"),
                "Anna Bianchi/Sole Srl/Via Verdi 12/scala B/Austin, TX 73301/Stati Uniti",
            ),
            (
                address("GB", "Kent", "SW1A 1AA", "London"),
                "Anna Bianchi/Sole Srl/Via Verdi 12/scala B/London/Kent/SW1A 1AA/Regno Unito",
            ),
        ] {
            assert_eq!(lines(&address, "", Lang::It).join("/"), expected);
        }
    }

    #[test]
    fn the_home_country_is_not_named() {
        let home = lines(&address("IT", "RM", "00184", "Roma"), "IT", Lang::It);
        assert_eq!(home.last().map(String::as_str), Some("00184 Roma RM"));
    }

    #[test]
    fn empty_parts_leave_no_line_and_no_stray_separator() {
        assert!(lines(&Address::default(), "", Lang::It).is_empty());
        let town = Address { country: "US".to_owned(), city: "Austin".to_owned(), ..Address::default() };
        assert_eq!(lines(&town, "", Lang::En), ["Austin", "United States"]);
        let unknown = Address { country: "QQ".to_owned(), state: "Foo".to_owned(), ..Address::default() };
        assert_eq!(lines(&unknown, "", Lang::It), ["Foo", "QQ"]);
    }
}
