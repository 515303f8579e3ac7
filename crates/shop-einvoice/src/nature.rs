//! VAT treatment of an amount: taxed at a rate, or untaxed for a reason.

use serde::{Deserialize, Serialize};
use shop_core::base::Cents;

/// Reason why an amount bears no VAT (code list `Natura` of the technical rules, as far as a shop needs it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Nature {
    /// Outside the territorial scope: services to businesses abroad (D.P.R. 633/1972 art. 7-ter and following).
    #[serde(rename = "N2.1")]
    Elsewhere,
    /// Not subject to VAT for other reasons, such as the flat-rate regime (L. 190/2014).
    #[serde(rename = "N2.2")]
    NotSubject,
    /// Exports: goods that leave the Union (D.P.R. 633/1972 art. 8).
    #[serde(rename = "N3.1")]
    Export,
    /// Goods to a business in another member state, which accounts for the VAT itself (D.L. 331/1993 art. 41).
    #[serde(rename = "N3.2")]
    WithinTheUnion,
    /// Goods to San Marino and Vatican City (D.P.R. 633/1972 art. 71).
    #[serde(rename = "N3.3")]
    Enclave,
    /// Exempt (D.P.R. 633/1972 art. 10).
    #[serde(rename = "N4")]
    Exempt,
    /// VAT of another member state was charged through the one-stop shop (D.P.R. 633/1972 art. 74-sexies).
    #[serde(rename = "N7")]
    PaidElsewhere,
}

impl Nature {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Elsewhere => "N2.1",
            Self::NotSubject => "N2.2",
            Self::Export => "N3.1",
            Self::WithinTheUnion => "N3.2",
            Self::Enclave => "N3.3",
            Self::Exempt => "N4",
            Self::PaidElsewhere => "N7",
        }
    }

    /// The legal basis, in the words that the document must contain (art. 21(6)).
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Elsewhere => "Non soggetta, artt. 7-ter e ss. D.P.R. 633/1972 - inversione contabile",
            Self::NotSubject => "Operazione non soggetta a IVA",
            Self::Export => "Non imponibile, art. 8 c. 1 D.P.R. 633/1972",
            Self::WithinTheUnion => "Non imponibile, art. 41 D.L. 331/1993 - inversione contabile",
            Self::Enclave => "Non imponibile, art. 71 D.P.R. 633/1972",
            Self::Exempt => "Esente, art. 10 D.P.R. 633/1972",
            Self::PaidElsewhere => "IVA assolta in altro Stato UE, art. 74-sexies D.P.R. 633/1972 (OSS)",
        }
    }

    /// Whether such amounts are liable to stamp duty: exports, supplies within the Union and amounts that bear VAT elsewhere are
    /// not (D.P.R. 642/1972, table B art. 6 and 15).
    pub const fn owes_stamp(self) -> bool {
        matches!(self, Self::Elsewhere | Self::NotSubject | Self::Exempt)
    }
}

/// VAT treatment of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Vat {
    /// Taxed at a rate in hundredths of a percent, greater than 0: 2200 is 22 %.
    Rate(u16),
    None(Nature),
}

impl Vat {
    /// Rate in hundredths of a percent; 0 if untaxed.
    pub const fn rate(self) -> u16 {
        match self {
            Self::Rate(rate) => rate,
            Self::None(_) => 0,
        }
    }

    /// Reason why it is untaxed.
    pub const fn nature(self) -> Option<Nature> {
        match self {
            Self::Rate(_) => None,
            Self::None(nature) => Some(nature),
        }
    }
}

/// Untaxed amounts up to this are free of stamp duty (D.P.R. 642/1972, tariff art. 13: 77.47 EUR).
const STAMP_FREE: Cents = Cents(7747);
pub(crate) const STAMP: Cents = Cents(200);

/// Whether a document with these untaxed amounts is liable to the stamp duty of 2 EUR.
pub(crate) fn owes_stamp(untaxed: impl Iterator<Item = (Nature, Cents)>) -> bool {
    untaxed.filter(|(nature, _)| nature.owes_stamp()).map(|(_, net)| net).sum::<Cents>() > STAMP_FREE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamp_duty_begins_above_77_47_of_amounts_that_owe_it() {
        assert!(!owes_stamp([(Nature::Exempt, Cents(7747))].into_iter()));
        assert!(owes_stamp([(Nature::Exempt, Cents(7748))].into_iter()));
        assert!(owes_stamp([(Nature::Exempt, Cents(4000)), (Nature::NotSubject, Cents(3748))].into_iter()), "together");
        for nature in [Nature::Export, Nature::Enclave, Nature::WithinTheUnion, Nature::PaidElsewhere] {
            assert!(!owes_stamp([(nature, Cents(1_000_000))].into_iter()), "{nature:?}");
        }
    }

    #[test]
    fn natures_are_stored_under_their_codes() {
        for nature in [
            Nature::Elsewhere,
            Nature::NotSubject,
            Nature::Export,
            Nature::WithinTheUnion,
            Nature::Enclave,
            Nature::Exempt,
            Nature::PaidElsewhere,
        ] {
            assert_eq!(serde_json::to_string(&nature).unwrap(), format!("\"{}\"", nature.code()));
            assert!(nature.rule().len() <= 100, "{nature:?}");
        }
    }
}
