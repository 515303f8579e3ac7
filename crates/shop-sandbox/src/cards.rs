//! The test cards. All other numbers are rejected, so that nobody uses the sandbox with a real card.

/// When a card requires 3-D Secure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Authentication {
    Never,
    /// Supported, and only done if the shop requests it.
    Optional,
    /// Required until the card has been set up.
    UntilSetUp,
    /// Like `UntilSetUp`, for a card that counts as set up from the beginning.
    SetUpBefore,
    /// Required for each payment; off-session payments are declined.
    Always,
    /// Required, but the card's authentication server is unavailable.
    Unreachable,
}

/// The bank's decision on a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Approved,
    /// Approved, with an elevated risk level that opens a review.
    Elevated,
    /// Declined, with code and decline code; the latter is empty if the code says it all.
    Declined(&'static str, &'static str),
    /// Blocked as fraud by the provider itself.
    Blocked,
}

/// Outcome of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefundOutcome {
    /// Succeeds at once.
    AtOnce,
    Later,
    /// Is pending first, then fails.
    ComesBack,
}

/// A test card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestCard {
    pub(crate) number: &'static str,
    /// `pm_card_{name}` creates a new payment method with this card.
    pub(crate) name: &'static str,
    pub(crate) brand: &'static str,
    pub(crate) funding: &'static str,
    pub(crate) country: &'static str,
    pub(crate) authentication: Authentication,
    pub(crate) verdict: Verdict,
    /// Whether the card can be saved although charges are declined.
    pub(crate) can_be_saved: bool,
    pub(crate) refund: RefundOutcome,
    /// Whether the cardholder disputes the charge.
    pub(crate) disputed: bool,
    /// Checks that fail: security code, postcode, street.
    pub(crate) fails: (bool, bool, bool),
    /// Description for the inspector, in Italian.
    pub(crate) description: &'static str,
}

const GOOD: TestCard = TestCard {
    number: "",
    name: "",
    brand: "visa",
    funding: "credit",
    country: "US",
    authentication: Authentication::Never,
    verdict: Verdict::Approved,
    can_be_saved: true,
    refund: RefundOutcome::AtOnce,
    disputed: false,
    fails: (false, false, false),
    description: "Pagamento riuscito",
};

const fn good(number: &'static str, name: &'static str, brand: &'static str, funding: &'static str) -> TestCard {
    TestCard { number, name, brand, funding, ..GOOD }
}

const fn declined(
    number: &'static str,
    name: &'static str,
    (code, reason): (&'static str, &'static str),
    description: &'static str,
) -> TestCard {
    TestCard { number, name, verdict: Verdict::Declined(code, reason), can_be_saved: false, description, ..GOOD }
}

const fn with_3ds(
    number: &'static str,
    name: &'static str,
    how: Authentication,
    description: &'static str,
) -> TestCard {
    TestCard { number, name, authentication: how, description, ..GOOD }
}

