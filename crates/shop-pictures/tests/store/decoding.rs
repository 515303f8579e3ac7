//! Large pictures are decoded one after the other.

#[path = "../../src/memory_budget.rs"]
mod memory_budget;

use std::sync::atomic::{AtomicU64, Ordering};

use memory_budget::MemoryBudget;

#[test]
fn no_more_is_reserved_than_the_budget_however_many_callers_wait() {
    let budget = MemoryBudget::new(100);
    let (inside, most) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for n in 0..16_u64 {
            let (budget, inside, most) = (&budget, &inside, &most);
            scope.spawn(move || {
                // The last one is larger than the whole budget.
                let bytes = if n == 15 { 1000 } else { 30 + n % 3 * 20 };
                for _ in 0..50 {
                    let reservation = budget.reserve(bytes);
                    let now = inside.fetch_add(bytes.min(100), Ordering::SeqCst) + bytes.min(100);
                    most.fetch_max(now, Ordering::SeqCst);
                    std::thread::yield_now();
                    inside.fetch_sub(bytes.min(100), Ordering::SeqCst);
                    drop(reservation);
                }
            });
        }
    });
    let most = most.into_inner();
    assert!((30..=100).contains(&most), "{most}");
}
