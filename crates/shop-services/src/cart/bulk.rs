//! Adding many items at once: bulk orders, purchase lists, repeated orders.

use shop_core::base::CustomerId;
use shop_core::base::calendar::name_of_day;

use super::cart_key::customer_key;
use super::lines::{self, AddItem, CartRefusal};
use super::open_cart::OpenCart;
use super::service::Carts;
use crate::ports::StoreError;

impl Carts {
    /// Adds all available items to a customer's cart in one update. Returns the cart and, for each item, why it was left out;
    /// `None` if it was added. `delivery_day` sets the requested delivery day; `None` leaves it unchanged.
    pub(crate) async fn add_all_to_cart(
        &self,
        customer: CustomerId,
        items: &[AddItem],
        delivery_day: Option<i64>,
    ) -> Result<(OpenCart, Vec<Option<CartRefusal>>), StoreError> {
        let (key, now) = (customer_key(customer), self.context.now());
        let most = lines::most_lines(&key);
        let done = self
            .change_cart(&key, Some(customer), items, &|content, catalogue, stock| {
                if let Some(day) = delivery_day {
                    content.delivery_day = name_of_day(day);
                }
                let add = |item: &AddItem| lines::add(content, catalogue, stock, item, most, now).err();
                Ok(items.iter().map(add).collect::<Vec<_>>())
            })
            .await?;
        Ok(match done {
            Ok(done) => done,
            Err((open, refusal)) => (open, vec![Some(refusal); items.len()]),
        })
    }
}

/// Returns a customer's cart as it would be with only these items, without storing it, and for each item why it was left out.
pub(crate) async fn cart_alone(
    carts: &Carts,
    customer: CustomerId,
    items: &[AddItem],
) -> Result<(OpenCart, Vec<Option<CartRefusal>>), StoreError> {
    let most = lines::most_lines(&customer_key(customer));
    let mut open = carts.open_cart_for("", Some(customer), items).await?;
    let OpenCart { record, catalogue, stock, now, .. } = &mut open;
    let add = |item: &AddItem| lines::add(&mut record.content, catalogue, stock, item, most, *now).err();
    let refusals = items.iter().map(add).collect();
    Ok((open, refusals))
}
