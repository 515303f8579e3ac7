//! Random numbers, as a port.

use rand::RngCore;

/// Letters of both cases and digits: 5.95 bits each.
pub const ALPHANUMERIC: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// A source of unpredictable bytes. The composition root chooses an implementation; all other code uses it.
pub trait Random: std::fmt::Debug + Send + Sync + 'static {
    /// Fills `bytes` with uniformly distributed values.
    fn fill(&self, bytes: &mut [u8]);
}

/// The cryptographic generator of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    #[allow(clippy::disallowed_methods, reason = "here chance comes from")]
    fn fill(&self, bytes: &mut [u8]) {
        rand::rng().fill_bytes(bytes);
    }
}

impl dyn Random {
    /// Returns random bytes in hexadecimal, two digits each.
    pub fn hex(&self, bytes: usize) -> String {
        let mut buffer = vec![0; bytes];
        self.fill(&mut buffer);
        hex::encode(buffer)
    }

    /// Returns a uniformly distributed number below `limit`; 0 if the limit is 0.
    pub fn below(&self, limit: u32) -> u32 {
        // Numbers beyond the last whole multiple of the limit would make small results likelier.
        let whole = u32::MAX - u32::MAX.checked_rem(limit).unwrap_or(0);
        loop {
            let mut bytes = [0; 4];
            self.fill(&mut bytes);
            let number = u32::from_le_bytes(bytes);
            if number < whole || limit == 0 {
                return number.checked_rem(limit).unwrap_or(0);
            }
        }
    }

    /// Returns a random string of this length from an ASCII alphabet.
    pub fn word(&self, alphabet: &[u8], length: usize) -> String {
        let limit = u32::try_from(alphabet.len()).unwrap_or(u32::MAX);
        let letter = |_| alphabet.get(self.below(limit) as usize).map(|byte| char::from(*byte));
        (0..length).filter_map(letter).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::*;

    /// Repeats the bytes of a list.
    #[derive(Debug)]
    struct Repeating(&'static [u8], AtomicU8);

    impl Random for Repeating {
        fn fill(&self, bytes: &mut [u8]) {
            for byte in bytes {
                let at = usize::from(self.1.fetch_add(1, Ordering::Relaxed)) % self.0.len();
                *byte = self.0.get(at).copied().unwrap_or(0);
            }
        }
    }

    fn given(bytes: &'static [u8]) -> Box<dyn Random> {
        Box::new(Repeating(bytes, AtomicU8::new(0)))
    }

    #[test]
    fn bytes_are_written_with_two_digits_each() {
        assert_eq!(given(&[0, 255, 10]).hex(4), "00ff0a00");
        assert_eq!(given(&[1]).hex(0), "");
    }

    #[test]
    fn a_number_that_would_make_small_ones_likelier_is_drawn_again() {
        assert_eq!(given(&[255, 255, 255, 255, 7, 0, 0, 0]).below(10), 7);
        assert_eq!(given(&[13, 0, 0, 0]).below(10), 3);
        assert_eq!(given(&[9]).below(1), 0);
        assert_eq!(given(&[9]).below(0), 0);
    }

    #[test]
    fn every_letter_comes_up_and_no_other() {
        let word = (Box::new(SystemRandom) as Box<dyn Random>).word(b"abc", 300);
        assert_eq!(word.len(), 300);
        assert!(word.bytes().all(|letter| b"abc".contains(&letter)));
        assert!(b"abc".iter().all(|letter| word.bytes().any(|one| one == *letter)), "{word}");
    }

    #[test]
    fn the_machines_generator_does_not_repeat() {
        let random: Box<dyn Random> = Box::new(SystemRandom);
        assert_ne!(random.hex(16), random.hex(16));
    }
}
