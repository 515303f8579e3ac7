//! Font style sheets of the page that are passed on to the payment form.

/// Web font services; sheets from anywhere else are not passed on (payments, section 7: four known services, which it does not
/// name).
const HOSTS: [&str; 4] = ["fonts.googleapis.com", "fonts.bunny.net", "use.typekit.net", "fast.fonts.net"];

/// Returns the sheets that come from one of the services over https, in their order and without duplicates.
///
/// ```
/// use shop_core::payments::appearance::fonts::font_sheets;
/// let sheets = ["https://fonts.googleapis.com/css2?family=Lora", "/assets/style.css"].map(str::to_owned);
/// assert_eq!(font_sheets(&sheets), ["https://fonts.googleapis.com/css2?family=Lora"]);
/// ```
pub fn font_sheets(addresses: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for address in addresses {
        let host = address.strip_prefix("https://").and_then(|rest| rest.split(['/', '?', '#']).next());
        if host.is_some_and(|host| HOSTS.contains(&host)) && !out.contains(address) {
            out.push(address.clone());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_of_strangers_are_left_out() {
        for address in [
            "http://fonts.googleapis.com/css",
            "https://fonts.googleapis.com.evil.example/css",
            "https://evil.example/fonts.googleapis.com/css",
            "https://fonts.googleapis.com@evil.example/css",
            "//fonts.googleapis.com/css",
            "data:text/css,https://fonts.googleapis.com/",
            "",
        ] {
            assert_eq!(font_sheets(&[address.to_owned()]), Vec::<String>::new(), "{address}");
        }
    }

    #[test]
    fn four_services_are_known() {
        let of = |host: &str| format!("https://{host}/css?family=Lora");
        let known = ["fonts.googleapis.com", "fonts.bunny.net", "use.typekit.net", "fast.fonts.net"].map(of);
        assert_eq!(font_sheets(&known), known);
    }

    #[test]
    fn a_sheet_is_named_once() {
        let sheet = "https://use.typekit.net/a.css".to_owned();
        assert_eq!(font_sheets(&[sheet.clone(), sheet]).len(), 1);
    }
}
