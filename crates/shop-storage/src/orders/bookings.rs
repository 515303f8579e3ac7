//! Booking slots: places are booked by conditional updates, and released with their order.

use std::cmp::{max, min};
use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    RelationDef, RelationTrait,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{OrderId, ProductId};
use shop_core::orders::OrderStatus;
use shop_services::ports::{
    BookedPlaces, BookingFilter, BookingStore, NewOrder, PlaceRefusal, StoreError, TransitionRefusal, WantedPlaces,
};

use crate::db::fetch::{Fetch, Run};
use crate::db::returning::returning_columns;
use crate::db::{Db, Write};
use crate::entity::booking_slots::{ActiveModel, Column, Entity};
use crate::entity::{Stored, booked_places, order_lines, orders, record_from};

/// Booked places of an order, for lists.
#[derive(FromQueryResult)]
struct BookedRow {
    order_id: Stored<OrderId>,
    status: Stored<OrderStatus>,
    billing_name: String,
    billing_email: String,
    name: String,
    product_id: Stored<ProductId>,
    starts_at: UnixSeconds,
    persons: i64,
    capacity: i64,
}

record_from! {
    |row: BookedRow| BookedPlaces {
        order_id, status,
        name: row.billing_name,
        email: row.billing_email,
        product: row.name,
        places: WantedPlaces {
                product_id: row.product_id.0,
                starts_at: row.starts_at,
                persons: row.persons,
                capacity: row.capacity,
            },
    }
}

/// Places booked by an order, with the name of the bookable product.
#[derive(FromQueryResult)]
struct HeldPlaces {
    product_id: Stored<ProductId>,
    starts_at: UnixSeconds,
    persons: i64,
    capacity: i64,
    name: String,
}

#[async_trait]
impl BookingStore for Db {
    async fn occupied_places(
        &self,
        times: &[(ProductId, UnixSeconds)],
    ) -> Result<BTreeMap<(ProductId, UnixSeconds), i64>, StoreError> {
        if times.is_empty() {
            return Ok(BTreeMap::new());
        }
        let wanted = times.iter().fold(Condition::any(), |wanted, (id, start)| wanted.add(is_at(*id, *start)));
        let slots = Entity::find().filter(wanted).fetch_all(self).await?;
        Ok(slots.into_iter().map(|slot| ((slot.product_id.0, slot.starts_at), slot.booked)).collect())
    }

    async fn booked(&self, filter: &BookingFilter) -> Result<Vec<BookedPlaces>, StoreError> {
        use booked_places::Column::{Capacity, OrderId, Persons, Position, ProductId, StartsAt};
        use orders::Column::{BillingEmail, BillingName, StockReduced};
        let product = filter.product_id.map(|id| ProductId.eq(Stored(id)));
        let wanted = Condition::all()
            .add(StockReduced.into_expr())
            .add(StartsAt.gte(filter.from))
            .add(StartsAt.lt(filter.until))
            .add_option(product);
        let rows = orders::Entity::find()
            .select_only()
            .columns([orders::Column::Status, BillingName, BillingEmail])
            .columns([OrderId, ProductId, StartsAt, Persons, Capacity])
            .column(order_lines::Column::Name)
            .join(JoinType::InnerJoin, booked_places::Relation::Orders.def().rev())
            .join(JoinType::InnerJoin, line_of_places())
            .filter(wanted)
            .order_by_asc(StartsAt)
            .order_by_asc(ProductId)
            .order_by_asc(OrderId)
            .order_by_asc(Position)
            .limit(min(u64::try_from(filter.limit).unwrap_or(u64::MAX), i64::MAX.unsigned_abs()))
            .into_model::<BookedRow>();
        rows.fetch_records(self).await
    }
}

/// Books the places of an order, in ascending order of their times so that two orders cannot deadlock.
pub(crate) async fn book_places(write: &Write<'_>, order: &NewOrder) -> Result<Option<PlaceRefusal>, StoreError> {
    let mut wanted: Vec<WantedPlaces> = order.lines.iter().filter_map(|line| line.places).collect();
    wanted.sort_by_key(|one| (one.product_id, one.starts_at));
    for one in wanted {
        if !book(write, one).await? {
            let available = count_free_places(write, one).await?;
            return Ok(Some(PlaceRefusal::NotEnoughPlaces { product_id: one.product_id, available }));
        }
    }
    Ok(None)
}

