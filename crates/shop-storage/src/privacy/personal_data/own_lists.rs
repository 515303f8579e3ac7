//! Lists of the personal data export: one query for each, with the exported columns.

use sea_orm::sea_query::{Expr, ExprTrait, Func, SelectStatement};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_services::cart::customer_key;
use shop_services::ports::{DataOwner, OrderOwner};

use crate::entity::{
    Stored, captured_emails, cart_approvals, carts, comments, companies, conversations, invoices,
    newsletter_subscribers, orders, outbox, payments, purchase_lists, received_payments, reviews, saved_methods,
    standing_orders, subscriptions, vat_checks, withdrawals,
};
use crate::orders::orders_read::owned_by;

/// A list by its number: its name in the export, and the query of its rows; `None` if there is no such list.
pub(super) fn own_list(number: usize, of: &DataOwner) -> Option<(&'static str, SelectStatement)> {
    Some(match number {
        0 => ("cart", cart(of)),
        1 => ("saved_methods", saved_methods(of)),
        2 => ("subscriptions", subscriptions(of)),
        3 => ("payments", payments(of)),
        4 => ("withdrawals", withdrawals(of)),
        5 => ("invoices", invoices(of)),
        6 => ("vat_checks", vat_checks(of)),
        7 => ("newsletter", newsletter(of)),
        8 => ("captured_emails", captured_emails(of)),
        9 => ("mails", mails(of)),
        10 => ("conversations", conversations(of)),
        11 => ("guest_reviews", guest_reviews(of)),
        12 => ("guest_comments", guest_comments(of)),
        13 => ("approvals", approvals(of)),
        14 => ("purchase_lists", purchase_lists(of)),
        15 => ("standing_orders", standing_orders(of)),
        16 => ("received_payments", received_payments(of)),
        _ => return None,
    })
}

/// Condition that no row meets, for an owner without such a key.
fn never() -> Expr {
    Expr::Constant(false.into())
}

/// Condition for rows that meet one of the conditions that apply to the owner.
fn any_of(conditions: impl IntoIterator<Item = Option<Expr>>) -> Condition {
    let known = conditions.into_iter().flatten().fold(Condition::any(), Condition::add);
    if known.is_empty() { known.add(never()) } else { known }
}

/// Condition for rows with the confirmed address, which is in lower case.
fn has_email(column: impl Into<Expr>, of: &DataOwner) -> Option<Expr> {
    of.email.as_deref().map(|email| column.into().eq(email))
}

fn lower(column: impl ColumnTrait) -> Expr {
    Func::lower(Expr::col(column.as_column_ref())).into()
}

/// Condition for rows about the owner's orders; a sub-account has none.
fn is_of_orders(order_id: impl ColumnTrait, of: &DataOwner) -> Expr {
    let own = |owner: OrderOwner| {
        let ids = orders::Entity::find().select_only().column(orders::Column::Id).filter(owned_by(owner));
        order_id.in_subquery(ids.into_query())
    };
    of.orders().map_or_else(never, own)
}

fn cart(of: &DataOwner) -> SelectStatement {
    use carts::Column::{Content, SessionKey, UpdatedAt};
    carts::Entity::find()
        .select_only()
        .columns([Content, UpdatedAt])
        .filter(SessionKey.eq(customer_key(of.customer_id)))
        .order_by_asc(SessionKey)
        .into_query()
}

fn saved_methods(of: &DataOwner) -> SelectStatement {
    use saved_methods::Column::{Brand, CreatedAt, CustomerId, Email, ExpiresMonth, ExpiresYear, Id, Kind, Last4};
    saved_methods::Entity::find()
        .select_only()
        .columns([Kind, Brand, Last4, ExpiresMonth, ExpiresYear, Email, CreatedAt])
        .filter(CustomerId.eq(Stored(of.customer_id)))
        .order_by_asc(Id)
        .into_query()
}

