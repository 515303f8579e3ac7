//! Minimum order value on a role's terms.

use shop_core::base::format::price;
use shop_core::base::{Cents, FieldError};
use shop_core::platform::messages::codes;

use super::view::CartView;

impl CartView<'_> {
    /// Returns an error if the goods, net of discounts and tax, are below the buyer's minimum order value.
    pub fn below_minimum(&self) -> Option<FieldError> {
        let least = self.settings.buyer.minimum_order_cents;
        let missing = least - (self.totals.items - self.totals.discount);
        (missing > Cents::ZERO && !self.lines.is_empty()).then(|| {
            let displayed = |cents| price(cents, self.lang);
            FieldError::new("", codes::TRADE_MINIMUM_ORDER)
                .with("minimum", displayed(least))
                .with("missing", displayed(missing))
        })
    }
}
