//! Orders that wait for an electronic invoice, refunds that wait for a credit note, and their recipients.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func, IntoCondition};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoSimpleExpr, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationDef, RelationTrait,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, OrderId};
use shop_core::orders::OrderStatus;
use shop_core::orders::refund::RefundProgress;
use shop_core::trade::company::CompanyContent;
use shop_core::trade::role::RoleTerms;
use shop_services::ports::{InvoicedCompany, StoreError};

use crate::db::fetch::{Fetch, Run};
use crate::db::{Db, Write};
use crate::entity::orders::{Column, Entity};
use crate::entity::{
    Stored, companies, customer_roles, einvoice_orders, gateway_refunds, order_events, record_from, refunds,
};

/// The payment method whose orders are invoiced on completion, and may be deferred to a collective invoice.
const BY_INVOICE: &str = "invoice";
const ON_DELIVERY: &str = "cod";

/// The columns of a company that its invoices need, with the terms of its role.
#[derive(FromQueryResult)]
struct CompanyWithTerms {
    id: Stored<CompanyId>,
    name: String,
    country: String,
    vat_number: String,
    content: Stored<CompanyContent>,
    terms: Stored<RoleTerms>,
}

record_from! {
    |row: CompanyWithTerms| InvoicedCompany {
        id, name, country, vat_number, content,
        invoice_days: row.terms.0.invoice_days,
    }
}

/// Condition for orders that still need an invoice. Written like the condition of the index `orders_to_invoice`.
fn is_wanted() -> Expr {
    let wanted = Column::InvoiceWanted.into_simple_expr().or(Column::CompanyId.is_not_null());
    Column::InvoicedAt.is_null().and(wanted)
}

/// Condition on the status, written in a form that matches no index, so that the database uses the index of waiting orders and
/// not the index of statuses, which contains every order ever completed.
fn by_status(processing: Expr) -> Expr {
    let is = |status: OrderStatus| Column::Status.eq(Stored(status));
    Expr::case(is(OrderStatus::Completed), Expr::Constant(true.into()))
        .case(is(OrderStatus::Processing), processing)
        .finally(Expr::Constant(false.into()))
        .into()
}

pub(crate) async fn orders_to_invoice(
    db: &Db,
    (after, deferred): (OrderId, bool),
    limit: u64,
) -> Result<Vec<OrderId>, StoreError> {
    let collected = Column::PaymentMethod.eq(BY_INVOICE).and(Column::CompanyId.is_not_null());
    let ids = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(is_wanted())
        .filter(by_status(Column::PaymentMethod.is_not_in([ON_DELIVERY, BY_INVOICE])))
        .filter(Column::Id.gt(Stored(after)))
        .apply_if(deferred.then_some(collected), |orders, collected| orders.filter(collected.not()))
        .order_by_asc(Column::Id)
        .limit(limit)
        .into_tuple::<Stored<OrderId>>();
    Ok(ids.fetch_all(db).await?.into_iter().map(|id| id.0).collect())
}

pub(crate) async fn orders_to_defer(
    db: &Db,
    before: UnixSeconds,
    limit: u64,
) -> Result<Vec<(CompanyId, OrderId, UnixSeconds)>, StoreError> {
    let completed_at = || order_events::Column::CreatedAt.max();
    let company = Func::coalesce([Column::CompanyId.into_simple_expr(), Expr::value(0_i64)]);
    let orders = Entity::find()
        .select_only()
        .columns([Column::CompanyId, Column::Id])
        .expr_as(completed_at(), "completed_at")
        .join(JoinType::InnerJoin, order_events::Relation::Orders.def().rev())
        .filter(is_wanted())
        .filter(company.gt(0_i64))
        .filter(by_status(Expr::Constant(false.into())))
        .filter(Column::PaymentMethod.eq(BY_INVOICE))
        .filter(order_events::Column::ToStatus.eq(Stored(OrderStatus::Completed)))
        .group_by(Column::CompanyId)
        .group_by(Column::Id)
        .having(completed_at().lt(before))
        .order_by_asc(Column::CompanyId)
        .order_by_asc(Column::Id)
        .limit(limit)
        .into_tuple::<(Stored<CompanyId>, Stored<OrderId>, UnixSeconds)>();
    Ok(orders.fetch_all(db).await?.into_iter().map(|(company, order, at)| (company.0, order.0, at)).collect())
}

pub(crate) async fn refunds_to_credit(db: &Db, limit: u64) -> Result<Vec<(OrderId, i64)>, StoreError> {
    let unsettled = || refunds::Column::CreditNoteSettled.into_simple_expr().not();
    // Orders that get no invoice need no credit notes: their refunds are not checked again.
    let uninvoiced = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.into_simple_expr().equals((refunds::Entity, refunds::Column::OrderId)))
        .filter(Column::InvoicedAt.is_null())
        .filter(Column::InvoiceWanted.into_simple_expr().not())
        .filter(Column::CompanyId.is_null())
        .into_query();
    let write = db.begin(true).await?;
    let settled = refunds::ActiveModel { credit_note_settled: Set(true), ..Default::default() };
    let update = refunds::Entity::update_many().set(settled).filter(unsettled()).filter(Expr::exists(uninvoiced));
    update.run(&write).await?;
    write.commit().await?;
    let pending = gateway_refunds::Entity::find()
        .select_only()
        .column(gateway_refunds::Column::Id)
        .filter(gateway_refunds::Column::RefundId.into_simple_expr().equals((refunds::Entity, refunds::Column::Id)))
        .filter(gateway_refunds::Column::State.eq(Stored(RefundProgress::Requested)))
        .into_query();
    let invoices: RelationDef = refunds::Entity::belongs_to(einvoice_orders::Entity)
        .from(refunds::Column::OrderId)
        .to(einvoice_orders::Column::OrderId)
        .into();
    let failed = (refunds::Entity, refunds::Column::FailedCents);
    let found = refunds::Entity::find()
        .select_only()
        .columns([refunds::Column::OrderId, refunds::Column::Id])
        .join(JoinType::InnerJoin, invoices)
        .filter(unsettled())
        .filter(refunds::Column::AmountCents.into_simple_expr().gt(Expr::col(failed)))
        .filter(Expr::not_exists(pending))
        .order_by_asc(refunds::Column::Id)
        .limit(limit)
        .into_tuple::<(Stored<OrderId>, i64)>();
    Ok(found.fetch_all(db).await?.into_iter().map(|(order, refund)| (order.0, refund)).collect())
}

pub(crate) async fn invoiced_company(db: &Db, order: OrderId) -> Result<Option<InvoicedCompany>, StoreError> {
    let company = Entity::find_by_id(Stored(order)).select_only().column(Column::CompanyId).into_query();
    read_company(db, companies::Column::Id.into_simple_expr().eq(company)).await
}

/// Reads a company as its invoices name it.
pub(crate) async fn company(write: &Write<'_>, id: CompanyId) -> Result<Option<InvoicedCompany>, StoreError> {
    read_company(write, companies::Column::Id.eq(Stored(id))).await
}

async fn read_company<C: ConnectionTrait>(
    on: &C,
    which: impl IntoCondition,
) -> Result<Option<InvoicedCompany>, StoreError> {
    use companies::Column::{Content, Country, Id, Name, VatNumber};
    let company = companies::Entity::find()
        .select_only()
        .columns([Id, Name, Country, VatNumber, Content])
        .column(customer_roles::Column::Terms)
        .join(JoinType::LeftJoin, companies::Relation::CustomerRoles.def())
        .filter(which)
        .into_model::<CompanyWithTerms>();
    company.fetch_record(on).await
}
