//! What the bank says to a try. Nothing is changed here.

use shop_core::payments::method::{MethodGroup, PaymentMethod};
use shop_core::payments::mobile_code::is_mobile_code;

use crate::cards::{Authentication, Verdict};
use crate::http::error::{ApiError, ApiResult};
use crate::objects::intent::{Failure, Intent};
use crate::objects::{Act, ActKind, AppAnswer, DebitCourse, Details, Method};
use crate::store::Tx;

/// Codes of a bank's app that are not confirmed: refused at once, refused in the app, not answered in time.
pub(crate) const REFUSED_CODES: [(&str, &str); 3] = [
    ("000001", "Codice non valido"),
    ("000002", "Rifiutato nell’app della banca"),
    ("000003", "Non confermato in tempo"),
];

/// What becomes of a try.
#[derive(Clone, Debug)]
pub(crate) enum Attempt {
    Approved,
    Refused(Failure),
    /// The shopper must do something first.
    Act(Act),
    /// The answer comes later: after so many milliseconds, or never.
    Wait(Option<u64>),
}

/// How a confirmation was asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Ask {
    /// The shopper is not there.
    pub(super) off_session: bool,
    /// Authentication is wanted where it is possible.
    pub(super) authenticate: bool,
    /// The page's script handles authentication, without leaving the page.
    pub(super) in_page: bool,
    /// Code of the bank's app.
    pub(super) code: Option<String>,
}

/// What becomes of a confirmation.
pub(super) fn decide(tx: &Tx<'_>, intent: &Intent, method: &Method, ask: &Ask) -> ApiResult<Attempt> {
    match method.kind.group() {
        MethodGroup::Card | MethodGroup::OneClick => Ok(card(tx, intent, method, ask)),
        // Chosen in the wallet's own sheet: nothing is left to be done on its page.
        _ if matches!(method.details, Details::Wallet { .. }) => Ok(card(tx, intent, method, ask)),
        MethodGroup::BankDebit if intent.is_setup() => Ok(Attempt::Approved),
        MethodGroup::BankDebit => Ok(debit(tx, method)),
        MethodGroup::BankCode => bank_code(tx, ask),
        _ if method.set_up => Ok(Attempt::Approved),
        _ => Ok(Act::of(tx, method.kind).map_or(Attempt::Approved, Attempt::Act)),
    }
}

fn card(tx: &Tx<'_>, intent: &Intent, method: &Method, ask: &Ask) -> Attempt {
    let Some(card) = method.test_card() else { return Attempt::Approved };
    // The device has authenticated its owner already, which the one-click wallet has not.
    let from_device =
        matches!(&method.details, Details::Card { wallet: Some(wallet), .. } if wallet != PaymentMethod::Link.as_str());
    let needed = match card.authentication {
        Authentication::Never | Authentication::SetUpBefore => false,
        Authentication::Optional => ask.authenticate,
        Authentication::UntilSetUp => !method.set_up || ask.authenticate,
        Authentication::Always | Authentication::Unreachable => true,
    };
    if !needed || from_device {
        return card_verdict(method, intent.is_setup());
    }
    if card.authentication == Authentication::Unreachable {
        return Attempt::Refused(Failure::card("card_declined", "generic_decline", "Your card was declined."));
    }
    if ask.off_session {
        return Attempt::Refused(Failure::card(
            "authentication_required",
            "authentication_required",
            "Your card was declined. This transaction requires authentication.",
        ));
    }
    Attempt::Act(Act::new(tx.random(), ActKind::Authenticate { in_page: ask.in_page }))
}

/// What the bank says once the holder is known. `saving`: no money is asked for.
pub(crate) fn card_verdict(method: &Method, saving: bool) -> Attempt {
    let Some(card) = method.test_card() else { return Attempt::Approved };
    let declined = |code, reason, message| Attempt::Refused(Failure::card(code, reason, message));
    match card.verdict {
        Verdict::Approved | Verdict::Elevated => Attempt::Approved,
        Verdict::Declined(..) | Verdict::Blocked if saving && card.can_be_saved => Attempt::Approved,
        Verdict::Blocked => declined("card_declined", "fraudulent", "Your card was declined."),
        Verdict::Declined(code, reason) => {
            let message = match (code, reason) {
                ("expired_card", _) => "Your card has expired.",
                ("incorrect_cvc", _) => "Your card's security code is incorrect.",
                ("processing_error", _) => "An error occurred while processing your card. Try again in a little bit.",
                (_, "insufficient_funds") => "Your card has insufficient funds.",
                _ => "Your card was declined.",
            };
            declined(code, reason, message)
        }
    }
}

fn debit(tx: &Tx<'_>, method: &Method) -> Attempt {
    let timings = &tx.options.timings;
    let Details::Account { course, .. } = &method.details else { return Attempt::Wait(Some(timings.debit_ms)) };
    Attempt::Wait(match course {
        DebitCourse::Succeeds | DebitCourse::Fails(_) | DebitCourse::Disputed => Some(timings.debit_ms),
        DebitCourse::SucceedsLate | DebitCourse::FailsLate(_) => Some(timings.late_debit_ms),
        DebitCourse::Silent => None,
    })
}

fn bank_code(tx: &Tx<'_>, ask: &Ask) -> ApiResult<Attempt> {
    const PARAM: &str = "payment_method_options[blik][code]";
    let code = ask.code.as_deref().ok_or_else(|| ApiError::missing(PARAM))?;
    if code.len() != 6 || !is_mobile_code(code) {
        return Err(ApiError::param(PARAM, "parameter_invalid", "The BLIK code must have 6 digits."));
    }
    let answers = match REFUSED_CODES.iter().position(|(refused, _)| *refused == code) {
        Some(0) => {
            let failure =
                Failure::method("payment_method_invalid_parameter", "The BLIK code is invalid or has expired.");
            return Ok(Attempt::Refused(failure));
        }
        Some(1) => AppAnswer::No,
        Some(_) => AppAnswer::Nothing,
        None => AppAnswer::Yes,
    };
    Ok(Attempt::Act(Act::new(tx.random(), ActKind::BankApp { answers })))
}

/// What becomes of a try once the shopper has done what was asked.
pub(super) fn after_action(intent: &Intent, method: &Method) -> Attempt {
    match method.kind.group() {
        MethodGroup::Card | MethodGroup::OneClick => card_verdict(method, intent.is_setup()),
        _ if matches!(method.details, Details::Wallet { .. }) => card_verdict(method, intent.is_setup()),
        // Sofort: confirmed at once, paid by the bank days later.
        MethodGroup::BankRedirect if method.kind.is_delayed() && !intent.is_setup() => Attempt::Wait(Some(0)),
        _ => Attempt::Approved,
    }
}
