//! The type of device that an order came from, detected from the user agent. Stored with the order as `device_type`.

use crate::base::wire_enum;

wire_enum! {
    /// A type of device, by the name stored with orders.
    DeviceType {
        Mobile = "Mobile",
        Tablet = "Tablet",
        Desktop = "Desktop",
    } default Desktop
}

/// Words in the user agents of tablets. Android tablets leave out "mobile", which Android telephones have.
const TABLETS: [&str; 5] = ["ipad", "tablet", "kindle", "silk/", "playbook"];
/// Words in the user agents of telephones.
const PHONES: [&str; 9] =
    ["iphone", "ipod", "mobile", "windows phone", "blackberry", "bb10", "opera mini", "opera mobi", "iemobile"];

impl DeviceType {
    /// Detects the device from a user agent. Empty: no device. Tablets that identify as computers (iPads since 2019) cannot be
    /// told apart from them.
    ///
    /// ```
    /// use shop_core::privacy::attribution::DeviceType;
    /// assert_eq!(DeviceType::detect("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148"), Some(DeviceType::Mobile));
    /// ```
    pub fn detect(user_agent: &str) -> Option<Self> {
        let name = user_agent.trim().to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if name.is_empty() {
            None
        } else if has(&TABLETS) || (name.contains("android") && !name.contains("mobile")) {
            Some(Self::Tablet)
        } else if has(&PHONES) {
            Some(Self::Mobile)
        } else {
            Some(Self::Desktop)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_told_by_their_words() {
        for (name, device) in [
            ("", None),
            ("  ", None),
            ("x", Some(DeviceType::Desktop)),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", Some(DeviceType::Desktop)),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", Some(DeviceType::Desktop)),
            ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36", Some(DeviceType::Mobile)),
            ("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0", Some(DeviceType::Mobile)),
            ("Mozilla/5.0 (Linux; Android 14; SM-X910) Chrome/140.0 Safari/537.36", Some(DeviceType::Tablet)),
            ("Mozilla/5.0 (Android 14; Tablet; rv:140.0) Firefox/140.0", Some(DeviceType::Tablet)),
            ("Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Mobile/15E148", Some(DeviceType::Tablet)),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148", Some(DeviceType::Mobile)),
        ] {
            assert_eq!(DeviceType::detect(name), device, "{name}");
        }
    }
}