/// The test cards that the provider documents.
pub(crate) static TEST_CARDS: &[TestCard] = &[
    good("4242424242424242", "visa", "visa", "credit"),
    good("4000056655665556", "visa_debit", "visa", "debit"),
    TestCard { country: "IT", ..good("4000003800000008", "it", "visa", "credit") },
    good("5555555555554444", "mastercard", "mastercard", "credit"),
    good("2223003122003222", "mastercard_2series", "mastercard", "credit"),
    good("5200828282828210", "mastercard_debit", "mastercard", "debit"),
    good("5105105105105100", "mastercard_prepaid", "mastercard", "prepaid"),
    good("378282246310005", "amex", "amex", "credit"),
    good("371449635398431", "amex_2", "amex", "credit"),
    good("6011111111111117", "discover", "discover", "credit"),
    good("3056930009020004", "diners", "diners", "credit"),
    good("3566002020360505", "jcb", "jcb", "credit"),
    good("6200000000000005", "unionpay", "unionpay", "credit"),
    declined("4000000000000002", "chargeDeclined", ("card_declined", "generic_decline"), "Rifiutata"),
    declined(
        "4000000000009995",
        "chargeDeclinedInsufficientFunds",
        ("card_declined", "insufficient_funds"),
        "Rifiutata: fondi insufficienti",
    ),
    declined("4000000000009987", "chargeDeclinedLostCard", ("card_declined", "lost_card"), "Rifiutata: carta smarrita"),
    declined(
        "4000000000009979",
        "chargeDeclinedStolenCard",
        ("card_declined", "stolen_card"),
        "Rifiutata: carta rubata",
    ),
    declined("4000000000000069", "chargeDeclinedExpiredCard", ("expired_card", ""), "Rifiutata: carta scaduta"),
    declined(
        "4000000000000127",
        "chargeDeclinedIncorrectCvc",
        ("incorrect_cvc", ""),
        "Rifiutata: codice di sicurezza errato",
    ),
    declined(
        "4000000000000119",
        "chargeDeclinedProcessingError",
        ("processing_error", ""),
        "Rifiutata: errore durante l’elaborazione",
    ),
    TestCard {
        can_be_saved: true,
        ..declined(
            "4000000000000341",
            "chargeCustomerFail",
            ("card_declined", "generic_decline"),
            "Si può salvare, ma ogni addebito è rifiutato",
        )
    },
    TestCard {
        fails: (true, false, false),
        description: "Riuscito; il controllo del codice di sicurezza fallisce",
        ..good("4000000000000101", "cvcCheckFail", "visa", "credit")
    },
    TestCard {
        fails: (false, true, true),
        description: "Riuscito; i controlli di indirizzo e CAP falliscono",
        ..good("4000000000000010", "avsFail", "visa", "credit")
    },
    TestCard {
        fails: (false, true, false),
        description: "Riuscito; il controllo del CAP fallisce",
        ..good("4000000000000036", "avsZipFail", "visa", "credit")
    },
    TestCard {
        disputed: true,
        description: "Riuscito; poi contestato dal titolare",
        ..good("4000000000000259", "createDispute", "visa", "credit")
    },
    TestCard {
        refund: RefundOutcome::Later,
        description: "Riuscito; il rimborso arriva più tardi",
        ..good("4000000000007726", "pendingRefund", "visa", "credit")
    },
    TestCard {
        refund: RefundOutcome::ComesBack,
        description: "Riuscito; il rimborso torna indietro",
        ..good("4000000000005126", "refundFail", "visa", "credit")
    },
    TestCard {
        verdict: Verdict::Elevated,
        description: "Riuscito; in attesa di una verifica antifrode",
        ..good("4000000000009235", "riskLevelElevated", "visa", "credit")
    },
    TestCard {
        verdict: Verdict::Blocked,
        can_be_saved: false,
        description: "Bloccata come frode",
        ..good("4100000000000019", "radarBlock", "visa", "credit")
    },
    with_3ds(
        "4000002500003155",
        "authenticationRequiredOnSetup",
        Authentication::UntilSetUp,
        "3-D Secure, finché non è salvata",
    ),
    with_3ds("4000002760003184", "authenticationRequired", Authentication::Always, "3-D Secure a ogni pagamento"),
    with_3ds(
        "4000003800000446",
        "authenticationRequiredSetupForOffSession",
        Authentication::SetUpBefore,
        "Già salvata: nessuna richiesta",
    ),
    TestCard {
        verdict: Verdict::Declined("card_declined", "insufficient_funds"),
        ..with_3ds(
            "4000008260003178",
            "authenticationRequiredChargeDeclinedInsufficientFunds",
            Authentication::Always,
            "3-D Secure, poi fondi insufficienti",
        )
    },
    with_3ds("4000000000003220", "threeDSecure2Required", Authentication::Always, "3-D Secure 2 obbligatorio"),
    with_3ds("4000000000003063", "threeDSecureRequired", Authentication::Always, "3-D Secure obbligatorio"),
    TestCard {
        verdict: Verdict::Declined("card_declined", "generic_decline"),
        can_be_saved: false,
        ..with_3ds(
            "4000008400001629",
            "threeDSecureRequiredChargeDeclined",
            Authentication::Always,
            "3-D Secure, poi rifiutata",
        )
    },
    with_3ds(
        "4000008400001280",
        "threeDSecureRequiredProcessingError",
        Authentication::Unreachable,
        "3-D Secure non raggiungibile: rifiutata",
    ),
    with_3ds(
        "4000000000003055",
        "threeDSecureOptional",
        Authentication::Optional,
        "3-D Secure possibile, non richiesto",
    ),
];

/// Finds a test card by its number, given as digits only.
pub(crate) fn by_number(number: &str) -> Option<&'static TestCard> {
    TEST_CARDS.iter().find(|card| card.number == number)
}

/// Finds a test card by its name; declined cards are also known with their brand as a prefix (`visa_chargeDeclined`).
pub(crate) fn by_name(name: &str) -> Option<&'static TestCard> {
    let named = |name: &str| TEST_CARDS.iter().find(|card| card.name == name);
    named(name).or_else(|| named(name.strip_prefix("visa_")?))
}

/// Whether the check digit is correct (ISO/IEC 7812-1, the Luhn algorithm). Expects digits only.
pub(crate) fn luhn(number: &str) -> bool {
    let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| if place % 2 == 0 { digit(byte) } else { (digit(byte) * 2) / 10 + (digit(byte) * 2) % 10 })
        .sum();
    !number.is_empty() && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_each_given_once_and_the_numbers_check() {
        for (at, card) in TEST_CARDS.iter().enumerate() {
            assert!(luhn(card.number), "{}", card.number);
            assert!(TEST_CARDS.iter().skip(at + 1).all(|other| other.number != card.number && other.name != card.name));
        }
    }

    #[test]
    fn a_mistyped_number_does_not_check() {
        for number in ["", "4242424242424241", "4242424242424224", "378282246310006"] {
            assert!(!luhn(number), "{number}");
        }
    }
}
