//! The chat box: the target of its messages (storefront specification, sections 2 and 4).

use serde::{Deserialize, Serialize};

use crate::privacy::cookies::encode;

/// Longest message to pass on, in characters: browsers and services cut longer URLs.
pub const MAX_MESSAGE_CHARS: usize = 1000;

/// Settings of the messaging service. `{phone}` stands for the shop's number, `{text}` for the message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ChatSettings {
    /// The shop's number in any format; only its digits count.
    pub phone: String,
    /// URL that opens the service's app.
    pub app_address: String,
    /// URL of the service's web client.
    pub web_address: String,
}

/// Returns the URL to open: on a phone the app with the shop's number; elsewhere, in a new tab, the web client with the message.
/// `None`: the message is empty, or the shop has no number or no such service.
///
/// ```
/// use shop_core::content::widget::chat::{ChatSettings, address};
/// let settings = ChatSettings {
///     phone: "+39 02 123".into(),
///     app_address: "https://chat.example/{phone}".into(),
///     web_address: "https://web.chat.example/send?phone={phone}&text={text}".into(),
/// };
/// assert_eq!(address(&settings, "", true).unwrap(), "https://chat.example/3902123");
/// assert_eq!(address(&settings, "Ciao!", false).unwrap(), "https://web.chat.example/send?phone=3902123&text=Ciao%21");
/// assert_eq!(address(&settings, " ", false), None);
/// ```
pub fn address(settings: &ChatSettings, typed: &str, mobile: bool) -> Option<String> {
    let phone: String = settings.phone.chars().filter(char::is_ascii_digit).collect();
    let text: String = typed.trim().chars().take(MAX_MESSAGE_CHARS).collect();
    let template = if mobile { &settings.app_address } else { &settings.web_address };
    let ready = !phone.is_empty() && template.starts_with("https://") && (mobile || !text.is_empty());
    // The number comes first: the message may contain "{phone}", which encoding makes harmless.
    ready.then(|| template.replace("{phone}", &phone).replace("{text}", &encode(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(phone: &str, web: &str) -> ChatSettings {
        ChatSettings { phone: phone.into(), app_address: "https://a.test/{phone}".into(), web_address: web.into() }
    }

    #[test]
    fn without_number_service_or_text_nothing_opens() {
        let web = "https://w.test/?p={phone}&t={text}";
        for (phone, web, typed, mobile) in [
            ("", web, "Ciao", false),
            ("chiamaci", web, "Ciao", true),
            ("39", "", "Ciao", false),
            ("39", "javascript:alert({text})", "1", false),
            ("39", web, " \n", false),
        ] {
            assert_eq!(address(&settings(phone, web), typed, mobile), None, "{phone} {web} {typed:?}");
        }
    }

    #[test]
    fn typed_text_cannot_change_the_address() {
        let typed = "{phone}&phone=666#x {text}";
        let opened = address(&settings("39", "https://w.test/?p={phone}&t={text}"), typed, false).unwrap();
        assert_eq!(opened, "https://w.test/?p=39&t=%7Bphone%7D%26phone%3D666%23x%20%7Btext%7D");
        assert!(address(&settings("39", "https://w.test/?t={text}"), &"x".repeat(2000), false).unwrap().len() < 1100);
    }
}
