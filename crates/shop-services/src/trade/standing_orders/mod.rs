//! Standing orders: a company orders the same purchase list repeatedly. Before each delivery day the shop sends an e-mail with
//! the list at the prices of that day; the buyer puts it into the cart and orders it. Nothing is ordered without this
//! confirmation: see [`shop_core::trade::standing_order`].

mod prepare;

use std::sync::Arc;

use shop_core::base::calendar::{local_day, name_of_day};
use shop_core::base::{CompanyId, FieldError};
use shop_core::platform::messages::codes;
use shop_core::trade::account::TradeAction;
use shop_core::trade::standing_order::{MAX_STANDING_ORDERS, StandingOrderForm, StandingState};

use crate::accounts::buyer::{Buyer, TradeBuyer, TradeRefusal};
use crate::platform::context::Context;
use crate::ports::{
    CustomerStore, PurchaseList, PurchaseListFilter, PurchaseListOrder, PurchaseListStore, StandingOrderChanged,
    StandingOrderContent, StandingOrderRecord, StandingOrderSaved, StandingOrderStore, StoreError, ports,
};
use crate::trade::bulk_orders::{BulkAdded, BulkOrders, BulkOutlook};
use crate::trade::purchase_lists::MAX_LISTS;

/// Page of a company's standing orders; followed by an id, page of a single one.
pub const PATH: &str = "/my-account/standing-orders/";

