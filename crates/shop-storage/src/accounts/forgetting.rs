//! Erases the personal data of a deleted account: references in other rows, rows found by its email address, and its own rows.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func, OnConflict, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use shop_core::base::{Cents, CompanyId, CustomerId};
use shop_services::cart::customer_key;
use shop_services::ports::{Role, StoreError};

use crate::accounts::customers::delete_logins;
use crate::db::fetch::{Fetch, Run};
use crate::db::{Write, store_error};
use crate::entity::{
    Stored, account_tokens, captured_emails, carts, comments, conversation_messages, conversations, customers,
    form_appearances, gateway_customers, gateway_erasures, newsletter_subscribers, orders, outbox, paying_sessions,
    reviews, store_credit, vat_checks,
};
use crate::privacy::personal_data::forget_visits;

/// Prefix of the kinds of mails about an account.
const ACCOUNT_MAIL: &str = "account_";

/// Orders of a customer or a company.
pub(super) fn orders_of(id: CustomerId, company: Option<CompanyId>) -> Condition {
    Condition::any()
        .add(orders::Column::CustomerId.eq(Stored(id)))
        .add_option(company.map(|company| orders::Column::CompanyId.eq(Stored(company))))
}

fn order_ids(condition: Condition) -> SelectStatement {
    orders::Entity::find().select_only().column(orders::Column::Id).filter(condition).into_query()
}

/// The lower-case email address of an account.
fn email_of(id: CustomerId) -> SelectStatement {
    use customers::Column::{Email, Id};
    customers::Entity::find().select_only().column(Email).filter(Id.eq(Stored(id))).into_query()
}

/// Lower-case recipient of a mail: addresses in mails are stored as typed, those of accounts in lower case.
fn recipient() -> Expr {
    Func::lower(outbox::Column::Recipient.into_expr()).into()
}

/// Erases personal data around orders that stay: mails about them, the buyer's referrer, and the buyer's notes.
pub(super) async fn forget_orders(
    write: &Write<'_>,
    id: CustomerId,
    company: Option<CompanyId>,
) -> Result<(), StoreError> {
    let about_them = outbox::Column::OrderId.in_subquery(order_ids(orders_of(id, company)));
    outbox::Entity::delete_many().filter(about_them).run(write).await?;
    forget_visits(write, id, company, false).await
}

/// Deletes mails about orders to the sub-account that placed them: they went to its own address, confirmed or not.
pub(super) async fn forget_subaccount_mails(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    outbox::Entity::delete_many()
        .filter(outbox::Column::OrderId.in_subquery(order_ids(orders_of(id, None))))
        .filter(recipient().eq(email_of(id)))
        .run(write)
        .await
        .map(|_| ())
}

/// Erases the author's name and address in reviews and comments.
pub(super) async fn forget_author(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    let review = reviews::ActiveModel { customer_id: Set(None), ..anonymous_review() };
    let reviewed = reviews::Entity::update_many().set(review);
    reviewed.filter(reviews::Column::CustomerId.eq(Stored(id))).run(write).await?;
    let comment = comments::ActiveModel { customer_id: Set(None), ..anonymous_comment() };
    let commented = comments::Entity::update_many().set(comment);
    commented.filter(comments::Column::CustomerId.eq(Stored(id))).run(write).await.map(|_| ())
}

fn anonymous_review() -> reviews::ActiveModel {
    reviews::ActiveModel { reviewer: Set(String::new()), reviewer_email: Set(String::new()), ..Default::default() }
}

fn anonymous_comment() -> comments::ActiveModel {
    comments::ActiveModel { author: Set(String::new()), author_email: Set(String::new()), ..Default::default() }
}

/// Deletes conversations that belong to no company.
pub(super) async fn delete_conversations(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    use conversations::Column::{CompanyId, CustomerId};
    let own = conversations::Entity::delete_many().filter(CustomerId.eq(Stored(id))).filter(CompanyId.is_null());
    own.run(write).await.map(|_| ())
}

/// Erases the author's name and address in conversations that stay.
pub(super) async fn forget_writer(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    use conversations::Column::{CustomerId, Search, Title};
    let anonymous =
        conversations::ActiveModel { name: Set(String::new()), email: Set(String::new()), ..Default::default() };
    conversations::Entity::update_many()
        .set(anonymous)
        .col_expr(Search, Func::lower(Expr::col(Title)).into())
        .filter(CustomerId.eq(Stored(id)))
        .run(write)
        .await?;
    let anonymous = conversation_messages::ActiveModel { author_name: Set(String::new()), ..Default::default() };
    conversation_messages::Entity::update_many()
        .set(anonymous)
        .filter(conversation_messages::Column::CustomerId.eq(Stored(id)))
        .run(write)
        .await
        .map(|_| ())
}

/// Erases data found by the account's email address: mails about the account and, if the address is confirmed, all mails to it
/// and the traces of its guest visits.
async fn forget_address(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    let kind = Func::cust("SUBSTR").args([outbox::Column::Kind.into_expr(), Expr::value(1), Expr::value(8)]);
    outbox::Entity::delete_many()
        .filter(outbox::Column::OrderId.is_null())
        .filter(kind.eq(ACCOUNT_MAIL))
        .filter(recipient().eq(email_of(id)))
        .run(write)
        .await?;
    let confirmed = customers::Entity::find()
        .select_only()
        .column(customers::Column::Email)
        .filter(customers::Column::Id.eq(Stored(id)))
        .filter(customers::Column::EmailConfirmedAt.is_not_null());
    let Some(email) = confirmed.into_tuple::<String>().fetch_one(write).await? else { return Ok(()) };
    forget_guest(write, &email).await
}