fn subscriptions(of: &DataOwner) -> SelectStatement {
    use subscriptions::Column::{BillingEmail, BillingName, CreatedAt, CustomerId, Id, OrderId, PaymentMethod, Status};
    let owner = of.orders();
    let of_company = |company| {
        let orders = orders::Entity::find().select_only().column(orders::Column::Id);
        OrderId.in_subquery(orders.filter(orders::Column::CompanyId.eq(Stored(company))).into_query())
    };
    subscriptions::Entity::find()
        .select_only()
        .columns([Status, BillingName, BillingEmail, PaymentMethod, CreatedAt])
        .filter(any_of([
            owner.map(|owner| CustomerId.eq(Stored(owner.customer_id))),
            owner.and_then(|owner| owner.company_id).map(of_company),
        ]))
        .order_by_asc(Id)
        .into_query()
}

fn payments(of: &DataOwner) -> SelectStatement {
    use payments::Column::{Cents, CreatedAt, Id, Method, OrderId};
    payments::Entity::find()
        .select_only()
        .columns([OrderId, Method, Cents, CreatedAt])
        .filter(is_of_orders(OrderId, of))
        .order_by_asc(Id)
        .into_query()
}

fn withdrawals(of: &DataOwner) -> SelectStatement {
    use withdrawals::Column::{CreatedAt, Email, Id, Name, OrderId};
    withdrawals::Entity::find()
        .select_only()
        .columns([OrderId, Name, Email, CreatedAt])
        .filter(is_of_orders(OrderId, of))
        .order_by_asc(Id)
        .into_query()
}

fn invoices(of: &DataOwner) -> SelectStatement {
    use invoices::Column::{Content, Id, IssuedAt, Number, OrderId, Year};
    invoices::Entity::find()
        .select_only()
        .columns([Year, Number, OrderId, Content, IssuedAt])
        .filter(is_of_orders(OrderId, of))
        .order_by_asc(Id)
        .into_query()
}

fn vat_checks(of: &DataOwner) -> SelectStatement {
    use vat_checks::Column::{
        Address, Answer, CompanyId, Consultation, Country, CreatedAt, CustomerId, Email, Id, Name, VatNumber,
    };
    let company = of.orders().and_then(|owner| owner.company_id);
    vat_checks::Entity::find()
        .select_only()
        .columns([Country, VatNumber, Answer, Name, Address, Consultation, CreatedAt])
        .filter(any_of([
            Some(CustomerId.eq(Stored(of.customer_id))),
            company.map(|company| CompanyId.eq(Stored(company))),
            has_email(lower(Email), of).map(|email| CustomerId.is_null().and(email)),
        ]))
        .order_by_asc(Id)
        .into_query()
}

fn newsletter(of: &DataOwner) -> SelectStatement {
    use newsletter_subscribers::Column::{
        ConfirmedAt, ConsentAt, ConsentText, Email, Id, LeftAt, RequestSource, RequestText, RequestedAt, Source, State,
    };
    newsletter_subscribers::Entity::find()
        .select_only()
        .columns([
            Email,
            State,
            Source,
            ConsentText,
            ConsentAt,
            ConfirmedAt,
            LeftAt,
            RequestSource,
            RequestText,
            RequestedAt,
        ])
        .filter(any_of([has_email(Expr::col(Email.as_column_ref()), of)]))
        .order_by_asc(Id)
        .into_query()
}

fn captured_emails(of: &DataOwner) -> SelectStatement {
    use captured_emails::Column::{CapturedAt, Email, Id, Lang, Location, SeenAt, UnsubscribedAt};
    captured_emails::Entity::find()
        .select_only()
        .columns([Email, Location, Lang, CapturedAt, SeenAt, UnsubscribedAt])
        .filter(any_of([has_email(Expr::col(Email.as_column_ref()), of)]))
        .order_by_asc(Id)
        .into_query()
}

