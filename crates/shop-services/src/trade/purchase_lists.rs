//! Purchase lists: named lists of products, shared by the accounts of a company that may use lists.

use std::sync::Arc;

use shop_core::base::FieldError;
use shop_core::platform::messages::codes;
use shop_core::trade::account::TradeAction;
use shop_core::trade::pasted::MAX_LINES;
use shop_core::trade::product_string::{self, ProductLine};
use shop_core::trade::purchase_list::{SaveList, save};

use crate::accounts::buyer::{Buyer, TradeBuyer, TradeRefusal};
use crate::cart::{Carts, customer_key};
use crate::platform::context::Context;
use crate::ports::{
    NewPurchaseList, PurchaseList, PurchaseListChanged, PurchaseListFilter, PurchaseListRow, PurchaseListSaved,
    PurchaseListStore, StoreError,
};
use crate::trade::bulk_orders::unsold_error;
use crate::trade::buying_terms::BuyerShop;

/// Maximum number of lists of a company.
pub const MAX_LISTS: u64 = 100;

/// Why an operation on a list failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PurchaseListError {
    /// The account may not use lists.
    #[error(transparent)]
    Refused(#[from] TradeRefusal),
    #[error("the list does not exist")]
    Missing,
    #[error("invalid input: {0:?}")]
    Wrong(FieldError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<FieldError> for PurchaseListError {
    fn from(error: FieldError) -> Self {
        Self::Wrong(error)
    }
}

#[derive(Clone)]
pub struct PurchaseLists {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PurchaseListStore>,
    pub(crate) carts: Carts,
}

impl PurchaseLists {
    /// Returns a page of the company's lists and the total count.
    pub async fn list(
        &self,
        buyer: &Buyer,
        filter: &PurchaseListFilter,
    ) -> Result<(Vec<PurchaseListRow>, u64), PurchaseListError> {
        let trade = user(buyer)?;
        Ok(self.store.purchase_lists(trade.company_id, filter).await?)
    }

    pub async fn one(&self, buyer: &Buyer, id: i64) -> Result<PurchaseList, PurchaseListError> {
        let trade = user(buyer)?;
        self.store.purchase_list(trade.company_id, id).await?.ok_or(PurchaseListError::Missing)
    }

    /// Saves products under a name; returns the list's id. The same name with the same lines is the same list.
    pub async fn save(&self, buyer: &Buyer, title: &str, products: &str) -> Result<i64, PurchaseListError> {
        let trade = user(buyer)?;
        let (title, lines) = validate_list(title, products)?;
        self.add(buyer, trade, title, lines).await
    }

    /// Saves the buyer's cart under a name; returns the list's id.
    pub async fn save_cart(&self, buyer: &Buyer, title: &str) -> Result<i64, PurchaseListError> {
        let trade = user(buyer)?;
        let open = self.carts.open_cart(&customer_key(trade.customer_id), Some(trade.customer_id)).await?;
        let line = |line: &crate::records::CartLine| ProductLine {
            product_id: line.item_id(),
            quantity: u32::try_from(line.quantity).unwrap_or(0),
        };
        let lines: Vec<ProductLine> = open.record.content.lines.iter().map(line).collect();
        let (title, lines) = validate_list(title, &product_string::format(&lines))?;
        self.add(buyer, trade, title, lines).await
    }

    /// Changes the lines of a list, and its name if one is given. With `version`, only if nobody changed it since.
    pub async fn update(
        &self,
        buyer: &Buyer,
        id: i64,
        version: Option<i64>,
        title: Option<&str>,
        products: &str,
    ) -> Result<(), PurchaseListError> {
        let trade = user(buyer)?;
        // Without a new name the list keeps its own; any valid name will do for validation.
        let (named, lines) = validate_list(title.unwrap_or("-"), products)?;
        let title = title.map(|_| named);
        self.check_sold(buyer, &lines).await?;
        let now = self.context.now();
        let changed =
            self.store.change_purchase_list(trade.company_id, id, version, title.as_deref(), &lines, now).await?;
        match changed {
            PurchaseListChanged::Changed => Ok(()),
            PurchaseListChanged::Conflict => Err(FieldError::new("", codes::TRADE_LIST_CHANGED).into()),
            PurchaseListChanged::Missing => Err(PurchaseListError::Missing),
        }
    }

    pub async fn delete(&self, buyer: &Buyer, id: i64) -> Result<(), PurchaseListError> {
        let trade = user(buyer)?;
        let deleted = self.store.delete_purchase_list(trade.company_id, id).await?;
        if deleted { Ok(()) } else { Err(PurchaseListError::Missing) }
    }

    async fn add(
        &self,
        buyer: &Buyer,
        trade: TradeBuyer,
        title: String,
        lines: Vec<ProductLine>,
    ) -> Result<i64, PurchaseListError> {
        self.check_sold(buyer, &lines).await?;
        let new = NewPurchaseList { company_id: trade.company_id, customer_id: trade.customer_id, title, lines };
        match self.store.add_purchase_list(&new, MAX_LISTS, self.context.now()).await? {
            PurchaseListSaved::Saved(id) => Ok(id),
            PurchaseListSaved::Full => {
                Err(FieldError::new("", codes::TRADE_LISTS_FULL).with("maximum", MAX_LISTS).into())
            }
        }
    }
}

impl PurchaseLists {
    /// Rejects the first product that is not sold to the buyer: a list with it would order less than it shows.
    async fn check_sold(&self, buyer: &Buyer, lines: &[ProductLine]) -> Result<(), PurchaseListError> {
        let BuyerShop { catalogue, settings, .. } = self.context.shop_for(buyer).await?;
        let unsold = lines.iter().find_map(|line| unsold_error(&catalogue, &settings, line.product_id));
        unsold.map_or(Ok(()), |error| Err(error.into()))
    }
}

fn user(buyer: &Buyer) -> Result<TradeBuyer, PurchaseListError> {
    buyer.trade(TradeAction::UseLists).map_err(PurchaseListError::from)
}

/// Validates name and lines.
fn validate_list(title: &str, products: &str) -> Result<(String, Vec<ProductLine>), PurchaseListError> {
    match save(products, Some(title)) {
        SaveList::Nothing => Err(FieldError::new("title", codes::TRADE_LIST_TITLE_REQUIRED).into()),
        SaveList::Refused(error) => Err(error.into()),
        SaveList::Save(list) => {
            let lines = product_string::parse(list.product_string());
            if lines.len() > MAX_LINES {
                return Err(FieldError::new("", codes::TRADE_LIST_FULL).with("maximum", MAX_LINES).into());
            }
            Ok((list.title().to_owned(), lines))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(title: &str, products: &str) -> String {
        match validate_list(title, products) {
            Err(PurchaseListError::Wrong(error)) => error.code.into_owned(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_list_has_a_name_and_lines_and_no_more_than_the_most() {
        assert_eq!(refused(" ", "12:1|"), "trade_list_title_required");
        assert_eq!(refused("Natale", "12:0|"), "trade_list_empty");
        assert_eq!(refused("Natale", &"12:1|".repeat(MAX_LINES + 1)), "trade_list_full");
        assert_eq!(
            validate_list(" Natale ", &"12:1|".repeat(MAX_LINES)).map(|(title, _)| title),
            Ok("Natale".to_owned())
        );
    }
}
