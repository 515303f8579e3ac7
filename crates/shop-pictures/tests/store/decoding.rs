//! Large pictures are decoded one after the other.

#[path = "../../src/room.rs"]
mod room;

use std::sync::atomic::{AtomicU64, Ordering};

use room::Room;

#[test]
fn no_more_is_taken_than_there_is_however_many_come() {
    let room = Room::new(100);
    let (inside, most) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for n in 0..16_u64 {
            let (room, inside, most) = (&room, &inside, &most);
            scope.spawn(move || {
                // The last is larger than the whole room.
                let bytes = if n == 15 { 1000 } else { 30 + n % 3 * 20 };
                for _ in 0..50 {
                    let place = room.enter(bytes);
                    let now = inside.fetch_add(bytes.min(100), Ordering::SeqCst) + bytes.min(100);
                    most.fetch_max(now, Ordering::SeqCst);
                    std::thread::yield_now();
                    inside.fetch_sub(bytes.min(100), Ordering::SeqCst);
                    drop(place);
                }
            });
        }
    });
    let most = most.into_inner();
    assert!((30..=100).contains(&most), "{most}");
}
