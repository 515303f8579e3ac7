//! Decides the outcome of an attempt. Nothing is changed here.

use shop_core::payments::method::{MethodGroup, PaymentMethod};
use shop_core::payments::mobile_code::is_mobile_code;

use crate::cards::{Authentication, Verdict};
use crate::http::error::{ApiError, ApiResult};
use crate::objects::intent::{Failure, Intent};
use crate::objects::{ActionKind, AppAnswer, DebitOutcome, Details, Method, RequiredAction};
use crate::store::Tx;

/// BLIK codes that are not confirmed: rejected at once, declined in the app, not confirmed in time.
pub(crate) const UNCONFIRMED_CODES: [(&str, &str); 3] = [
    ("000001", "Codice non valido"),
    ("000002", "Rifiutato nell’app della banca"),
    ("000003", "Non confermato in tempo"),
];

/// Outcome of an attempt.
#[derive(Clone, Debug)]
pub(crate) enum AttemptOutcome {
    Approved,
    Declined(Failure),
    /// The shopper must do something first.
    RequiresAction(RequiredAction),
    /// The result comes later: after the given milliseconds, or never.
    Wait(Option<u64>),
}

/// Parameters of a confirmation.
#[derive(Clone, Debug, Default)]
pub(super) struct ConfirmOptions {
    /// The shopper is not present.
    pub(super) off_session: bool,
    /// 3-D Secure is requested if the card supports it.
    pub(super) authenticate: bool,
    /// The page's script handles authentication without leaving the page.
    pub(super) in_page: bool,
    /// BLIK code from the bank's app.
    pub(super) code: Option<String>,
}

/// Decides the outcome of a confirmation.
pub(super) fn decide(
    tx: &Tx<'_>,
    intent: &Intent,
    method: &Method,
    options: &ConfirmOptions,
) -> ApiResult<AttemptOutcome> {
    match method.kind.group() {
        MethodGroup::Card | MethodGroup::OneClick => Ok(card(tx, intent, method, options)),
        // The shopper has already confirmed in the wallet's own sheet; nothing is left to do on its page.
        _ if matches!(method.details, Details::Wallet { .. }) => Ok(card(tx, intent, method, options)),
        MethodGroup::BankDebit if intent.is_setup() => Ok(AttemptOutcome::Approved),
        MethodGroup::BankDebit => Ok(debit(tx, method)),
        MethodGroup::BankCode => bank_code(tx, options),
        _ if method.set_up => Ok(AttemptOutcome::Approved),
        _ => Ok(RequiredAction::for_method(tx, method.kind)
            .map_or(AttemptOutcome::Approved, AttemptOutcome::RequiresAction)),
    }
}

fn card(tx: &Tx<'_>, intent: &Intent, method: &Method, options: &ConfirmOptions) -> AttemptOutcome {
    let Some(card) = method.test_card() else { return AttemptOutcome::Approved };
    // The device has already authenticated its owner; Link has not.
    let from_device =
        matches!(&method.details, Details::Card { wallet: Some(wallet), .. } if wallet != PaymentMethod::Link.as_str());
    let needed = match card.authentication {
        Authentication::Never | Authentication::SetUpBefore => false,
        Authentication::Optional => options.authenticate,
        Authentication::UntilSetUp => !method.set_up || options.authenticate,
        Authentication::Always | Authentication::Unreachable => true,
    };
    if !needed || from_device {
        return card_verdict(method, intent.is_setup());
    }
    if card.authentication == Authentication::Unreachable {
        return AttemptOutcome::Declined(Failure::card("card_declined", "generic_decline", "Your card was declined."));
    }
    if options.off_session {
        return AttemptOutcome::Declined(Failure::card(
            "authentication_required",
            "authentication_required",
            "Your card was declined. This transaction requires authentication.",
        ));
    }
    AttemptOutcome::RequiresAction(RequiredAction::new(
        tx.random(),
        ActionKind::Authenticate { in_page: options.in_page },
    ))
}

/// The bank's decision once the cardholder is authenticated. `saving`: the card is only saved, not charged.
pub(crate) fn card_verdict(method: &Method, saving: bool) -> AttemptOutcome {
    let Some(card) = method.test_card() else { return AttemptOutcome::Approved };
    let declined = |code, reason, message| AttemptOutcome::Declined(Failure::card(code, reason, message));
    match card.verdict {
        Verdict::Approved | Verdict::Elevated => AttemptOutcome::Approved,
        Verdict::Declined(..) | Verdict::Blocked if saving && card.can_be_saved => AttemptOutcome::Approved,
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

fn debit(tx: &Tx<'_>, method: &Method) -> AttemptOutcome {
    let timings = &tx.options.timings;
    let Details::Account { course, .. } = &method.details else { return AttemptOutcome::Wait(Some(timings.debit_ms)) };
    AttemptOutcome::Wait(match course {
        DebitOutcome::Succeeds | DebitOutcome::Fails(_) | DebitOutcome::Disputed => Some(timings.debit_ms),
        DebitOutcome::SucceedsLate | DebitOutcome::FailsLate(_) => Some(timings.late_debit_ms),
        DebitOutcome::Silent => None,
    })
}

fn bank_code(tx: &Tx<'_>, options: &ConfirmOptions) -> ApiResult<AttemptOutcome> {
    const PARAM: &str = "payment_method_options[blik][code]";
    let code = options.code.as_deref().ok_or_else(|| ApiError::missing(PARAM))?;
    if code.len() != 6 || !is_mobile_code(code) {
        return Err(ApiError::param(PARAM, "parameter_invalid", "The BLIK code must have 6 digits."));
    }
    let answers = match UNCONFIRMED_CODES.iter().position(|(unconfirmed, _)| *unconfirmed == code) {
        Some(0) => {
            let failure =
                Failure::method("payment_method_invalid_parameter", "The BLIK code is invalid or has expired.");
            return Ok(AttemptOutcome::Declined(failure));
        }
        Some(1) => AppAnswer::No,
        Some(_) => AppAnswer::Nothing,
        None => AppAnswer::Yes,
    };
    Ok(AttemptOutcome::RequiresAction(RequiredAction::new(tx.random(), ActionKind::BankApp { answers })))
}

/// Decides the outcome once the shopper has completed the required action.
pub(super) fn after_action(intent: &Intent, method: &Method) -> AttemptOutcome {
    match method.kind.group() {
        MethodGroup::Card | MethodGroup::OneClick => card_verdict(method, intent.is_setup()),
        _ if matches!(method.details, Details::Wallet { .. }) => card_verdict(method, intent.is_setup()),
        // Sofort: confirmed at once, paid by the bank days later.
        MethodGroup::BankRedirect if method.kind.is_delayed() && !intent.is_setup() => AttemptOutcome::Wait(Some(0)),
        _ => AttemptOutcome::Approved,
    }
}
