//! Identifiers of the shop at analytics services.

/// A third-party service that receives shopping events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagKind {
    /// An analytics service: `G-ABC1234567`.
    Measurement,
    /// A tag manager: `GTM-ABC1234`.
    Manager,
}

impl TagKind {
    /// Returns the prefix of its identifiers.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Measurement => "G-",
            Self::Manager => "GTM-",
        }
    }

    /// Parses an identifier and returns it in capital letters; `None` if it is invalid. It becomes part of a URL.
    pub fn parse(self, text: &str) -> Option<String> {
        let text = text.trim().to_ascii_uppercase();
        let rest = text.strip_prefix(self.prefix())?;
        let right = (4..=20).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_alphanumeric());
        right.then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_those_of_their_service_alone() {
        assert_eq!(TagKind::Measurement.parse(" g-abc1234567 ").as_deref(), Some("G-ABC1234567"));
        assert_eq!(TagKind::Manager.parse("GTM-ABC1234").as_deref(), Some("GTM-ABC1234"));
        for wrong in
            ["", "G-", "G-ABC", "GTM-ABC1234", "UA-12345-1", "G-ABC&x=1", "G-ABC'1234", "G-ABCDEFGHIJKLMNOPQRSTU"]
        {
            assert_eq!(TagKind::Measurement.parse(wrong), None, "{wrong}");
        }
        assert_eq!(TagKind::Manager.parse("G-ABC1234567"), None);
    }
}
