//! Parts of refunds that the payment provider pays out.

use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::refund::RefundProgress;
use shop_services::ports::{GatewayRefundRecord, StoreError};

use crate::db::Write;
use crate::db::fetch::Run;
use crate::entity::gateway_refunds::{ActiveModel, Entity, Model};
use crate::entity::{Stored, record_from};

record_from! {
    |row: Model| GatewayRefundRecord {
        id, order_id, refund_id, payment_id, cents, gateway_id, state, failure, created_at,
    }
}

/// A new refund through the provider.
pub(crate) struct NewPart {
    pub(crate) order: OrderId,
    pub(crate) refund: i64,
    pub(crate) payment: i64,
    pub(crate) cents: Cents,
}

pub(crate) async fn write_part(
    write: &Write<'_>,
    new: &NewPart,
    state: RefundProgress,
    gateway_id: Option<&str>,
    check_at: Option<UnixSeconds>,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let part = ActiveModel {
        order_id: Set(Stored(new.order)),
        refund_id: Set(new.refund),
        payment_id: Set(new.payment),
        cents: Set(Stored(new.cents)),
        gateway_id: Set(gateway_id.map(str::to_owned)),
        state: Set(Stored(state)),
        failure: Set(String::new()),
        check_at: Set(check_at),
        created_at: Set(now),
        ..Default::default()
    };
    Entity::insert(part).run(write).await.map(|_| ())
}
