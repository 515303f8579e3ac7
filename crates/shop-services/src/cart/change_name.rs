//! Names of changes: a visitor out of reach keeps his changes and sends them when he is back; each is made once.

use std::ops::RangeInclusive;

use crate::records::CartContent;

/// How long a name is.
const CHARS: RangeInclusive<usize> = 16..=40;

/// Names that a cart remembers: more than a visitor makes while he is out of reach.
const MOST: usize = 60;

/// The name that its sender gave a change; empty: none.
#[derive(Clone, Debug, Default)]
pub(super) struct ChangeName(String);

impl ChangeName {
    /// A name as it was sent; what no client of ours would send counts as none.
    pub(super) fn given(name: &str) -> Self {
        let sign = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        let is_name = CHARS.contains(&name.len()) && name.bytes().all(sign);
        Self(if is_name { name.to_owned() } else { String::new() })
    }

    /// Whether a cart has the change of this name already.
    pub(super) fn is_made(&self, content: &CartContent) -> bool {
        !self.0.is_empty() && content.made.contains(&self.0)
    }

    /// Notes that a cart has it now.
    pub(super) fn note(&self, content: &mut CartContent) {
        if self.0.is_empty() {
            return;
        }
        content.made.push(self.0.clone());
        let old = content.made.len().saturating_sub(MOST);
        content.made.drain(..old);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_client_sends_is_no_name() {
        let long = "a".repeat(41);
        for wrong in ["", "short", "0123456789abcde", "0123456789abcde ", "0123456789àbcdef", long.as_str()] {
            let (name, mut content) = (ChangeName::given(wrong), CartContent::default());
            name.note(&mut content);
            assert!(content.made.is_empty() && !name.is_made(&content), "{wrong:?}");
        }
    }

    #[test]
    fn a_cart_remembers_the_last_sixty() {
        let mut content = CartContent::default();
        let name = |number: usize| ChangeName::given(&format!("0123456789abcdef-{number}"));
        for number in 0..=MOST {
            assert!(!name(number).is_made(&content));
            name(number).note(&mut content);
            assert!(name(number).is_made(&content));
        }
        assert!(!name(0).is_made(&content) && name(1).is_made(&content));
    }
}
