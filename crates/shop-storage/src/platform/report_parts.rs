//! Conditions and sums shared by all order reports.

use sea_orm::sea_query::{Expr, ExprTrait, Func, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, IntoSimpleExpr, QueryFilter, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::InstalmentStatus;

use crate::entity::{Stored, order_instalments, orders};

/// Orders whose money has arrived or is paid on delivery; refunded orders count too, their money went back.
pub(crate) fn is_paid() -> Expr {
    let paid = [OrderStatus::Processing, OrderStatus::Completed, OrderStatus::Refunded];
    orders::Column::Status.is_in(paid.map(Stored))
}

/// Condition for rows whose time lies in a period.
pub(crate) fn is_between(moment: impl ColumnTrait, from: UnixSeconds, until: UnixSeconds) -> Expr {
    moment.gte(from).and(moment.lt(until))
}

/// A sum as an integer: PostgreSQL returns a decimal.
pub(crate) fn sum(of: Expr) -> Expr {
    Expr::from(Func::sum(of)).cast_as("BIGINT")
}

/// Sum of an order's instalments, or of the unpaid ones.
pub(crate) fn due_later(unpaid_only: bool) -> Expr {
    use order_instalments::{Column, Entity};
    let cents: SelectStatement = Entity::find()
        .select_only()
        .expr(Func::sum(Column::Cents.into_simple_expr()))
        .filter(Column::OrderId.into_simple_expr().eq(orders::Column::Id.into_simple_expr()))
        .apply_if(unpaid_only.then_some(InstalmentStatus::Paid), |query, paid| {
            query.filter(Column::Status.ne(Stored(paid)))
        })
        .into_query();
    Func::coalesce([Expr::from(cents), Expr::value(0_i64)]).into()
}
