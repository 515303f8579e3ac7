//! Booked times: places taken by conditional updates, given back with their order.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::Value;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{OrderId, ProductId};
use shop_services::ports::{
    BookedPlaces, BookingFilter, BookingStore, NewOrder, PlaceRefusal, StoreError, TransitionRefusal, WantedPlaces,
};

use crate::db::{Db, Write};
use crate::row::{Row, row};
use crate::statement::{Filter, set, values};

row! {
    BookedPlaces: orders(order_id) {
        order_id: "b.order_id", status: "o.status", name: "o.billing_name", email: "o.billing_email", product: "l.name",
        places: WantedPlaces {
            product_id: "b.product_id", starts_at: "b.starts_at", persons: "b.persons", capacity: "b.capacity"
        },
    }
}

/// Places that an order holds, and the name of what they are for.
struct HeldPlaces {
    places: WantedPlaces,
    name: String,
}

row! {
    HeldPlaces: booked_places(product_id, starts_at) {
        places: WantedPlaces {
            product_id: "b.product_id", starts_at: "b.starts_at", persons: "b.persons", capacity: "b.capacity"
        },
        name: "l.name",
    }
}

#[async_trait]
impl BookingStore for Db {
    async fn taken_places(
        &self,
        times: &[(ProductId, UnixSeconds)],
    ) -> Result<BTreeMap<(ProductId, UnixSeconds), i64>, StoreError> {
        if times.is_empty() {
            return Ok(BTreeMap::new());
        }
        let pairs: Vec<String> =
            (0..times.len()).map(|n| format!("(product_id = ${} AND starts_at = ${})", n * 2 + 1, n * 2 + 2)).collect();
        let sql = format!("SELECT product_id, starts_at, taken FROM booking_slots WHERE {}", pairs.join(" OR "));
        let values: Vec<Value> = times.iter().flat_map(|(id, start)| values![*id, *start]).collect();
        let taken = self.rows::<(ProductId, UnixSeconds, i64)>(&sql, values).await?;
        Ok(taken.into_iter().map(|(id, start, taken)| ((id, start), taken)).collect())
    }

    async fn booked(&self, filter: &BookingFilter) -> Result<Vec<BookedPlaces>, StoreError> {
        let mut condition = Filter::new("o.stock_taken");
        condition.and("b.starts_at >= ?", filter.from);
        condition.and("b.starts_at < ?", filter.until);
        if let Some(product) = filter.product_id {
            condition.and("b.product_id = ?", product);
        }
        let joined = "booked_places b JOIN orders o ON o.id = b.order_id \
                      JOIN order_lines l ON l.order_id = b.order_id AND l.position = b.position";
        let order = "b.starts_at, b.product_id, b.order_id, b.position";
        self.some_of(joined, &condition, order, (0, u64::try_from(filter.limit).unwrap_or(u64::MAX))).await
    }
}

/// Takes the places of an order, times in ascending order so that two orders never wait for each other in a circle.
pub(crate) async fn take_places(write: &Write<'_>, order: &NewOrder) -> Result<Option<PlaceRefusal>, StoreError> {
    let mut wanted: Vec<WantedPlaces> = order.lines.iter().filter_map(|line| line.places).collect();
    wanted.sort_by_key(|one| (one.product_id, one.starts_at));
    for one in wanted {
        if !take(write, one).await? {
            let available = left(write, one).await?;
            return Ok(Some(PlaceRefusal::NotEnoughPlaces { product_id: one.product_id, available }));
        }
    }
    Ok(None)
}

/// Takes places at a time; `false`: there are fewer.
async fn take(write: &Write<'_>, wanted: WantedPlaces) -> Result<bool, StoreError> {
    let time = set! { product_id: wanted.product_id, starts_at: wanted.starts_at, taken = "0" };
    write.insert_or("booking_slots", time, "ON CONFLICT (product_id, starts_at) DO NOTHING").await?;
    let sql = "UPDATE booking_slots SET taken = taken + $3 \
               WHERE product_id = $1 AND starts_at = $2 AND taken + $3 <= $4";
    let values = values![wanted.product_id, wanted.starts_at, wanted.persons, wanted.capacity];
    Ok(write.run(sql, values).await? == 1)
}

async fn left(write: &Write<'_>, wanted: WantedPlaces) -> Result<i64, StoreError> {
    let sql = "SELECT taken FROM booking_slots WHERE product_id = $1 AND starts_at = $2";
    let taken = write.number(sql, values![wanted.product_id, wanted.starts_at]).await?;
    Ok((wanted.capacity - taken).max(0))
}

/// Notes whose places they are.
pub(crate) async fn note_places(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    for (position, line) in order.lines.iter().enumerate() {
        let Some(places) = line.places else { continue };
        let row = set! {
            order_id: id,
            position,
            product_id: places.product_id,
            starts_at: places.starts_at,
            persons: places.persons,
            capacity: places.capacity,
        };
        write.insert("booked_places", row).await?;
    }
    Ok(())
}

/// Gives the places of one line back for good; gives its people, none when it holds no places any more.
pub(crate) async fn free_place(write: &Write<'_>, id: OrderId, position: i64) -> Result<i64, StoreError> {
    let sql =
        "DELETE FROM booked_places WHERE order_id = $1 AND position = $2 RETURNING product_id, starts_at, persons";
    let freed = write.row::<(ProductId, UnixSeconds, i64)>(sql, values![id, position]).await?;
    let Some((product_id, starts_at, persons)) = freed else { return Ok(0) };
    let sql = "UPDATE booking_slots SET taken = taken - $3 WHERE product_id = $1 AND starts_at = $2";
    write.run(sql, values![product_id, starts_at, persons]).await?;
    Ok(persons)
}

/// Gives an order's places back, or takes them again.
pub(crate) async fn move_places(
    write: &Write<'_>,
    id: OrderId,
    again: bool,
) -> Result<Option<TransitionRefusal>, StoreError> {
    let sql = format!(
        "SELECT {} FROM booked_places b JOIN order_lines l ON l.order_id = b.order_id AND l.position = b.position \
         WHERE b.order_id = $1 ORDER BY b.product_id, b.starts_at",
        HeldPlaces::COLUMNS
    );
    for HeldPlaces { places, name } in write.rows(&sql, values![id]).await? {
        if !again {
            let sql = "UPDATE booking_slots SET taken = taken - $3 WHERE product_id = $1 AND starts_at = $2";
            write.run(sql, values![places.product_id, places.starts_at, places.persons]).await?;
        } else if !take(write, places).await? {
            let available = left(write, places).await?;
            return Ok(Some(TransitionRefusal::NotEnoughStock { name, available }));
        }
    }
    Ok(None)
}
