//! How products and variations are rows of `products`. A new column is a field of the entity and a line in each direction here;
//! a field without a column is a line in [`Details`].

use sea_orm::ActiveValue::Set;
use shop_core::base::ProductId;
use shop_core::catalogue::product::{Item, Prices, Product, Stock, Variation, Visibility};
use shop_services::ports::StoreError;

use crate::db::inconsistent;
use crate::entity::Stored;
use crate::entity::products::{ActiveModel, Details, Model, RowKind};

/// A row of `products`. Of a variation, `product` has only the item.
pub(super) struct ProductRow {
    parent_id: Option<ProductId>,
    kind: RowKind,
    stock_of_parent: bool,
    details: Details,
    product: Product,
}

impl From<Model> for ProductRow {
    fn from(row: Model) -> Self {
        let prices = Prices {
            regular: row.regular_cents.map(|cents| cents.0),
            sale: row.sale_cents.map(|cents| cents.0),
            sale_from: row.sale_from,
            sale_to: row.sale_to,
            ..Prices::default()
        };
        let stock = Stock {
            managed: row.stock_managed,
            quantity: row.stock_quantity,
            status: row.stock_status.0,
            backorders: row.backorders.0,
            low_amount: row.low_stock_amount,
        };
        let item = Item {
            id: row.id.0,
            sku: row.sku.unwrap_or_default(),
            name: row.name,
            status: row.status.0,
            prices,
            stock,
            menu_order: row.menu_order,
            ..Item::default()
        };
        let product = Product {
            item,
            slug: row.slug,
            visibility: row.visibility.0,
            featured: row.featured,
            total_sales: row.total_sales,
            rating_sum: row.rating_sum,
            rating_count: row.rating_count,
            created_at: row.created_at,
            updated_at: row.updated_at,
            ..Product::default()
        };
        Self {
            parent_id: row.parent_id.map(|id| id.0),
            kind: row.kind.0,
            stock_of_parent: row.stock_of_parent,
            details: row.details.0,
            product,
        }
    }
}

impl ProductRow {
    /// Product of a variation; `None` for a product.
    pub(super) fn parent(&self) -> Option<ProductId> {
        self.parent_id
    }

    /// Reads the row as a variation.
    pub(super) fn into_variation(self) -> Variation {
        self.details.into_variation(self.product.item, self.stock_of_parent)
    }

    /// Reads the row as a product, without its variations, categories and tags.
    ///
    /// # Errors
    /// The row is a variation without a product.
    pub(super) fn into_product(self) -> Result<Product, StoreError> {
        match self.kind {
            RowKind::Product(kind) => Ok(Product { kind, ..self.details.into_product(self.product) }),
            RowKind::Variation => {
                Err(inconsistent("products", self.product.item.id, "parent_id: a variation has none"))
            }
        }
    }
}

/// What an item is stored as.
pub(super) enum Place<'a> {
    /// The product itself.
    Product,
    /// One of its variations.
    Variation {
        variation: &'a Variation,
        parent: ProductId,
        /// Unique among the slugs of all rows.
        slug: String,
    },
}

/// Columns that an edit writes.
pub(super) fn edited_columns(product: &Product, item: &Item, place: &Place<'_>) -> ActiveModel {
    let row = ActiveModel {
        sku: Set((!item.sku.is_empty()).then(|| item.sku.clone())),
        name: Set(item.name.clone()),
        status: Set(Stored(item.status)),
        regular_cents: Set(item.prices.regular.map(Stored)),
        sale_cents: Set(item.prices.sale.map(Stored)),
        sale_from: Set(item.prices.sale_from),
        sale_to: Set(item.prices.sale_to),
        stock_managed: Set(item.stock.managed),
        stock_status: Set(Stored(item.stock.status)),
        backorders: Set(Stored(item.stock.backorders)),
        low_stock_amount: Set(item.stock.low_amount),
        menu_order: Set(item.menu_order),
        updated_at: Set(product.updated_at),
        ..Default::default()
    };
    match place {
        Place::Product => ActiveModel {
            parent_id: Set(None),
            kind: Set(Stored(RowKind::Product(product.kind))),
            slug: Set(product.slug.clone()),
            visibility: Set(Stored(product.visibility)),
            featured: Set(product.featured),
            stock_of_parent: Set(false),
            details: Set(Stored(Details::from_product(product))),
            ..row
        },
        Place::Variation { variation, parent, slug } => ActiveModel {
            parent_id: Set(Some(Stored(*parent))),
            kind: Set(Stored(RowKind::Variation)),
            slug: Set(slug.clone()),
            visibility: Set(Stored(Visibility::Visible)),
            featured: Set(false),
            stock_of_parent: Set(variation.stock_of_parent),
            details: Set(Stored(Details::from_variation(variation))),
            ..row
        },
    }
}

/// Columns of a new row: an edit's, and those that only orders and reviews change later.
pub(super) fn all_columns(product: &Product, item: &Item, place: &Place<'_>) -> ActiveModel {
    ActiveModel {
        stock_quantity: Set(item.stock.quantity),
        total_sales: Set(product.total_sales),
        rating_sum: Set(product.rating_sum),
        rating_count: Set(product.rating_count),
        created_at: Set(product.created_at),
        ..edited_columns(product, item, place)
    }
}
