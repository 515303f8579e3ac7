//! Stored electronic invoices: their types, numbers and states.

use crate::base::wire_enum;

wire_enum! {
    /// Type of a document, by the code of the exchange system.
    EInvoiceKind {
        Invoice = "TD01",
        /// Credit note. Its amounts are positive.
        CreditNote = "TD04",
        /// Deferred invoice for goods shipped with delivery notes (D.P.R. 633/1972 art. 21(4)(a)).
        Deferred = "TD24",
    } default Invoice
}

impl EInvoiceKind {
    /// Returns the series of its number: numbers are consecutive within a series and a year. Invoices share the numbers of their
    /// courtesy copies.
    pub const fn series(self) -> &'static str {
        match self {
            Self::Invoice => "",
            Self::CreditNote => "NC",
            Self::Deferred => "D",
        }
    }
}

wire_enum! {
    /// Progress of a document.
    EInvoiceState {
        /// Created, and waiting to be transmitted.
        Ready = "ready",
        /// Transmitted; the exchange system has not responded.
        Sent = "sent",
        /// Delivered to the buyer.
        Delivered = "delivered",
        /// Issued, but not deliverable: it is in the buyer's area of the revenue agency's portal, and the buyer must be informed.
        Undelivered = "undelivered",
        /// Rejected by the exchange system: it counts as not issued, and can be sent again under its number within five days.
        Rejected = "rejected",
    } default Ready
}

/// Days after a rejection within which a document can be sent again under its number and date (revenue agency's rules of 30 April
/// 2018, point 6.3, and circular 13/E of 2018).
pub const CORRECTION_DAYS: i64 = 5;

impl EInvoiceState {
    /// Returns whether a document can change from this state to another.
    ///
    /// ```
    /// use shop_core::orders::document::einvoice::EInvoiceState;
    /// assert!(EInvoiceState::Sent.can_become(EInvoiceState::Rejected));
    /// assert!(!EInvoiceState::Delivered.can_become(EInvoiceState::Rejected), "what was delivered was issued");
    /// ```
    pub fn can_become(self, to: Self) -> bool {
        match self {
            Self::Ready => to == Self::Sent,
            Self::Sent => matches!(to, Self::Delivered | Self::Undelivered | Self::Rejected),
            Self::Undelivered => to == Self::Delivered,
            Self::Rejected => to == Self::Ready,
            Self::Delivered => false,
        }
    }
}

/// The number of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EInvoiceNumber {
    /// Series; empty: that of invoices.
    pub series: String,
    /// Year, in Rome's time zone.
    pub year: i64,
    /// Consecutive number from 1.
    pub number: i64,
}

impl std::fmt::Display for EInvoiceNumber {
    /// Formats it as "12/2026", "NC-3/2026".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dash = if self.series.is_empty() { "" } else { "-" };
        write!(f, "{}{dash}{}/{}", self.series, self.number, self.year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_issued_never_becomes_ready_again() {
        for from in EInvoiceState::ALL {
            let again = from.can_become(EInvoiceState::Ready);
            assert_eq!(again, *from == EInvoiceState::Rejected, "{from:?}");
            assert!(!from.can_become(*from), "{from:?}");
        }
    }

    #[test]
    fn numbers_of_a_series_are_told_apart() {
        let number = |series: &str| EInvoiceNumber { series: series.into(), year: 2026, number: 3 }.to_string();
        assert_eq!((number(""), number("NC"), number("D")), ("3/2026".into(), "NC-3/2026".into(), "D-3/2026".into()));
    }
}
