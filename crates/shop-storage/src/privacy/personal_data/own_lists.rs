//! Lists of the personal data export: one query for each, with the exported columns.

use sea_orm::sea_query::{Expr, ExprTrait, Func, IntoCondition, SelectStatement};
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

/// Query of some columns of the rows that meet a condition, in the order of a key.
fn list_of<E: EntityTrait>(
    columns: impl IntoIterator<Item = E::Column>,
    condition: impl IntoCondition,
    key: E::Column,
) -> SelectStatement {
    E::find().select_only().columns(columns).filter(condition).order_by_asc(key).into_query()
}

fn cart(of: &DataOwner) -> SelectStatement {
    use carts::Column::{Content, SessionKey, UpdatedAt};
    list_of::<carts::Entity>([Content, UpdatedAt], SessionKey.eq(customer_key(of.customer_id)), SessionKey)
}

fn saved_methods(of: &DataOwner) -> SelectStatement {
    use saved_methods::Column::{Brand, CreatedAt, CustomerId, Email, ExpiresMonth, ExpiresYear, Id, Kind, Last4};
    let columns = [Kind, Brand, Last4, ExpiresMonth, ExpiresYear, Email, CreatedAt];
    list_of::<saved_methods::Entity>(columns, CustomerId.eq(Stored(of.customer_id)), Id)
}

fn subscriptions(of: &DataOwner) -> SelectStatement {
    use subscriptions::Column::{BillingEmail, BillingName, CreatedAt, CustomerId, Id, OrderId, PaymentMethod, Status};
    let owner = of.orders();
    let of_company = |company| {
        let orders = orders::Entity::find().select_only().column(orders::Column::Id);
        OrderId.in_subquery(orders.filter(orders::Column::CompanyId.eq(Stored(company))).into_query())
    };
    let own = any_of([
        owner.map(|owner| CustomerId.eq(Stored(owner.customer_id))),
        owner.and_then(|owner| owner.company_id).map(of_company),
    ]);
    list_of::<subscriptions::Entity>([Status, BillingName, BillingEmail, PaymentMethod, CreatedAt], own, Id)
}

fn payments(of: &DataOwner) -> SelectStatement {
    use payments::Column::{Cents, CreatedAt, Id, Method, OrderId};
    list_of::<payments::Entity>([OrderId, Method, Cents, CreatedAt], is_of_orders(OrderId, of), Id)
}

fn withdrawals(of: &DataOwner) -> SelectStatement {
    use withdrawals::Column::{CreatedAt, Email, Id, Name, OrderId};
    list_of::<withdrawals::Entity>([OrderId, Name, Email, CreatedAt], is_of_orders(OrderId, of), Id)
}

fn invoices(of: &DataOwner) -> SelectStatement {
    use invoices::Column::{Content, Id, IssuedAt, Number, OrderId, Year};
    list_of::<invoices::Entity>([Year, Number, OrderId, Content, IssuedAt], is_of_orders(OrderId, of), Id)
}

fn vat_checks(of: &DataOwner) -> SelectStatement {
    use vat_checks::Column::{
        Address, Answer, CompanyId, Consultation, Country, CreatedAt, CustomerId, Email, Id, Name, VatNumber,
    };
    let company = of.orders().and_then(|owner| owner.company_id);
    let own = any_of([
        Some(CustomerId.eq(Stored(of.customer_id))),
        company.map(|company| CompanyId.eq(Stored(company))),
        has_email(lower(Email), of).map(|email| CustomerId.is_null().and(email)),
    ]);
    list_of::<vat_checks::Entity>([Country, VatNumber, Answer, Name, Address, Consultation, CreatedAt], own, Id)
}

fn newsletter(of: &DataOwner) -> SelectStatement {
    use newsletter_subscribers::Column::{
        ConfirmedAt, ConsentAt, ConsentText, Email, Id, LeftAt, RequestSource, RequestText, RequestedAt, Source, State,
    };
    let consent = [Email, State, Source, ConsentText, ConsentAt, ConfirmedAt, LeftAt];
    let columns = consent.into_iter().chain([RequestSource, RequestText, RequestedAt]);
    list_of::<newsletter_subscribers::Entity>(columns, any_of([has_email(Email.into_expr(), of)]), Id)
}

fn captured_emails(of: &DataOwner) -> SelectStatement {
    use captured_emails::Column::{CapturedAt, Email, Id, Lang, Location, SeenAt, UnsubscribedAt};
    let columns = [Email, Location, Lang, CapturedAt, SeenAt, UnsubscribedAt];
    list_of::<captured_emails::Entity>(columns, any_of([has_email(Email.into_expr(), of)]), Id)
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
    let own = any_of([Some(CustomerId.eq(Stored(of.customer_id))), has_email(lower(Email), of).map(of_guest)]);
    list_of::<conversations::Entity>([Title, State, Name, Email, CreatedAt], own, Id)
}

fn guest_reviews(of: &DataOwner) -> SelectStatement {
    use reviews::Column::{Body, CreatedAt, CustomerId, Id, ProductId, Rating, Reviewer, ReviewerEmail, Status};
    let own = Condition::all().add(CustomerId.is_null()).add(any_of([has_email(ReviewerEmail.into_expr(), of)]));
    list_of::<reviews::Entity>([ProductId, Reviewer, Rating, Body, Status, CreatedAt], own, Id)
}

fn guest_comments(of: &DataOwner) -> SelectStatement {
    use comments::Column::{Author, AuthorEmail, Body, CreatedAt, CustomerId, Id, PageId, Status};
    let own = Condition::all().add(CustomerId.is_null()).add(any_of([has_email(AuthorEmail.into_expr(), of)]));
    list_of::<comments::Entity>([PageId, Author, AuthorEmail, Body, Status, CreatedAt], own, Id)
}

fn approvals(of: &DataOwner) -> SelectStatement {
    use cart_approvals::Column::{Answer, CreatedAt, CustomerId, DecidedAt, GoodsCents, Id, Lines, Note, State};
    let columns = [State, Lines, GoodsCents, Note, Answer, CreatedAt, DecidedAt];
    list_of::<cart_approvals::Entity>(columns, CustomerId.eq(Stored(of.customer_id)), Id)
}

fn purchase_lists(of: &DataOwner) -> SelectStatement {
    use purchase_lists::Column::{CreatedAt, CustomerId, Id, Lines, Title};
    list_of::<purchase_lists::Entity>([Title, Lines, CreatedAt], CustomerId.eq(Stored(of.customer_id)), Id)
}

fn standing_orders(of: &DataOwner) -> SelectStatement {
    use standing_orders::Column::{CreatedAt, CustomerId, FirstOn, Id, NextOn, Repeats, State};
    let columns = [Repeats, State, FirstOn, NextOn, CreatedAt];
    list_of::<standing_orders::Entity>(columns, CustomerId.eq(Stored(of.customer_id)), Id)
}

fn received_payments(of: &DataOwner) -> SelectStatement {
    use received_payments::Column::{AmountCents, CompanyId, CreatedAt, Id, ReceivedDay, Reference};
    let own = companies::Entity::find()
        .select_only()
        .column(companies::Column::Id)
        .filter(companies::Column::OwnerId.eq(Stored(of.customer_id)));
    let columns = [AmountCents, ReceivedDay, Reference, CreatedAt];
    list_of::<received_payments::Entity>(columns, CompanyId.in_subquery(own.into_query()), Id)
}
