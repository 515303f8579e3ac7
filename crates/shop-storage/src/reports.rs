//! Sums over many orders.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::Cents;
use shop_core::catalogue::product::UnixSeconds;
use shop_core::ids::ProductId;
use shop_services::ports::{HourlyMoney, ReportStore, SoldItem, StoreError};

use crate::db::{Db, col};

/// Orders whose money arrived or is paid on delivery; of refunded ones it went back.
const PAID: &str = "('processing', 'completed', 'refunded')";

#[async_trait]
impl ReportStore for Db {
    async fn money_by_hour(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<HourlyMoney>, StoreError> {
        let mut hours: BTreeMap<i64, HourlyMoney> = BTreeMap::new();
        let received = format!(
            "SELECT created_at / 3600 AS hour, COUNT(*) AS n, CAST(SUM(total_cents - COALESCE((SELECT SUM(i.cents) \
             FROM order_instalments i WHERE i.order_id = orders.id), 0)) AS BIGINT) AS cents FROM orders WHERE status IN {PAID} AND created_at >= $1 AND created_at < $2 GROUP BY created_at / 3600"
        );
        for row in self.all(&received, vec![from.into(), until.into()]).await? {
            let hour: i64 = col(&row, "hour")?;
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            (entry.orders, entry.received) = (col(&row, "n")?, Cents(col(&row, "cents")?));
        }
        let later = format!(
            "SELECT i.changed_at / 3600 AS hour, CAST(SUM(i.cents) AS BIGINT) AS cents FROM order_instalments i \
             JOIN orders o ON o.id = i.order_id WHERE i.status = 'paid' AND o.status IN {PAID} \
             AND i.changed_at >= $1 AND i.changed_at < $2 GROUP BY i.changed_at / 3600"
        );
        for row in self.all(&later, vec![from.into(), until.into()]).await? {
            let hour: i64 = col(&row, "hour")?;
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            entry.received += Cents(col(&row, "cents")?);
        }
        let refunded = format!(
            "SELECT r.created_at / 3600 AS hour, CAST(SUM(r.amount_cents - r.failed_cents) AS BIGINT) AS cents FROM refunds r \
             JOIN orders o ON o.id = r.order_id WHERE NOT r.as_credit AND o.status IN {PAID} \
             AND r.created_at >= $1 AND r.created_at < $2 GROUP BY r.created_at / 3600"
        );
        for row in self.all(&refunded, vec![from.into(), until.into()]).await? {
            let hour: i64 = col(&row, "hour")?;
            let entry = hours.entry(hour).or_insert(HourlyMoney { hour, ..HourlyMoney::default() });
            entry.refunded = Cents(col(&row, "cents")?);
        }
        Ok(hours.into_values().collect())
    }

    async fn sold_items(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<SoldItem>, StoreError> {
        let sql = format!(
            "SELECT l.product_id, MAX(l.name) AS name, CAST(SUM(l.quantity - l.restocked) AS BIGINT) AS pieces \
             FROM orders o JOIN order_lines l ON l.order_id = o.id \
             WHERE o.status IN {PAID} AND o.created_at >= $1 AND o.created_at < $2 GROUP BY l.product_id"
        );
        let item = |row| {
            Ok(SoldItem {
                product_id: ProductId(col(row, "product_id")?),
                name: col(row, "name")?,
                pieces: col(row, "pieces")?,
            })
        };
        self.all(&sql, vec![from.into(), until.into()]).await?.iter().map(item).collect()
    }
}
