//! Sort orders of products. The cost for a list is the same among 100,000 products as among 1,000: a walk soon meets the members
//! of a large set, and a small set is sorted by itself.

use super::bits::Bits;

/// Positions in sort order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Order {
    positions: Vec<u32>,
    /// Rank of each position.
    ranks: Vec<u32>,
    /// The first positions as a set, for each multiple of `step`; empty unless prepared.
    begins: Vec<Bits>,
    step: usize,
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Order {
    /// Sorts all positions below `count` by a key, then by position.
    pub(super) fn by<K: Ord>(count: usize, key: impl Fn(usize) -> K) -> Self {
        let mut keyed: Vec<(K, u32)> = (0..count).map(|n| (key(n), narrow(n))).collect();
        keyed.sort_unstable();
        Self::of(keyed.into_iter().map(|(_, n)| n).collect())
    }

    fn of(positions: Vec<u32>) -> Self {
        let mut ranks = vec![0; positions.len()];
        for (rank, n) in positions.iter().enumerate() {
            if let Some(slot) = ranks.get_mut(*n as usize) {
                *slot = narrow(rank);
            }
        }
        Self { positions, ranks, begins: Vec::new(), step: 1 }
    }

    /// Prepares the sets for [`Order::first`].
    #[must_use]
    pub(super) fn with_begins(mut self) -> Self {
        // About a hundred sets, each of which saves the walk up to it.
        self.step = (self.positions.len() / 100).max(64);
        let mut begin = Bits::default();
        self.begins = vec![begin.clone()];
        for part in self.positions.chunks_exact(self.step) {
            for n in part {
                begin.insert(*n as usize);
            }
            self.begins.push(begin.clone());
        }
        self
    }

    /// The positions in sort order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.positions.iter().map(|n| *n as usize)
    }

    /// Number of leading positions that satisfy a predicate, which must be false for all after the first failure.
    pub(super) fn passing(&self, test: impl Fn(usize) -> bool) -> usize {
        self.positions.partition_point(|n| test(*n as usize))
    }

    /// The first `count` positions as a set.
    pub(super) fn first(&self, count: usize) -> Bits {
        let count = count.min(self.positions.len());
        let known = (count / self.step).min(self.begins.len().saturating_sub(1));
        let mut set = self.begins.get(known).cloned().unwrap_or_default();
        for n in self.positions.iter().take(count).skip(known * self.step) {
            set.insert(*n as usize);
        }
        set
    }

    /// Members of a set in this order or reversed: `take` of them after the first `skip`.
    pub(super) fn pick(&self, set: &Bits, from_end: bool, skip: usize, take: usize) -> Vec<usize> {
        let wanted = skip.saturating_add(take).min(set.count());
        // A walk meets one member every `all / members` positions; sorting inspects each member.
        if set.count().saturating_mul(set.count()) < wanted.saturating_mul(self.positions.len()) {
            let mut members: Vec<usize> = set.iter().collect();
            let rank = |n: &usize| self.ranks.get(*n).copied().unwrap_or(u32::MAX);
            if from_end {
                members.sort_unstable_by_key(|n| u32::MAX - rank(n));
            } else {
                members.sort_unstable_by_key(rank);
            }
            return members.into_iter().skip(skip).take(take).collect();
        }
        let member = |n: &usize| set.contains(*n);
        if from_end {
            self.iter().rev().filter(member).skip(skip).take(take).collect()
        } else {
            self.iter().filter(member).skip(skip).take(take).collect()
        }
    }

    /// The first `wanted` members of a set, highest value first, equal ones by position: in an order that ascends by this value.
    pub(super) fn highest(&self, set: &Bits, wanted: usize, value: impl Fn(usize) -> i64) -> Vec<usize> {
        let wanted = wanted.min(set.count());
        let mut out = Vec::with_capacity(wanted);
        if set.count().saturating_mul(set.count()) < wanted.saturating_mul(self.positions.len()) {
            out.extend(set.iter());
            out.sort_unstable_by_key(|n| (-value(*n), *n));
            out.truncate(wanted);
            return out;
        }
        let mut rest = self.positions.as_slice();
        while let Some(last) = rest.last()
            && out.len() < wanted
        {
            let highest = value(*last as usize);
            let (lower, equal) = rest.split_at(rest.partition_point(|n| value(*n as usize) < highest));
            let members = equal.iter().map(|n| *n as usize).filter(|n| set.contains(*n));
            out.extend(members.take(wanted - out.len()));
            rest = lower;
        }
        out
    }

    /// The same order after the keys of some positions changed: each is moved to its new rank.
    #[must_use]
    pub(super) fn moved<K: Ord>(&self, changed: impl IntoIterator<Item = usize>, key: impl Fn(usize) -> K) -> Self {
        let changed: Vec<u32> = changed.into_iter().map(narrow).collect();
        let stay = |n: &u32| !changed.contains(n);
        let mut positions: Vec<u32> = self.positions.iter().copied().filter(stay).collect();
        for n in changed {
            let own = (key(n as usize), n);
            let place = positions.partition_point(|other| (key(*other as usize), *other) < own);
            positions.insert(place, n);
        }
        Self::of(positions)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn members(keys: &[i64], set: &Bits) -> Vec<usize> {
        let mut all: Vec<usize> = set.iter().collect();
        all.sort_by_key(|n| (keys[*n], *n));
        all
    }

    prop_compose! {
        fn keyed()(keys in prop::collection::vec(0_i64..40, 1..400))(
            inside in prop::collection::vec(prop::bool::weighted(0.3), keys.len()), keys in Just(keys)
        ) -> (Vec<i64>, Bits) {
            let positions: Vec<u32> = inside.iter().enumerate().filter(|(_, is)| **is).map(|(n, _)| narrow(n)).collect();
            (keys, Bits::of_sorted(&positions))
        }
    }

    proptest! {
        #[test]
        fn a_page_of_a_set_is_that_of_the_whole_list((keys, set) in keyed(), skip in 0_usize..50, take in 0_usize..30, end: bool) {
            let order = Order::by(keys.len(), |n| keys[n]);
            let mut all = members(&keys, &set);
            if end {
                all.reverse();
            }
            let page: Vec<usize> = all.into_iter().skip(skip).take(take).collect();
            prop_assert_eq!(order.pick(&set, end, skip, take), page);
        }

        #[test]
        fn the_highest_come_first_and_equal_ones_by_position((keys, set) in keyed(), wanted in 0_usize..30) {
            let order = Order::by(keys.len(), |n| keys[n]);
            let mut all: Vec<usize> = set.iter().collect();
            all.sort_by_key(|n| (-keys[*n], *n));
            all.truncate(wanted);
            prop_assert_eq!(order.highest(&set, wanted, |n| keys[n]), all);
        }

        #[test]
        fn the_first_so_many_are_a_set((keys, _) in keyed(), count in 0_usize..500) {
            let order = Order::by(keys.len(), |n| keys[n]).with_begins();
            let mut wanted: Vec<usize> = order.iter().take(count).collect();
            wanted.sort_unstable();
            prop_assert_eq!(order.first(count).iter().collect::<Vec<_>>(), wanted);
        }

        #[test]
        fn what_changes_is_put_where_it_belongs((mut keys, _) in keyed(), changes in prop::collection::vec((0_usize..400, 0_i64..40), 0..6)) {
            let order = Order::by(keys.len(), |n| keys[n]);
            let mut changed = std::collections::BTreeSet::new();
            for (n, key) in changes {
                let n = n % keys.len();
                keys[n] = key;
                changed.insert(n);
            }
            prop_assert_eq!(order.moved(changed, |n| keys[n]), Order::by(keys.len(), |n| keys[n]));
        }
    }
}
