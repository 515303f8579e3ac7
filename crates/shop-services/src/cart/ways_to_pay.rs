//! The ways in which a cart can be paid.

use shop_core::orders::payment::BY_INVOICE;

use super::pricing::CartView;
use crate::platform::settings::PaymentMethodSettings;

impl CartView<'_> {
    /// Ways of payment that can be chosen for it, in order. What is paid in several payments has days of its own: not by invoice.
    pub fn payment_methods(&self) -> impl Iterator<Item = &PaymentMethodSettings> {
        let at_once = self.due.later.is_empty() && !self.has_subscription();
        self.settings.enabled_payment_methods().filter(move |method| at_once || method.id != BY_INVOICE)
    }
}
