//! Names of changes: an offline visitor's changes are sent later, possibly more than once, and each is applied once.

use std::ops::RangeInclusive;

use crate::records::CartContent;

/// Allowed length of a name.
const CHARS: RangeInclusive<usize> = 16..=40;

/// Maximum number of remembered names: more than a visitor makes while offline.
const MAX_NAMES: usize = 60;

/// The client's name for a change; empty if none.
#[derive(Clone, Debug, Default)]
pub(super) struct ChangeName(String);

impl ChangeName {
    /// Validates a name as sent; one that our client would never send counts as none.
    pub(super) fn parse(name: &str) -> Self {
        let sign = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        let is_name = CHARS.contains(&name.len()) && name.bytes().all(sign);
        Self(if is_name { name.to_owned() } else { String::new() })
    }

    /// Whether a change with this name was already applied to a cart.
    pub(super) fn is_applied(&self, content: &CartContent) -> bool {
        !self.0.is_empty() && content.made.contains(&self.0)
    }

    /// Records the name in the cart.
    pub(super) fn note(&self, content: &mut CartContent) {
        if self.0.is_empty() {
            return;
        }
        content.made.push(self.0.clone());
        let old = content.made.len().saturating_sub(MAX_NAMES);
        content.made.drain(..old);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_client_sends_is_no_name() {
        let long = "a".repeat(41);
        for name_text in ["", "short", "0123456789abcde", "0123456789abcde ", "0123456789àbcdef", long.as_str()] {
            let (name, mut content) = (ChangeName::parse(name_text), CartContent::default());
            name.note(&mut content);
            assert!(content.made.is_empty() && !name.is_applied(&content), "{name_text:?}");
        }
    }

    #[test]
    fn a_cart_remembers_the_last_sixty() {
        let mut content = CartContent::default();
        let name = |number: usize| ChangeName::parse(&format!("0123456789abcdef-{number}"));
        for number in 0..=MAX_NAMES {
            assert!(!name(number).is_applied(&content));
            name(number).note(&mut content);
            assert!(name(number).is_applied(&content));
        }
        assert!(!name(0).is_applied(&content) && name(1).is_applied(&content));
    }
}