/// Books places of a slot; returns `false` if too few are free.
async fn book(write: &Write<'_>, wanted: WantedPlaces) -> Result<bool, StoreError> {
    let slot =
        ActiveModel { product_id: Set(Stored(wanted.product_id)), starts_at: Set(wanted.starts_at), booked: Set(0) };
    Entity::insert(slot).on_conflict_do_nothing().run(write).await?;
    let booked = Entity::update_many()
        .col_expr(Column::Booked, Expr::col(Column::Booked).add(wanted.persons))
        .filter(is_at(wanted.product_id, wanted.starts_at))
        .filter(Column::Booked.into_expr().add(wanted.persons).lte(wanted.capacity));
    Ok(booked.run(write).await? == 1)
}

/// Releases places of a slot.
async fn release(
    write: &Write<'_>,
    product_id: ProductId,
    starts_at: UnixSeconds,
    persons: i64,
) -> Result<(), StoreError> {
    let freed = Entity::update_many()
        .col_expr(Column::Booked, Expr::col(Column::Booked).sub(persons))
        .filter(is_at(product_id, starts_at));
    freed.run(write).await.map(|_| ())
}

async fn count_free_places(write: &Write<'_>, wanted: WantedPlaces) -> Result<i64, StoreError> {
    let booked = Entity::find()
        .select_only()
        .column(Column::Booked)
        .filter(is_at(wanted.product_id, wanted.starts_at))
        .into_tuple::<i64>();
    let booked = booked.fetch_one(write).await?.unwrap_or(0);
    Ok(max(wanted.capacity - booked, 0))
}

/// Records the places that an order has booked.
pub(crate) async fn record_places(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    for (position, line) in (0_i64..).zip(&order.lines) {
        let Some(places) = line.places else { continue };
        let row = booked_places::ActiveModel {
            order_id: Set(Stored(id)),
            position: Set(position),
            product_id: Set(Stored(places.product_id)),
            starts_at: Set(places.starts_at),
            persons: Set(places.persons),
            capacity: Set(places.capacity),
        };
        booked_places::Entity::insert(row).run(write).await?;
    }
    Ok(())
}

/// Releases the places of one order line for good; returns the number of people, or 0 if the line has no places any more.
pub(crate) async fn release_place(write: &Write<'_>, id: OrderId, position: i64) -> Result<i64, StoreError> {
    use booked_places::Column::{OrderId, Persons, Position, ProductId, StartsAt};
    let places = booked_places::Entity::delete_many().filter(OrderId.eq(Stored(id))).filter(Position.eq(position));
    let mut delete = places.into_query();
    delete.returning(Query::returning().columns([ProductId, StartsAt, Persons]));
    let freed = returning_columns::<(Stored<_>, UnixSeconds, i64)>(&delete, write).await?;
    let Some((product_id, starts_at, persons)) = freed.into_iter().next() else { return Ok(0) };
    release(write, product_id.0, starts_at, persons).await?;
    Ok(persons)
}

/// Releases an order's places, or books them again.
pub(crate) async fn move_places(
    write: &Write<'_>,
    id: OrderId,
    again: bool,
) -> Result<Option<TransitionRefusal>, StoreError> {
    use booked_places::Column::{Capacity, OrderId, Persons, ProductId, StartsAt};
    let held = booked_places::Entity::find()
        .select_only()
        .columns([ProductId, StartsAt, Persons, Capacity])
        .column(order_lines::Column::Name)
        .join(JoinType::InnerJoin, line_of_places())
        .filter(OrderId.eq(Stored(id)))
        .order_by_asc(ProductId)
        .order_by_asc(StartsAt)
        .into_model::<HeldPlaces>();
    for HeldPlaces { product_id, starts_at, persons, capacity, name } in held.fetch_all(write).await? {
        let places = WantedPlaces { product_id: product_id.0, starts_at, persons, capacity };
        if !again {
            release(write, places.product_id, starts_at, persons).await?;
        } else if !book(write, places).await? {
            let available = count_free_places(write, places).await?;
            return Ok(Some(TransitionRefusal::NotEnoughStock { name, available }));
        }
    }
    Ok(None)
}

/// Condition for the slot of a product at a time.
fn is_at(product_id: ProductId, starts_at: UnixSeconds) -> Condition {
    Condition::all().add(Column::ProductId.eq(Stored(product_id))).add(Column::StartsAt.eq(starts_at))
}

/// Join from booked places to the order line that booked them.
fn line_of_places() -> RelationDef {
    booked_places::Entity::belongs_to(order_lines::Entity)
        .from((booked_places::Column::OrderId, booked_places::Column::Position))
        .to((order_lines::Column::OrderId, order_lines::Column::Position))
        .into()
}
