//! Booked times: places taken by conditional updates, given back with their order.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::Value;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{OrderId, ProductId};
use shop_core::order::OrderStatus;
use shop_services::ports::{
    BookedPlaces, BookingFilter, BookingStore, NewOrder, PlaceRefusal, StoreError, TransitionRefusal, WantedPlaces,
};

use crate::db::{Db, Write, col};

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
        let values: Vec<Value> = times.iter().flat_map(|(id, start)| [id.0.into(), (*start).into()]).collect();
        self.all(&sql, values)
            .await?
            .iter()
            .map(|row| Ok(((ProductId(col(row, "product_id")?), col(row, "starts_at")?), col(row, "taken")?)))
            .collect()
    }

    async fn booked(&self, filter: &BookingFilter) -> Result<Vec<BookedPlaces>, StoreError> {
        let mut values: Vec<Value> = vec![filter.from.into(), filter.until.into()];
        let mut narrowed = "";
        if let Some(product) = filter.product_id {
            narrowed = " AND b.product_id = $4";
            values.push(i64::try_from(filter.limit).unwrap_or(i64::MAX).into());
            values.push(product.0.into());
        } else {
            values.push(i64::try_from(filter.limit).unwrap_or(i64::MAX).into());
        }
        let sql = format!(
            "SELECT b.order_id, b.product_id, b.starts_at, b.persons, b.capacity, l.name, o.status, o.billing_name, o.billing_email \
             FROM booked_places b JOIN orders o ON o.id = b.order_id \
             JOIN order_lines l ON l.order_id = b.order_id AND l.position = b.position \
             WHERE b.starts_at >= $1 AND b.starts_at < $2 AND o.stock_taken{narrowed} \
             ORDER BY b.starts_at, b.product_id, b.order_id, b.position LIMIT $3"
        );
        self.all(&sql, values)
            .await?
            .iter()
            .map(|row| {
                Ok(BookedPlaces {
                    order_id: OrderId(col(row, "order_id")?),
                    status: OrderStatus::parse(&col::<String>(row, "status")?).unwrap_or_default(),
                    name: col(row, "billing_name")?,
                    email: col(row, "billing_email")?,
                    product: col(row, "name")?,
                    places: WantedPlaces {
                        product_id: ProductId(col(row, "product_id")?),
                        starts_at: col(row, "starts_at")?,
                        persons: col(row, "persons")?,
                        capacity: col(row, "capacity")?,
                    },
                })
            })
            .collect()
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
    let time: [Value; 2] = [wanted.product_id.0.into(), wanted.starts_at.into()];
    write
        .run(
            "INSERT INTO booking_slots (product_id, starts_at, taken) VALUES ($1, $2, 0) \
             ON CONFLICT (product_id, starts_at) DO NOTHING",
            time.to_vec(),
        )
        .await?;
    let mut values = time.to_vec();
    values.extend([wanted.persons.into(), wanted.capacity.into()]);
    let sql = "UPDATE booking_slots SET taken = taken + $3 \
               WHERE product_id = $1 AND starts_at = $2 AND taken + $3 <= $4";
    Ok(write.run(sql, values).await? == 1)
}

async fn left(write: &Write<'_>, wanted: WantedPlaces) -> Result<i64, StoreError> {
    let sql = "SELECT taken FROM booking_slots WHERE product_id = $1 AND starts_at = $2";
    let row = write.one(sql, vec![wanted.product_id.0.into(), wanted.starts_at.into()]).await?;
    let taken: i64 = row.map_or(Ok(0), |row| col(&row, "taken"))?;
    Ok((wanted.capacity - taken).max(0))
}

/// Notes whose places they are.
pub(crate) async fn note_places(write: &Write<'_>, id: OrderId, order: &NewOrder) -> Result<(), StoreError> {
    for (position, line) in order.lines.iter().enumerate() {
        let Some(places) = line.places else { continue };
        write
            .run(
                "INSERT INTO booked_places (order_id, position, product_id, starts_at, persons, capacity) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
                vec![
                    id.0.into(),
                    i64::try_from(position).unwrap_or(i64::MAX).into(),
                    places.product_id.0.into(),
                    places.starts_at.into(),
                    places.persons.into(),
                    places.capacity.into(),
                ],
            )
            .await?;
    }
    Ok(())
}

/// Gives the places of one line back for good; gives its people, none when it holds no places any more.
pub(crate) async fn free_place(write: &Write<'_>, id: OrderId, position: i64) -> Result<i64, StoreError> {
    let sql =
        "DELETE FROM booked_places WHERE order_id = $1 AND position = $2 RETURNING product_id, starts_at, persons";
    let Some(row) = write.one(sql, vec![id.0.into(), position.into()]).await? else { return Ok(0) };
    let (product, starts_at, persons): (i64, i64, i64) =
        (col(&row, "product_id")?, col(&row, "starts_at")?, col(&row, "persons")?);
    let sql = "UPDATE booking_slots SET taken = taken - $3 WHERE product_id = $1 AND starts_at = $2";
    write.run(sql, vec![product.into(), starts_at.into(), persons.into()]).await?;
    Ok(persons)
}

/// Gives an order's places back, or takes them again.
pub(crate) async fn move_places(
    write: &Write<'_>,
    id: OrderId,
    again: bool,
) -> Result<Option<TransitionRefusal>, StoreError> {
    let rows = write
        .all(
            "SELECT b.product_id, b.starts_at, b.persons, b.capacity, l.name FROM booked_places b \
             JOIN order_lines l ON l.order_id = b.order_id AND l.position = b.position \
             WHERE b.order_id = $1 ORDER BY b.product_id, b.starts_at",
            vec![id.0.into()],
        )
        .await?;
    for row in rows {
        let places = WantedPlaces {
            product_id: ProductId(col(&row, "product_id")?),
            starts_at: col(&row, "starts_at")?,
            persons: col(&row, "persons")?,
            capacity: col(&row, "capacity")?,
        };
        if !again {
            let sql = "UPDATE booking_slots SET taken = taken - $3 WHERE product_id = $1 AND starts_at = $2";
            let values = vec![places.product_id.0.into(), places.starts_at.into(), places.persons.into()];
            write.run(sql, values).await?;
        } else if !take(write, places).await? {
            let available = left(write, places).await?;
            return Ok(Some(TransitionRefusal::NotEnoughStock { name: col(&row, "name")?, available }));
        }
    }
    Ok(None)
}
