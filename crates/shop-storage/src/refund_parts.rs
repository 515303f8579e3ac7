//! The parts of refunds that go back by the payment provider.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::order::refund::RefundProgress;
use shop_services::ports::{GatewayRefundRecord, StoreError};

use crate::db::Write;
use crate::row::row;
use crate::statement::set;

row! {
    GatewayRefundRecord: gateway_refunds(id) {
        id, order_id, refund_id, payment_id, cents, gateway_id, state, failure, created_at,
    }
}

/// A refund by the provider to be written.
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
    let part = set! {
        order_id: new.order,
        refund_id: new.refund,
        payment_id: new.payment,
        cents: new.cents,
        gateway_id,
        state,
        failure = "''",
        check_at,
        created_at: now,
    };
    write.insert("gateway_refunds", part).await
}
