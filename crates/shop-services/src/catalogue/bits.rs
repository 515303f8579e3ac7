//! Sets of products as bits.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set for numbers below `bound`.
    pub fn none(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    /// All numbers below `bound`.
    pub fn all(bound: usize) -> Self {
        let mut out = Self::none(bound);
        for n in 0..bound {
            out.insert(n);
        }
        out
    }

    /// Adds a number; beyond the bound nothing happens.
    pub fn insert(&mut self, n: usize) {
        if let Some(word) = self.0.get_mut(n / 64) {
            *word |= 1 << (n % 64);
        }
    }

    /// Takes a position out.
    pub fn remove(&mut self, n: usize) {
        if let Some(word) = self.0.get_mut(n / 64) {
            *word &= !(1 << (n % 64));
        }
    }

    /// Whether a number is in the set.
    pub fn contains(&self, n: usize) -> bool {
        self.0.get(n / 64).is_some_and(|word| word & (1 << (n % 64)) != 0)
    }

    /// Keeps what is in both.
    pub fn keep(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(other.0.iter().chain(std::iter::repeat(&0))) {
            *a &= b;
        }
    }

    /// Removes what is in the other.
    pub fn remove_all(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
    }

    /// Adds what is in the other.
    pub fn add_all(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// How many numbers are in the set.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many numbers are in both.
    pub fn count_common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_combine_like_sets() {
        let set = |numbers: &[usize]| {
            let mut bits = Bits::none(200);
            for n in numbers {
                bits.insert(*n);
            }
            bits
        };
        let mut a = set(&[1, 64, 150, 199]);
        assert_eq!(a.count_common(&set(&[64, 199, 7])), 2);
        a.keep(&set(&[64, 150, 3]));
        assert_eq!(a.iter().collect::<Vec<_>>(), [64, 150]);
        a.add_all(&set(&[2]));
        a.remove_all(&set(&[150]));
        assert_eq!(a.iter().collect::<Vec<_>>(), [2, 64]);
        a.insert(100_000);
        assert_eq!(a.count(), 2);
        assert_eq!(Bits::all(130).count(), 130);
    }
}
