//! Sets of products, by their positions in the snapshot.

use roaring::{MultiOps, RoaringBitmap};

/// A set of positions. Its size depends on its members, not on the catalogue: there is one for every word and every term.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bits(RoaringBitmap);

/// Up to this size the library stores a set as a list rather than a bitmap.
const FEW: u64 = 4096;

/// Converts a position to the set's integer type. A catalogue has fewer than four thousand million products.
fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Bits {
    /// All positions below `bound`.
    pub fn all(bound: usize) -> Self {
        let mut set = RoaringBitmap::new();
        set.insert_range(0..narrow(bound));
        Self(set)
    }

    /// A set of ascending positions.
    pub(super) fn of_sorted(positions: &[u32]) -> Self {
        RoaringBitmap::from_sorted_iter(positions.iter().copied()).map(Self).unwrap_or_default()
    }

    /// A compact copy for long-term storage: a newly built set has up to three times its capacity, a copy has none to spare.
    pub(super) fn without_spare_room(&self) -> Self {
        self.clone()
    }

    /// The positions that satisfy a predicate.
    pub(super) fn filtered(&self, mut test: impl FnMut(usize) -> bool) -> Self {
        let passed: Vec<u32> = self.0.iter().filter(|n| test(*n as usize)).collect();
        Self::of_sorted(&passed)
    }

    /// Union of sets. Few positions are sorted, because the library would unite them in a bitmap of 8 kB.
    pub(super) fn union<'a>(sets: impl IntoIterator<Item = &'a Self>) -> Self {
        let sets: Vec<&Self> = sets.into_iter().collect();
        if sets.iter().map(|set| set.0.len()).sum::<u64>() > FEW {
            return Self(sets.into_iter().map(|set| &set.0).union());
        }
        let mut positions: Vec<u32> = sets.into_iter().flat_map(|set| &set.0).collect();
        positions.sort_unstable();
        positions.dedup();
        Self::of_sorted(&positions)
    }

    #[must_use]
    pub(super) fn common(&self, other: &Self) -> Self {
        Self(&self.0 & &other.0)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn insert(&mut self, n: usize) {
        self.0.insert(narrow(n));
    }

    pub fn remove(&mut self, n: usize) {
        self.0.remove(narrow(n));
    }

    pub(super) fn remove_those(&mut self, positions: impl IntoIterator<Item = usize>) {
        for n in positions {
            self.remove(n);
        }
    }

    pub fn contains(&self, n: usize) -> bool {
        self.0.contains(narrow(n))
    }

    /// Retains the positions that are also in the other set.
    pub fn intersect_with(&mut self, other: &Self) {
        self.0 &= &other.0;
    }

    /// Removes the positions of the other set.
    pub fn remove_all(&mut self, other: &Self) {
        self.0 -= &other.0;
    }

    /// Adds the positions of the other set.
    pub fn add_all(&mut self, other: &Self) {
        self.0 |= &other.0;
    }

    pub fn count(&self) -> usize {
        usize::try_from(self.0.len()).unwrap_or(usize::MAX)
    }

    /// Size of the intersection.
    pub fn count_common(&self, other: &Self) -> usize {
        usize::try_from(self.0.intersection_len(&other.0)).unwrap_or(usize::MAX)
    }

    pub(super) fn descending(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().rev().map(|n| n as usize)
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|n| n as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_combine_like_sets() {
        let set = |numbers: &[usize]| {
            let mut bits = Bits::default();
            for n in numbers {
                bits.insert(*n);
            }
            bits
        };
        let mut a = set(&[1, 64, 150, 199]);
        assert_eq!(a.count_common(&set(&[64, 199, 7])), 2);
        a.intersect_with(&set(&[64, 150, 3]));
        assert_eq!(a.iter().collect::<Vec<_>>(), [64, 150]);
        a.add_all(&set(&[2]));
        a.remove_all(&set(&[150]));
        assert_eq!(a.iter().collect::<Vec<_>>(), [2, 64]);
        a.remove(64);
        assert_eq!((a.contains(2), a.contains(64), a.count()), (true, false, 1));
        assert_eq!(Bits::all(130).count(), 130);
    }
}
