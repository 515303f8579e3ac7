//! The forms of sub-accounts, as pages and calls send them, and making one.

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

/// Sub-accounts that one company asks for in the span: who asks learns which addresses have an account.
const ASKED: u32 = 60;
/// Span in which they are counted.
const ASKED_SPAN_S: i64 = 3600;
/// Longest text read, in characters: more is refused as too long all the same.
const MAX_READ_CHARS: usize = 300;

/// Why no sub-account was made.
#[derive(Debug)]
pub(crate) enum NotCreated {
    /// What was sent, or who sent it.
    Refused(SubaccountRefusal),
    /// Too many were asked for.
    TooMany(FieldError),
    /// Too many passwords are being hashed at once.
    Busy,
}

/// Name, address and password.
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

/// Makes a sub-account of the visitor's company. Its right is asked before the costly work of the password.
pub(crate) async fn create(
    state: &AppState,
    session: &Session,
    address: &str,
    sent: &Pairs,
) -> Result<Result<CustomerId, NotCreated>, StoreError> {
    let (form, details) = (form_of(sent), details_of(sent));
    let main = match session.buyer.trade(TradeAction::ManageSubaccounts) {
        Ok(main) => main,
        Err(refusal) => return Ok(Err(NotCreated::Refused(refusal.into()))),
    };
    let wrong = Subaccounts::form_errors(&form, &details);
    if !wrong.is_empty() {
        return Ok(Err(NotCreated::Refused(SubaccountRefusal::Fields(wrong))));
    }
    let who = format!("{} {address}", main.company_id);
    if state.limits.count("subaccounts", &who, ASKED, ASKED_SPAN_S, state.shop.context.now()).is_err() {
        return Ok(Err(NotCreated::TooMany(FieldError::new("", codes::RATE_LIMIT_EXCEEDED))));
    }
    let Ok(hash) = hash_password(&form.password).await else { return Ok(Err(NotCreated::Busy)) };
    let link = new_link(CONFIRM_PATH, state);
    let made = state.shop.subaccounts.create(&session.buyer, &form, &details, &hash, &link).await?;
    Ok(made.map_err(NotCreated::Refused))
}
