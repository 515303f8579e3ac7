//! The least order of who buys on the terms of a role.

use shop_core::base::format::price;
use shop_core::base::{Cents, FieldError};
use shop_core::platform::messages::codes;

use super::pricing::CartView;

impl CartView<'_> {
    /// Why it is too small to be ordered, as the goods net of discounts and tax are below the buyer's least order; `None`: it is not.
    pub fn below_minimum(&self) -> Option<FieldError> {
        let least = self.settings.buyer.minimum_order_cents;
        let missing = least - (self.totals.items - self.totals.discount);
        (missing > Cents::ZERO && !self.lines.is_empty()).then(|| {
            let shown = |cents| price(cents, self.lang);
            FieldError::new("", codes::TRADE_MINIMUM_ORDER)
                .with("minimum", shown(least))
                .with("missing", shown(missing))
        })
    }
}
