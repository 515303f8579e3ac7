//! Customers and staff, as the merchant manages them.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Asterisk, Expr, ExprTrait, Func};
use sea_orm::{
    ColumnTrait, Condition, DerivePartialModel, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, RelationTrait, Select,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId};
use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::InstalmentStatus;
use shop_services::ports::{PeopleStore, PersonChanged, PersonFilter, PersonRow, Role, StoreError};

use crate::accounts::customers::delete_logins;
use crate::db::fetch::page_of;
use crate::db::fetch::{Fetch, FetchSome, Lock, Run};
use crate::db::{Db, Write};
use crate::entity::customers::{ActiveModel, Column, Entity};
use crate::entity::{
    Stored, account_tokens, companies, coupon_emails, coupon_uses, coupons, order_instalments, orders, record_from,
};
use crate::search::matches;

/// Statuses of orders whose total, less refunds, counts as spent.
const PAID: [OrderStatus; 3] = [OrderStatus::Processing, OrderStatus::Completed, OrderStatus::Refunded];
/// Maximum number of coupons listed for a customer.
const COUPONS: u64 = 50;

/// A row of the merchant's list.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct ListedPerson {
    id: Stored<CustomerId>,
    email: String,
    username: String,
    first_name: String,
    last_name: String,
    role: Stored<Role>,
    blocked_at: Option<UnixSeconds>,
    #[sea_orm(from_expr = "of_placed_orders(Expr::col(Asterisk).count())")]
    orders: i64,
    #[sea_orm(from_expr = "spent()")]
    spent: Stored<Cents>,
    #[sea_orm(from_expr = "of_placed_orders(orders::Column::CreatedAt.max())")]
    last_order_at: Option<UnixSeconds>,
    created_at: UnixSeconds,
    company_id: Option<Stored<CompanyId>>,
    #[sea_orm(from_expr = "company_name()")]
    company: String,
}

record_from! {
    |row: ListedPerson| PersonRow {
        id, email, username,
        name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
        role, blocked_at, orders, spent, last_order_at, created_at, company_id, company,
    }
}

/// Orders of a row of `customers`.
fn own_orders() -> Select<orders::Entity> {
    orders::Entity::find().select_only().filter(orders::Column::CustomerId.into_expr().eq(Column::Id.into_expr()))
}

/// Aggregate over a customer's orders, without drafts.
fn of_placed_orders(aggregate: Expr) -> Expr {
    let placed = orders::Column::Status.ne(Stored(OrderStatus::CheckoutDraft));
    own_orders().expr(aggregate).filter(placed).into_query().into()
}

/// Total of a customer's paid orders, less open instalments and money refunds.
fn spent() -> Expr {
    use order_instalments::Column::{Cents, OrderId, Status};
    let to_come = order_instalments::Entity::find()
        .select_only()
        .expr(Cents.sum())
        .filter(OrderId.into_expr().eq(orders::Column::Id.into_expr()))
        .filter(Status.ne(Stored(InstalmentStatus::Paid)))
        .into_query();
    let of_order = orders::Column::TotalCents
        .into_expr()
        .sub(orders::Column::RefundedCents.into_expr())
        .sub(Func::coalesce([Expr::from(to_come), Expr::value(0_i64)]));
    // The sum of BIGINT columns is a NUMERIC on PostgreSQL.
    let sum = Func::coalesce([of_order.sum(), Expr::value(0_i64)]).cast_as("BIGINT");
    own_orders().expr(sum).filter(orders::Column::Status.is_in(PAID.map(Stored))).into_query().into()
}

/// Name of a customer's company; empty if there is none.
fn company_name() -> Expr {
    let own = companies::Column::Id.into_expr().eq(Column::CompanyId.into_expr());
    let name = companies::Entity::find().select_only().column(companies::Column::Name).filter(own).into_query();
    Func::coalesce([Expr::from(name), Expr::value("")]).into()
}

