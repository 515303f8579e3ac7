//! Later payments of an order that is paid in instalments.

use super::OrderStatus;
use crate::base::{Cents, Lang, wire_enum};
use crate::catalogue::purchase::deposit::Instalment;
use crate::platform::messages::codes;
use crate::platform::words::order_texts;

wire_enum! {
    /// Status of a later payment.
    InstalmentStatus {
        /// Due on its date.
        Due = "due",
        /// The buyer has announced a bank transfer.
        Awaited = "awaited",
        Paid = "paid",
    } default Due
}

impl InstalmentStatus {
    /// Returns whether the status can change to another. A payment booked by mistake can be reverted; a paid one cannot be
    /// announced again.
    ///
    /// ```
    /// use shop_core::orders::instalment::InstalmentStatus;
    /// assert!(InstalmentStatus::Awaited.can_become(InstalmentStatus::Paid));
    /// assert!(!InstalmentStatus::Paid.can_become(InstalmentStatus::Awaited));
    /// ```
    pub const fn can_become(self, to: Self) -> bool {
        matches!(
            (self, to),
            (Self::Due, Self::Awaited | Self::Paid) | (Self::Awaited, Self::Due | Self::Paid) | (Self::Paid, Self::Due)
        )
    }

    /// Returns the status as displayed.
    pub fn label(self, lang: Lang) -> &'static str {
        match self {
            Self::Due => order_texts::instalment_due(lang),
            Self::Awaited => order_texts::instalment_awaited(lang),
            Self::Paid => order_texts::instalment_paid(lang),
        }
    }
}

/// A later payment with its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderInstalment {
    /// Day and amount.
    pub instalment: Instalment,
    pub status: InstalmentStatus,
}

/// Returns the amount that is not paid yet.
pub fn balance(instalments: &[OrderInstalment]) -> Cents {
    let open = instalments.iter().filter(|one| one.status != InstalmentStatus::Paid);
    open.map(|one| one.instalment.cents).sum()
}

/// Returns the index of the next payment: the first that is neither paid nor announced. Payments start after the order's first
/// part is paid, and stop with the order.
///
/// # Errors
/// Why there is none, as a message code.
pub fn next_payable(status: OrderStatus, instalments: &[OrderInstalment]) -> Result<usize, &'static str> {
    match status {
        OrderStatus::Processing | OrderStatus::Completed => {}
        OrderStatus::Cancelled => return Err(codes::ORDER_PAY_CANCELLED),
        OrderStatus::Refunded => return Err(codes::ORDER_PAY_REFUNDED),
        OrderStatus::OnHold => return Err(codes::ORDER_PAY_AWAITED),
        _ => return Err(codes::ORDER_PAY_NOTHING),
    }
    let open = instalments.iter().position(|one| one.status == InstalmentStatus::Due);
    let awaited = instalments.iter().any(|one| one.status == InstalmentStatus::Awaited);
    open.ok_or(if awaited { codes::INSTALMENT_AWAITED } else { codes::ORDER_PAY_NOTHING })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(states: &[InstalmentStatus]) -> Vec<OrderInstalment> {
        let part = |status: &InstalmentStatus| OrderInstalment {
            instalment: Instalment { due: "2026-12-21".into(), cents: Cents(1000) },
            status: *status,
        };
        states.iter().map(part).collect()
    }

    #[test]
    fn the_first_open_part_of_a_running_order_is_paid_next() {
        use InstalmentStatus::{Awaited, Due, Paid};
        for (states, expected) in [
            (&[Due, Due][..], Ok(0)),
            (&[Paid, Due], Ok(1)),
            (&[Awaited, Due], Ok(1)),
            (&[Paid, Awaited], Err(codes::INSTALMENT_AWAITED)),
            (&[Paid, Paid], Err(codes::ORDER_PAY_NOTHING)),
            (&[], Err(codes::ORDER_PAY_NOTHING)),
        ] {
            assert_eq!(next_payable(OrderStatus::Processing, &parts(states)), expected, "{states:?}");
        }
        assert_eq!(balance(&parts(&[Paid, Awaited, Due])), Cents(2000));
    }

    #[test]
    fn before_the_first_part_and_after_the_end_nothing_is_paid() {
        let open = parts(&[InstalmentStatus::Due]);
        for (status, code) in [
            (OrderStatus::Pending, codes::ORDER_PAY_NOTHING),
            (OrderStatus::OnHold, codes::ORDER_PAY_AWAITED),
            (OrderStatus::Cancelled, codes::ORDER_PAY_CANCELLED),
            (OrderStatus::Refunded, codes::ORDER_PAY_REFUNDED),
        ] {
            assert_eq!(next_payable(status, &open), Err(code), "{status:?}");
        }
    }
}