/// Deletes mails to a confirmed address, its newsletter subscription, captured address and guest conversations, and erases it from
/// guest reviews, comments and VAT checks.
async fn forget_guest(write: &Write<'_>, email: &str) -> Result<(), StoreError> {
    outbox::Entity::delete_many().filter(recipient().eq(email)).run(write).await?;
    let subscribers = newsletter_subscribers::Entity::delete_many();
    subscribers.filter(newsletter_subscribers::Column::Email.eq(email)).run(write).await?;
    conversations::Entity::delete_many()
        .filter(conversations::Column::CustomerId.is_null())
        .filter(conversations::Column::CompanyId.is_null())
        .filter(Func::lower(conversations::Column::Email.into_expr()).eq(email))
        .run(write)
        .await?;
    reviews::Entity::update_many()
        .set(anonymous_review())
        .filter(reviews::Column::CustomerId.is_null())
        .filter(reviews::Column::ReviewerEmail.eq(email))
        .run(write)
        .await?;
    comments::Entity::update_many()
        .set(anonymous_comment())
        .filter(comments::Column::CustomerId.is_null())
        .filter(comments::Column::AuthorEmail.eq(email))
        .run(write)
        .await?;
    // A constant instead of a bound parameter, because the partial index has only rows with an address.
    let addressed = vat_checks::Column::Email.into_expr().ne(Expr::Constant("".into()));
    let checks = vat_checks::ActiveModel { email: Set(String::new()), ..Default::default() };
    vat_checks::Entity::update_many()
        .set(checks)
        .filter(addressed)
        .filter(Func::lower(vat_checks::Column::Email.into_expr()).eq(email))
        .run(write)
        .await?;
    let captured = captured_emails::Entity::delete_many().filter(captured_emails::Column::Email.eq(email));
    captured.run(write).await.map(|_| ())
}

/// Removes the owner from VAT checks and from spent store credit.
async fn forget_owner(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    let check = vat_checks::ActiveModel {
        customer_id: Set(None),
        email: Set(String::new()),
        next_try_at: Set(None),
        ..Default::default()
    };
    let checks = vat_checks::Entity::update_many().set(check);
    checks.filter(vat_checks::Column::CustomerId.eq(Stored(id))).run(write).await?;
    let credit = store_credit::ActiveModel { email: Set(String::new()), customer_id: Set(None), ..Default::default() };
    store_credit::Entity::update_many()
        .set(credit)
        .filter(store_credit::Column::CustomerId.eq(Stored(id)))
        .filter(store_credit::Column::BalanceCents.eq(Stored(Cents::ZERO)))
        .run(write)
        .await
        .map(|_| ())
}

/// Records which customers the payment provider is to erase; a worker does that later and retries as often as needed.
async fn request_erasure(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    use gateway_customers::Column::{CustomerId, GatewayId, Scope};
    let known = gateway_customers::Entity::find().select_only().columns([Scope, GatewayId]);
    let known = known.filter(CustomerId.eq(Stored(id))).into_query();
    let mut erasures = Query::insert();
    erasures.into_table(gateway_erasures::Entity);
    erasures.columns([gateway_erasures::Column::Scope, gateway_erasures::Column::GatewayId]);
    erasures.select_from(known).map_err(|error| StoreError::Refused(error.to_string()))?;
    erasures.on_conflict(OnConflict::new().do_nothing().to_owned());
    write.execute(&erasures).await.map(|_| ()).map_err(store_error)
}

/// Deletes an account with its logins, links, cart and saved payment methods, and removes it from its store credit and VAT
/// checks.
pub(super) async fn delete_customer(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    use customers::Column::Id;
    // The row is locked: no provider customer id is recorded meanwhile, and ids recorded afterwards are erased too.
    let lock = customers::Entity::update_many().col_expr(Id, Expr::col(Id));
    lock.filter(Id.eq(Stored(id))).run(write).await?;
    forget_address(write, id).await?;
    forget_owner(write, id).await?;
    request_erasure(write, id).await?;
    let key = customer_key(id);
    let sessions = paying_sessions::Entity::delete_many();
    sessions.filter(paying_sessions::Column::SessionKey.eq(&key)).run(write).await?;
    form_appearances::Entity::delete_many().filter(form_appearances::Column::SessionKey.eq(&key)).run(write).await?;
    delete_logins(write, id).await?;
    delete_tokens(write, id).await?;
    carts::Entity::delete_many().filter(carts::Column::SessionKey.eq(&key)).run(write).await?;
    let itself = customers::Entity::delete_many().filter(Id.eq(Stored(id)));
    itself.filter(customers::Column::Role.eq(Stored(Role::Customer))).run(write).await.map(|_| ())
}

/// Deletes single-use links, registrations included: the link of a second registration holds the address and password, and would
/// create the account again.
async fn delete_tokens(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    use account_tokens::Column::{CustomerId, Email};
    let registrations = CustomerId.is_null().and(Email.into_expr().eq(email_of(id)));
    let own = CustomerId.eq(Stored(id)).or(registrations);
    account_tokens::Entity::delete_many().filter(own).run(write).await.map(|_| ())
}