/// Mails to the address, and mails about the account's orders that were sent to the order's address.
fn mails(of: &DataOwner) -> SelectStatement {
    use outbox::Column::{BodyText, CreatedAt, Id, Kind, OrderId, Recipient, SentAt, Subject};
    let of_orders = |owner: OrderOwner| {
        let orders = orders::Entity::find()
            .select_only()
            .column(orders::Column::Id)
            .filter(orders::Column::CustomerId.eq(Stored(owner.customer_id)))
            .filter(lower(orders::Column::BillingEmail).eq(lower(Recipient)));
        OrderId.in_subquery(orders.into_query())
    };
    outbox::Entity::find()
        .select_only()
        .columns([Kind, Recipient, Subject, BodyText, SentAt, CreatedAt])
        .filter(any_of([has_email(lower(Recipient), of), of.orders().map(of_orders)]))
        .order_by_desc(Id)
        .into_query()
}

fn conversations(of: &DataOwner) -> SelectStatement {
    use conversations::Column::{CompanyId, CreatedAt, CustomerId, Email, Id, Name, State, Title};
    let of_guest = |email: Expr| CustomerId.is_null().and(CompanyId.is_null()).and(email);
    conversations::Entity::find()
        .select_only()
        .columns([Title, State, Name, Email, CreatedAt])
        .filter(any_of([Some(CustomerId.eq(Stored(of.customer_id))), has_email(lower(Email), of).map(of_guest)]))
        .order_by_asc(Id)
        .into_query()
}

fn guest_reviews(of: &DataOwner) -> SelectStatement {
    use reviews::Column::{Body, CreatedAt, CustomerId, Id, ProductId, Rating, Reviewer, ReviewerEmail, Status};
    reviews::Entity::find()
        .select_only()
        .columns([ProductId, Reviewer, Rating, Body, Status, CreatedAt])
        .filter(CustomerId.is_null())
        .filter(any_of([has_email(Expr::col(ReviewerEmail.as_column_ref()), of)]))
        .order_by_asc(Id)
        .into_query()
}

fn guest_comments(of: &DataOwner) -> SelectStatement {
    use comments::Column::{Author, AuthorEmail, Body, CreatedAt, CustomerId, Id, PageId, Status};
    comments::Entity::find()
        .select_only()
        .columns([PageId, Author, AuthorEmail, Body, Status, CreatedAt])
        .filter(CustomerId.is_null())
        .filter(any_of([has_email(Expr::col(AuthorEmail.as_column_ref()), of)]))
        .order_by_asc(Id)
        .into_query()
}

fn approvals(of: &DataOwner) -> SelectStatement {
    use cart_approvals::Column::{Answer, CreatedAt, CustomerId, DecidedAt, GoodsCents, Id, Lines, Note, State};
    cart_approvals::Entity::find()
        .select_only()
        .columns([State, Lines, GoodsCents, Note, Answer, CreatedAt, DecidedAt])
        .filter(CustomerId.eq(Stored(of.customer_id)))
        .order_by_asc(Id)
        .into_query()
}

fn purchase_lists(of: &DataOwner) -> SelectStatement {
    use purchase_lists::Column::{CreatedAt, CustomerId, Id, Lines, Title};
    purchase_lists::Entity::find()
        .select_only()
        .columns([Title, Lines, CreatedAt])
        .filter(CustomerId.eq(Stored(of.customer_id)))
        .order_by_asc(Id)
        .into_query()
}

fn standing_orders(of: &DataOwner) -> SelectStatement {
    use standing_orders::Column::{CreatedAt, CustomerId, FirstOn, Id, NextOn, Repeats, State};
    standing_orders::Entity::find()
        .select_only()
        .columns([Repeats, State, FirstOn, NextOn, CreatedAt])
        .filter(CustomerId.eq(Stored(of.customer_id)))
        .order_by_asc(Id)
        .into_query()
}

fn received_payments(of: &DataOwner) -> SelectStatement {
    use received_payments::Column::{AmountCents, CompanyId, CreatedAt, Id, ReceivedDay, Reference};
    let own = companies::Entity::find()
        .select_only()
        .column(companies::Column::Id)
        .filter(companies::Column::OwnerId.eq(Stored(of.customer_id)));
    received_payments::Entity::find()
        .select_only()
        .columns([AmountCents, ReceivedDay, Reference, CreatedAt])
        .filter(CompanyId.in_subquery(own.into_query()))
        .order_by_asc(Id)
        .into_query()
}