/// Why an operation on a standing order failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StandingOrderError {
    /// The account lacks the right.
    #[error(transparent)]
    Refused(#[from] TradeRefusal),
    #[error("the standing order or its list does not exist")]
    Missing,
    #[error("invalid input: {0:?}")]
    Wrong(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl StandingOrderError {
    fn wrong(error: FieldError) -> Self {
        Self::Wrong(vec![error])
    }
}

ports! {
    pub(crate) trait StandingOrdersPorts: StandingOrderStore + PurchaseListStore + CustomerStore
}

#[derive(Clone)]
pub struct StandingOrders {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn StandingOrdersPorts>,
    pub(crate) bulk_orders: BulkOrders,
}

/// Returns the buyer if he may both order and use lists, as standing orders require.
///
/// # Errors
///
/// The missing right.
pub fn keeper(buyer: &Buyer) -> Result<TradeBuyer, TradeRefusal> {
    buyer.trade(TradeAction::UseLists)?;
    buyer.trade(TradeAction::Buy)
}

impl StandingOrders {
    /// Lists the company's standing orders, the next one first.
    pub async fn list(&self, buyer: &Buyer) -> Result<Vec<StandingOrderRecord>, StandingOrderError> {
        Ok(self.store.standing_orders(keeper(buyer)?.company_id).await?)
    }

    /// Lists the company's standing orders for a purchase list, the next one first. They are deleted with the list, so everybody
    /// who may use lists can see them; others see none.
    pub async fn of_list(&self, buyer: &Buyer, list_id: i64) -> Result<Vec<StandingOrderRecord>, StoreError> {
        let Ok(trade) = buyer.trade(TradeAction::UseLists) else { return Ok(Vec::new()) };
        let mut orders = self.store.standing_orders(trade.company_id).await?;
        orders.retain(|order| order.list_id == list_id);
        Ok(orders)
    }

    /// Lists a company's standing orders, for staff.
    pub async fn of_company(&self, company: CompanyId) -> Result<Vec<StandingOrderRecord>, StoreError> {
        self.store.standing_orders(company).await
    }

    /// Lists id and name of the lists that the buyer can order, by name.
    pub async fn lists(&self, buyer: &Buyer) -> Result<Vec<(i64, String)>, StoreError> {
        let Ok(trade) = keeper(buyer) else { return Ok(Vec::new()) };
        let all = PurchaseListFilter {
            search: String::new(),
            order: PurchaseListOrder::Title,
            ascending: true,
            page: 1,
            per_page: MAX_LISTS,
        };
        let (rows, _) = self.store.purchase_lists(trade.company_id, &all).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.title)).collect())
    }

    pub async fn one(&self, buyer: &Buyer, id: i64) -> Result<StandingOrderRecord, StandingOrderError> {
        let trade = keeper(buyer)?;
        self.store.standing_order(trade.company_id, id).await?.ok_or(StandingOrderError::Missing)
    }

    /// Computes availability and prices of its list.
    pub async fn outlook(&self, buyer: &Buyer, order: &StandingOrderRecord) -> Result<BulkOutlook, StoreError> {
        let list = self.store.purchase_list(order.company_id, order.list_id).await?;
        self.bulk_orders.outlook(buyer, &list.map(|list| list.lines).unwrap_or_default()).await
    }

    /// Creates one; returns its id. The same list with the same days is the same standing order.
    pub async fn create(&self, buyer: &Buyer, form: &StandingOrderForm) -> Result<i64, StandingOrderError> {
        let (trade, content) = self.checked(buyer, form).await?;
        let now = self.context.now();
        let saved = self
            .store
            .add_standing_order(trade.company_id, trade.customer_id, &content, MAX_STANDING_ORDERS, now)
            .await?;
        match saved {
            StandingOrderSaved::Saved(id) => Ok(id),
            StandingOrderSaved::Full => Err(StandingOrderError::wrong(
                FieldError::new("", codes::STANDING_FULL).with("maximum", MAX_STANDING_ORDERS),
            )),
        }
    }

    /// Changes list and days, if nobody changed it since `version`.
    pub async fn change(
        &self,
        buyer: &Buyer,
        id: i64,
        version: i64,
        form: &StandingOrderForm,
    ) -> Result<(), StandingOrderError> {
        let order = self.one(buyer, id).await?;
        let is_unchanged = form.first_on.trim() == name_of_day(order.first_on);
        let (trade, content) = self.validate_form(buyer, form, is_unchanged.then_some(order.first_on)).await?;
        let next_on = content.plan.next_after(self.last_day(&order));
        let content = StandingOrderContent { state: order.state, next_on, ..content };
        self.changed(trade, id, version, &content).await
    }

    /// Pauses one, or resumes it from its next day on, if nobody changed it since `version`.
    pub async fn set_state(
        &self,
        buyer: &Buyer,
        id: i64,
        version: i64,
        state: StandingState,
    ) -> Result<(), StandingOrderError> {
        let (trade, order) = (keeper(buyer)?, self.one(buyer, id).await?);
        let plan = order.plan();
        let next_on = match state {
            StandingState::Active => plan.next_after(self.last_day(&order)),
            StandingState::Paused => order.next_on,
        };
        let content = StandingOrderContent { list_id: order.list_id, plan, state, next_on };
        self.changed(trade, id, version, &content).await
    }

    pub async fn delete(&self, buyer: &Buyer, id: i64) -> Result<(), StandingOrderError> {
        let trade = keeper(buyer)?;
        let deleted = self.store.delete_standing_order(trade.company_id, id).await?;
        if deleted { Ok(()) } else { Err(StandingOrderError::Missing) }
    }

    /// Adds its list to the buyer's cart and sets the requested delivery day, in one update of the cart.
    pub async fn to_cart(&self, buyer: &Buyer, id: i64) -> Result<BulkAdded, StandingOrderError> {
        let order = self.one(buyer, id).await?;
        let Some(list) = self.store.purchase_list(order.company_id, order.list_id).await? else {
            return Err(StandingOrderError::Missing);
        };
        let day = self.requested_day(&order, &list).await?;
        Ok(self.bulk_orders.add_for_day(buyer, &list.lines, day).await??)
    }

    /// Returns the prepared or planned day, or the next available one; `None` if delivery days are not requested, or none is
    /// available.
    async fn requested_day(&self, order: &StandingOrderRecord, list: &PurchaseList) -> Result<Option<i64>, StoreError> {
        let settings = self.context.settings().await?;
        if !settings.has_delivery_day_field(true) {
            return Ok(None);
        }
        let (now, today) = (self.context.now(), local_day(self.context.now()));
        let planned = order.prepared_on.filter(|day| *day > today).unwrap_or(order.next_on);
        let fresh = self.bulk_orders.has_fresh(&list.lines).await?;
        Ok(settings.delivery_calendar().nearest(now, fresh, planned))
    }

    /// Returns its last day that has passed or was prepared.
    fn last_day(&self, order: &StandingOrderRecord) -> i64 {
        order.prepared_on.unwrap_or(0).max(local_day(self.context.now()))
    }

    async fn checked(
        &self,
        buyer: &Buyer,
        form: &StandingOrderForm,
    ) -> Result<(TradeBuyer, StandingOrderContent), StandingOrderError> {
        self.validate_form(buyer, form, None).await
    }

    /// Validates the form. `started_on` is the stored first day, which may lie in the past.
    async fn validate_form(
        &self,
        buyer: &Buyer,
        form: &StandingOrderForm,
        started_on: Option<i64>,
    ) -> Result<(TradeBuyer, StandingOrderContent), StandingOrderError> {
        let trade = keeper(buyer)?;
        let (today, calendar) = (local_day(self.context.now()), self.context.settings().await?.delivery_calendar());
        let delivers = |weekday: i64| {
            usize::try_from(weekday).ok().and_then(|at| calendar.weekdays.get(at)).copied().unwrap_or(false)
        };
        let seen_from = started_on.map_or(today, |first| today.min(first.saturating_sub(1)));
        let (list_id, plan) = form.checked(seen_from, delivers).map_err(StandingOrderError::Wrong)?;
        if self.store.purchase_list(trade.company_id, list_id).await?.is_none() {
            return Err(StandingOrderError::wrong(FieldError::new("list_id", codes::STANDING_LIST_GONE)));
        }
        let next_on = plan.next_after(today);
        Ok((trade, StandingOrderContent { list_id, plan, state: StandingState::Active, next_on }))
    }

    async fn changed(
        &self,
        trade: TradeBuyer,
        id: i64,
        version: i64,
        content: &StandingOrderContent,
    ) -> Result<(), StandingOrderError> {
        let now = self.context.now();
        match self.store.change_standing_order(trade.company_id, id, version, content, now).await? {
            StandingOrderChanged::Changed => Ok(()),
            StandingOrderChanged::Conflict => {
                Err(StandingOrderError::wrong(FieldError::new("", codes::STANDING_CHANGED)))
            }
            StandingOrderChanged::Missing => Err(StandingOrderError::Missing),
        }
    }
}
