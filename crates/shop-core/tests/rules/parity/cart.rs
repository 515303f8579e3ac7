//! Carts after changes by the shopper.

use super::Cases;

#[path = "../../../../../tests/parity/carts.rs"]
mod made_up;

pub(super) fn carts() -> Cases {
    let mut cases = Cases::default();
    for args in made_up::calls(1, 12) {
        cases.ask("optimisticCart", &[args[0].clone(), args[1].clone()]);
    }
    cases
}
