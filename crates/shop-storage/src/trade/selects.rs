//! Parts of queries shared by several files of this folder.

use sea_orm::sea_query::{Expr, ExprTrait, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

use crate::entity::companies;

/// The only value of a query's only row; NULL if there is no row.
pub(crate) fn scalar(query: SelectStatement) -> Expr {
    Expr::SubQuery(None, Box::new(query.into()))
}

/// Name of the company that a column of the outer query refers to: a subquery instead of a join, so that counting queries need no
/// join either.
pub(crate) fn company_name(company_id: impl ColumnTrait) -> Expr {
    let company = companies::Entity::find()
        .select_only()
        .column(companies::Column::Name)
        .filter(companies::Column::Id.into_expr().eq(company_id.into_expr()));
    scalar(company.into_query())
}
