//! Products and their variations. A new column is a field of the entity and a line in each direction; a field that is neither
//! searched nor updated separately has no column, and is a line in [`Details`].

use std::collections::BTreeMap;

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::{
    Backorders, Download, ImageRef, Item, Prices, Product, ProductAttribute, ProductKind, PublishStatus, QuantityRule,
    Stock, StockStatus, TaxStatus, Variation, Visibility,
};
use shop_core::catalogue::purchase::PurchaseRules;
use shop_services::ports::StoreError;

use crate::db::inconsistent;
use crate::entity::{Stored, StoredType, documents};

/// Value of `kind` for variations.
const VARIATION: &str = "variation";

/// Kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    Product(ProductKind),
    Variation,
}

impl StoredType for RowKind {
    type Raw = String;

    fn decode(raw: String) -> Result<Self, String> {
        if raw == VARIATION { Ok(Self::Variation) } else { ProductKind::decode(raw).map(Self::Product) }
    }

    fn encode(&self) -> Option<String> {
        match self {
            Self::Product(kind) => kind.encode(),
            Self::Variation => Some(VARIATION.to_owned()),
        }
    }
}

/// A row of `products`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "products")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Stored<ProductId>,
    pub parent_id: Option<Stored<ProductId>>,
    pub kind: Stored<RowKind>,
    #[sea_orm(unique)]
    pub sku: Option<String>,
    #[sea_orm(unique)]
    pub slug: String,
    pub name: String,
    pub status: Stored<PublishStatus>,
    pub visibility: Stored<Visibility>,
    pub featured: bool,
    pub regular_cents: Option<Stored<Cents>>,
    pub sale_cents: Option<Stored<Cents>>,
    pub sale_from: Option<UnixSeconds>,
    pub sale_to: Option<UnixSeconds>,
    pub stock_managed: bool,
    pub stock_of_parent: bool,
    pub stock_quantity: i64,
    pub stock_status: Stored<StockStatus>,
    pub backorders: Stored<Backorders>,
    pub low_stock_amount: Option<i64>,
    pub total_sales: i64,
    pub rating_sum: i64,
    pub rating_count: i64,
    pub menu_order: i64,
    pub details: Stored<Details>,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
    #[sea_orm(self_ref, relation_enum = "Parent", from = "parent_id", to = "id", on_delete = "Cascade")]
    pub parent: HasOne<Entity>,
}

impl ActiveModelBehavior for ActiveModel {}

/// Declares the document of the fields without a column, and its conversion from and to a product or variation.
macro_rules! details {
    (
        item { $($(#[$item_meta:meta])* $item:ident: $item_type:ty,)* }
        product { $($(#[$product_meta:meta])* $product:ident: $product_type:ty,)* }
    ) => {
        /// Fields that are neither searched nor updated one by one.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Details {
            $($(#[$item_meta])* $item: $item_type,)*
            $($(#[$product_meta])* $product: $product_type,)*
            variation: BTreeMap<String, String>,
        }

        impl Details {
            fn from_item(item: &Item) -> Self {
                Self { $($item: Clone::clone(&item.$item),)* ..Self::default() }
            }

            pub fn from_product(product: &Product) -> Self {
                Self { $($product: Clone::clone(&product.$product),)* ..Self::from_item(&product.item) }
            }

            pub fn from_variation(variation: &Variation) -> Self {
                Self { variation: variation.attributes.clone(), ..Self::from_item(&variation.item) }
            }

            pub fn into_product(self, mut product: Product) -> Product {
                $(product.item.$item = self.$item;)*
                $(product.$product = self.$product;)*
                product
            }

            pub fn into_variation(self, mut item: Item, stock_of_parent: bool) -> Variation {
                $(item.$item = self.$item;)*
                Variation { item, attributes: self.variation, stock_of_parent }
            }
        }
    };
}

details! {
    item {
        description: String,
        tax_status: TaxStatus,
        tax_class: String,
        sold_individually: bool,
        #[serde(skip_serializing_if = "QuantityRule::is_empty")]
        quantity: QuantityRule,
        is_virtual: bool,
        downloadable: bool,
        downloads: Vec<Download>,
        download_limit: Option<i64>,
        download_expiry_days: Option<i64>,
        weight_milli: Option<i64>,
        length_milli: Option<i64>,
        width_milli: Option<i64>,
        height_milli: Option<i64>,
        shipping_class: String,
        images: Vec<ImageRef>,
        meta: BTreeMap<String, String>,
    }
    product {
        short_description: String,
        purchase_note: String,
        reviews_allowed: bool,
        attributes: Vec<ProductAttribute>,
        grouped_ids: Vec<ProductId>,
        upsell_ids: Vec<ProductId>,
        cross_sell_ids: Vec<ProductId>,
        external_url: String,
        button_text: String,
        #[serde(skip_serializing_if = "PurchaseRules::is_empty")]
        purchase: PurchaseRules,
    }
}

documents! { Details, }

/// A row of `products`. For a variation, `product` has only the item.
pub struct ProductRow {
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
    pub fn parent(&self) -> Option<ProductId> {
        self.parent_id
    }

    /// Reads the row as a variation.
    pub fn into_variation(self) -> Variation {
        self.details.into_variation(self.product.item, self.stock_of_parent)
    }

    /// Reads the row as a product, without its variations, categories and tags.
    ///
    /// # Errors
    /// The row is a variation without a product.
    pub fn into_product(self) -> Result<Product, StoreError> {
        match self.kind {
            RowKind::Product(kind) => Ok(Product { kind, ..self.details.into_product(self.product) }),
            RowKind::Variation => {
                Err(inconsistent("products", self.product.item.id, "parent_id: a variation has none"))
            }
        }
    }
}

/// What an item is stored as.
pub enum StoredAs<'a> {
    Product,
    Variation {
        variation: &'a Variation,
        parent: ProductId,
        /// Unique among the slugs of all rows.
        slug: String,
    },
}

/// Columns that an edit writes.
pub fn edited_columns(product: &Product, item: &Item, stored_as: &StoredAs<'_>) -> ActiveModel {
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
    match stored_as {
        StoredAs::Product => ActiveModel {
            parent_id: Set(None),
            kind: Set(Stored(RowKind::Product(product.kind))),
            slug: Set(product.slug.clone()),
            visibility: Set(Stored(product.visibility)),
            featured: Set(product.featured),
            stock_of_parent: Set(false),
            details: Set(Stored(Details::from_product(product))),
            ..row
        },
        StoredAs::Variation { variation, parent, slug } => ActiveModel {
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

/// Columns of a new row: those of an edit, and those that only orders and reviews change later.
pub fn all_columns(product: &Product, item: &Item, stored_as: &StoredAs<'_>) -> ActiveModel {
    ActiveModel {
        stock_quantity: Set(item.stock.quantity),
        total_sales: Set(product.total_sales),
        rating_sum: Set(product.rating_sum),
        rating_count: Set(product.rating_count),
        created_at: Set(product.created_at),
        ..edited_columns(product, item, stored_as)
    }
}