#[async_trait]
impl PeopleStore for Db {
    async fn list_people(&self, filter: &PersonFilter) -> Result<(Vec<PersonRow>, u64), StoreError> {
        let names = [Column::Email, Column::Username, Column::FirstName, Column::LastName];
        let condition = Condition::all()
            .add_option(matches(&filter.search, names.map(ColumnTrait::into_expr)))
            .add_option(filter.role.map(|role| Column::Role.eq(Stored(role))))
            .add_option(filter.blocked.then(|| Column::BlockedAt.is_not_null()));
        let wanted = Entity::find().filter(condition);
        let page = page_of(wanted.clone().order_by_desc(Column::Id), filter.page, filter.per_page);
        let rows = page.into_partial_model::<ListedPerson>().fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn person(&self, id: CustomerId) -> Result<Option<PersonRow>, StoreError> {
        let person = Entity::find().filter(Column::Id.eq(Stored(id))).into_partial_model::<ListedPerson>();
        person.fetch_record(self).await
    }

    async fn set_role(&self, id: CustomerId, role: Role) -> Result<PersonChanged, StoreError> {
        let write = self.begin(true).await?;
        if role != Role::Admin && is_last_admin(&write, id).await? {
            return Ok(PersonChanged::LastAdmin);
        }
        let changed = ActiveModel { role: Set(Stored(role)), ..Default::default() };
        if Entity::update_many().set(changed).filter(Column::Id.eq(Stored(id))).run(&write).await? == 0 {
            return Ok(PersonChanged::Unknown);
        }
        end_logins(&write, id).await?;
        write.commit().await?;
        Ok(PersonChanged::Done)
    }

    async fn set_blocked(&self, id: CustomerId, at: Option<UnixSeconds>) -> Result<PersonChanged, StoreError> {
        let write = self.begin(true).await?;
        if at.is_some() && is_last_admin(&write, id).await? {
            return Ok(PersonChanged::LastAdmin);
        }
        let changed = ActiveModel { blocked_at: Set(at), ..Default::default() };
        if Entity::update_many().set(changed).filter(Column::Id.eq(Stored(id))).run(&write).await? == 0 {
            return Ok(PersonChanged::Unknown);
        }
        if at.is_some() {
            end_logins(&write, id).await?;
        }
        write.commit().await?;
        Ok(PersonChanged::Done)
    }

    async fn coupons_of(&self, id: CustomerId) -> Result<Vec<(i64, String)>, StoreError> {
        let used = coupon_uses::Entity::find()
            .select_only()
            .column(coupon_uses::Column::CouponId)
            .join(JoinType::InnerJoin, coupon_uses::Relation::Orders.def())
            .filter(orders::Column::CustomerId.eq(Stored(id)))
            .into_query();
        let mut addressed = coupon_emails::Entity::find()
            .select_only()
            .column(coupon_emails::Column::CouponId)
            .filter(Column::Id.eq(Stored(id)))
            .into_query();
        let own_address = Column::Email.into_expr().eq(coupon_emails::Column::Pattern.into_expr());
        addressed.inner_join(Entity, own_address);
        let own =
            Condition::any().add(coupons::Column::Id.in_subquery(used)).add(coupons::Column::Id.in_subquery(addressed));
        let named = coupons::Entity::find().select_only().column(coupons::Column::Id).column(coupons::Column::Code);
        named.filter(own).order_by_asc(coupons::Column::Code).limit(COUPONS).into_tuple().fetch_all(self).await
    }
}

/// Whether the customer is the last administrator. Two administrators who remove each other wait for each other here: their rows
/// are locked on PostgreSQL; SQLite has a single writer.
async fn is_last_admin(write: &Write<'_>, id: CustomerId) -> Result<bool, StoreError> {
    let admins = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Role.eq(Stored(Role::Admin)))
        .filter(Column::BlockedAt.is_null())
        .order_by_asc(Column::Id)
        .locked();
    Ok(admins.into_tuple::<Stored<CustomerId>>().fetch_all(write).await? == [Stored(id)])
}

async fn end_logins(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    use account_tokens::Column::CustomerId;
    delete_logins(write, id).await?;
    account_tokens::Entity::delete_many().filter(CustomerId.eq(Stored(id))).run(write).await.map(|_| ())
}
