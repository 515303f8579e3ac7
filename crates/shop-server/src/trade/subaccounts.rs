//! The forms of sub-accounts, from pages and calls, and creating one.

use shop_core::base::{CustomerId, FieldError};
use shop_core::platform::messages::codes;
use shop_core::trade::account::{TradeAction, TradePermissions};
use shop_core::trade::subaccount::{SubaccountDetails, SubaccountForm};
use shop_services::ports::StoreError;
use shop_services::trade::subaccounts::{SubaccountRefusal, Subaccounts};

use crate::accounts::password::hash_password;
use crate::accounts::{CONFIRM_PATH, new_link};
use crate::app::forms::form_fields::Pairs;
use crate::app::state::AppState;
use crate::app::visitor::session::Session;

/// Sub-accounts that one company may request in the span: the response reveals which addresses have an account.
const MAX_REQUESTS: u32 = 60;
/// Span of the count, in seconds.
const SPAN_S: i64 = 3600;
/// Longest field read, in characters; the check reports shorter limits.
const MAX_READ_CHARS: usize = 300;

/// Error of creating a sub-account.
#[derive(Debug)]
pub(crate) enum CreateSubaccountError {
    /// The form or its sender was refused.
    Refused(SubaccountRefusal),
    /// Too many requests.
    TooMany(FieldError),
    /// Too many passwords are being hashed at once.
    Busy,
}

/// Parses name, address and password.
pub(crate) fn form_of(sent: &Pairs) -> SubaccountForm {
    SubaccountForm { username: text(sent, "username"), email: text(sent, "email"), password: text(sent, "password") }
}

pub(crate) fn details_of(sent: &Pairs) -> SubaccountDetails {
    let ticked = |name: &str| matches!(sent.get(name), Some("true" | "1" | "on" | "yes"));
    SubaccountDetails {
        name: text(sent, "name"),
        job_title: text(sent, "jobTitle"),
        phone: text(sent, "phone"),
        permissions: TradePermissions {
            buy: ticked("permissionBuy"),
            view_orders: ticked("permissionViewOrders"),
            view_offers: ticked("permissionViewOffers"),
            view_conversations: ticked("permissionViewConversations"),
            view_lists: ticked("permissionViewLists"),
        },
        approval_above: text(sent, "approvalAbove"),
    }
}

fn text(sent: &Pairs, name: &str) -> String {
    sent.get(name).unwrap_or_default().chars().take(MAX_READ_CHARS).collect()
}

/// Creates a sub-account of the visitor's company. The right is checked before the costly password hash.
pub(crate) async fn create(
    state: &AppState,
    session: &Session,
    address: &str,
    sent: &Pairs,
) -> Result<Result<CustomerId, CreateSubaccountError>, StoreError> {
    let (form, details) = (form_of(sent), details_of(sent));
    let main = match session.buyer.trade(TradeAction::ManageSubaccounts) {
        Ok(main) => main,
        Err(refusal) => return Ok(Err(CreateSubaccountError::Refused(refusal.into()))),
    };
    let wrong = Subaccounts::form_errors(&form, &details);
    if !wrong.is_empty() {
        return Ok(Err(CreateSubaccountError::Refused(SubaccountRefusal::Fields(wrong))));
    }
    let who = format!("{} {address}", main.company_id);
    if state.limits.count("subaccounts", &who, MAX_REQUESTS, SPAN_S, state.shop.context.now()).is_err() {
        return Ok(Err(CreateSubaccountError::TooMany(FieldError::new("", codes::RATE_LIMIT_EXCEEDED))));
    }
    let Ok(hash) = hash_password(&form.password).await else { return Ok(Err(CreateSubaccountError::Busy)) };
    let link = new_link(CONFIRM_PATH, &state.storefront.web);
    let made = state.shop.subaccounts.create(&session.buyer, &form, &details, &hash, &link).await?;
    Ok(made.map_err(CreateSubaccountError::Refused))
}
