//! The test cards: whatever number is not among them is refused, so that no real card is ever typed in here for long.

/// How a card is authenticated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Authentication {
    Never,
    /// Possible, and only done where the shop asks for it.
    Optional,
    /// Asked until the card has been set up.
    UntilSetUp,
    /// The same, of a card that counts as set up from the beginning.
    SetUpBefore,
    /// Asked each time; without the shopper it is declined.
    Always,
    /// Needed, and the look-up fails.
    Unreachable,
}

/// What the bank says to a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Approved,
    /// Yes, and a person should look at it.
    Elevated,
    /// No: code, and why where the code alone does not say so.
    Declined(&'static str, &'static str),
    /// The provider itself stops it as fraud.
    Blocked,
}

/// How a refund goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefundCourse {
    /// Arrives at once.
    AtOnce,
    Later,
    /// Comes back later as failed.
    ComesBack,
}

/// One test card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestCard {
    pub(crate) number: &'static str,
    /// `pm_card_{name}` stands for a new method with this card.
    pub(crate) name: &'static str,
    pub(crate) brand: &'static str,
    pub(crate) funding: &'static str,
    pub(crate) country: &'static str,
    pub(crate) authentication: Authentication,
    pub(crate) verdict: Verdict,
    /// Whether it can be saved although charges are declined.
    pub(crate) can_be_saved: bool,
    pub(crate) refund: RefundCourse,
    /// Whether the cardholder disputes the charge.
    pub(crate) disputed: bool,
    /// Checks that fail: of the security code, the postcode, the street.
    pub(crate) fails: (bool, bool, bool),
    /// For people, in Italian.
    pub(crate) says: &'static str,
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
    refund: RefundCourse::AtOnce,
    disputed: false,
    fails: (false, false, false),
    says: "Pagamento riuscito",
};

const fn good(number: &'static str, name: &'static str, brand: &'static str, funding: &'static str) -> TestCard {
    TestCard { number, name, brand, funding, ..GOOD }
}

const fn declined(
    number: &'static str,
    name: &'static str,
    (code, reason): (&'static str, &'static str),
    says: &'static str,
) -> TestCard {
    TestCard { number, name, verdict: Verdict::Declined(code, reason), can_be_saved: false, says, ..GOOD }
}

const fn asked(number: &'static str, name: &'static str, how: Authentication, says: &'static str) -> TestCard {
    TestCard { number, name, authentication: how, says, ..GOOD }
}

/// The cards that the provider publishes for tests.
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
        says: "Riuscito; il controllo del codice di sicurezza fallisce",
        ..good("4000000000000101", "cvcCheckFail", "visa", "credit")
    },
    TestCard {
        fails: (false, true, true),
        says: "Riuscito; i controlli di indirizzo e CAP falliscono",
        ..good("4000000000000010", "avsFail", "visa", "credit")
    },
    TestCard {
        fails: (false, true, false),
        says: "Riuscito; il controllo del CAP fallisce",
        ..good("4000000000000036", "avsZipFail", "visa", "credit")
    },
    TestCard {
        disputed: true,
        says: "Riuscito; poi contestato dal titolare",
        ..good("4000000000000259", "createDispute", "visa", "credit")
    },
    TestCard {
        refund: RefundCourse::Later,
        says: "Riuscito; il rimborso arriva più tardi",
        ..good("4000000000007726", "pendingRefund", "visa", "credit")
    },
    TestCard {
        refund: RefundCourse::ComesBack,
        says: "Riuscito; il rimborso torna indietro",
        ..good("4000000000005126", "refundFail", "visa", "credit")
    },
    TestCard {
        verdict: Verdict::Elevated,
        says: "Riuscito; in attesa di una verifica antifrode",
        ..good("4000000000009235", "riskLevelElevated", "visa", "credit")
    },
    TestCard {
        verdict: Verdict::Blocked,
        can_be_saved: false,
        says: "Bloccata come frode",
        ..good("4100000000000019", "radarBlock", "visa", "credit")
    },
    asked(
        "4000002500003155",
        "authenticationRequiredOnSetup",
        Authentication::UntilSetUp,
        "3-D Secure, finché non è salvata",
    ),
    asked("4000002760003184", "authenticationRequired", Authentication::Always, "3-D Secure a ogni pagamento"),
    asked(
        "4000003800000446",
        "authenticationRequiredSetupForOffSession",
        Authentication::SetUpBefore,
        "Già salvata: nessuna richiesta",
    ),
    TestCard {
        verdict: Verdict::Declined("card_declined", "insufficient_funds"),
        ..asked(
            "4000008260003178",
            "authenticationRequiredChargeDeclinedInsufficientFunds",
            Authentication::Always,
            "3-D Secure, poi fondi insufficienti",
        )
    },
    asked("4000000000003220", "threeDSecure2Required", Authentication::Always, "3-D Secure 2 obbligatorio"),
    asked("4000000000003063", "threeDSecureRequired", Authentication::Always, "3-D Secure obbligatorio"),
    TestCard {
        verdict: Verdict::Declined("card_declined", "generic_decline"),
        can_be_saved: false,
        ..asked(
            "4000008400001629",
            "threeDSecureRequiredChargeDeclined",
            Authentication::Always,
            "3-D Secure, poi rifiutata",
        )
    },
    asked(
        "4000008400001280",
        "threeDSecureRequiredProcessingError",
        Authentication::Unreachable,
        "3-D Secure non raggiungibile: rifiutata",
    ),
    asked("4000000000003055", "threeDSecureOptional", Authentication::Optional, "3-D Secure possibile, non richiesto"),
];

/// The test card of a number that is all digits.
pub(crate) fn by_number(number: &str) -> Option<&'static TestCard> {
    TEST_CARDS.iter().find(|card| card.number == number)
}

/// The test card of a name; declined ones are also known with their brand before it (`visa_chargeDeclined`).
pub(crate) fn by_name(name: &str) -> Option<&'static TestCard> {
    let named = |name: &str| TEST_CARDS.iter().find(|card| card.name == name);
    named(name).or_else(|| named(name.strip_prefix("visa_")?))
}

/// Whether the last digit checks the others (ISO/IEC 7812-1, Luhn's formula). Digits only.
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
