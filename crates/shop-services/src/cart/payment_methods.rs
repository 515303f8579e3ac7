//! Payment methods for a cart.

use shop_core::orders::payment::BY_INVOICE;

use super::view::CartView;
use crate::platform::settings::PaymentMethodSettings;

impl CartView<'_> {
    /// Available payment methods in order. A cart with instalments has due dates of its own and cannot be paid by invoice.
    pub fn payment_methods(&self) -> impl Iterator<Item = &PaymentMethodSettings> {
        let at_once = self.due.later.is_empty() && !self.has_subscription();
        self.settings.enabled_payment_methods().filter(move |method| at_once || method.id != BY_INVOICE)
    }
}
