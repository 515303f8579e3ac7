//! The table of products and their variations: one row each, the searched and changed fields as columns, the rest as JSON. All
//! that a new field of a product takes in the storage is a line here, or two for a column of its own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shop_core::base::ProductId;
use shop_core::catalogue::product::{
    Download, ImageRef, Item, Prices, Product, ProductAttribute, ProductKind, QuantityRule, Stock, TaxStatus,
    Variation, Visibility,
};
use shop_core::purchase::PurchaseRules;
use shop_services::ports::StoreError;

use crate::column::{Bound, Stored, documents};
use crate::db::{inconsistent, to_json};
use crate::row::row;
use crate::statement::{Set, set};

/// What is neither searched nor changed by itself, with whose field it is.
macro_rules! details {
    (
        item { $($(#[$item_meta:meta])* $item:ident: $item_type:ty,)* }
        product { $($(#[$product_meta:meta])* $product:ident: $product_type:ty,)* }
    ) => {
        #[derive(Default, Serialize, Deserialize)]
        #[serde(default)]
        pub(super) struct Details {
            $($(#[$item_meta])* $item: $item_type,)*
            $($(#[$product_meta])* $product: $product_type,)*
            variation: BTreeMap<String, String>,
        }

        impl Details {
            fn of_item(item: &Item) -> Self {
                Self { $($item: Clone::clone(&item.$item),)* ..Self::default() }
            }

            fn of_product(product: &Product) -> Self {
                Self { $($product: Clone::clone(&product.$product),)* ..Self::of_item(&product.item) }
            }

            fn into_product(self, mut product: Product) -> Product {
                $(product.item.$item = self.$item;)*
                $(product.$product = self.$product;)*
                product
            }

            fn into_variation(self, mut item: Item, stock_of_parent: bool) -> Variation {
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

/// What a row is.
#[derive(Clone, Copy)]
enum Kind {
    Product(ProductKind),
    Variation,
}

/// The kind of rows that are variations.
const VARIATION: &str = "variation";

impl Stored for Kind {
    type Raw = String;

    fn stored(raw: String) -> Result<Self, String> {
        if raw == VARIATION { Ok(Self::Variation) } else { ProductKind::stored(raw).map(Self::Product) }
    }
}

impl Bound for Kind {
    type Raw = &'static str;

    fn bound(self) -> &'static str {
        match self {
            Self::Product(kind) => kind.as_str(),
            Self::Variation => VARIATION,
        }
    }
}

/// A row as it is read: of a variation the product has its item alone.
pub(super) struct ProductRow {
    parent_id: Option<i64>,
    kind: Kind,
    stock_of_parent: bool,
    details: Details,
    product: Product,
}

row! {
    ProductRow: products(id) {
        parent_id,
        kind,
        stock_of_parent,
        details,
        product: Product {
            item: Item {
                id,
                sku: sku => Option::unwrap_or_default,
                name,
                status,
                prices: Prices { regular: regular_cents, sale: sale_cents, sale_from, sale_to, ..Prices::default() },
                stock: Stock {
                    managed: stock_managed, quantity: stock_quantity, status: stock_status, backorders,
                    low_amount: low_stock_amount
                },
                menu_order,
                ..Item::default()
            },
            slug,
            visibility,
            featured,
            total_sales,
            rating_sum,
            rating_count,
            created_at,
            updated_at,
            ..Product::default()
        },
    }
}

impl ProductRow {
    /// The product whose variation it is; `None`: it is a product.
    pub(super) fn parent(&self) -> Option<i64> {
        self.parent_id
    }

    /// It as a variation.
    pub(super) fn variation(self) -> Variation {
        self.details.into_variation(self.product.item, self.stock_of_parent)
    }

    /// It as a product, without its variations, categories and tags.
    ///
    /// # Errors
    /// It is a variation of no product.
    pub(super) fn product(self) -> Result<Product, StoreError> {
        match self.kind {
            Kind::Product(kind) => Ok(Product { kind, ..self.details.into_product(self.product) }),
            Kind::Variation => Err(inconsistent("products", self.product.item.id, "parent_id: a variation has none")),
        }
    }
}

/// What an item is stored as.
pub(super) enum Place<'a> {
    /// The product itself.
    Product,
    /// One of its variations.
    Variation {
        /// Which.
        variation: &'a Variation,
        /// The product's id.
        parent: i64,
        /// A text that no other row has as its slug.
        slug: String,
    },
}

/// The columns that an edit writes.
pub(super) fn changed(product: &Product, item: &Item, place: &Place<'_>) -> Result<Set, StoreError> {
    let mut row = set! {
        sku: (!item.sku.is_empty()).then_some(item.sku.as_str()),
        name: &item.name,
        status: item.status,
        regular_cents: item.prices.regular,
        sale_cents: item.prices.sale,
        sale_from: item.prices.sale_from,
        sale_to: item.prices.sale_to,
        stock_managed: item.stock.managed,
        stock_status: item.stock.status,
        backorders: item.stock.backorders,
        low_stock_amount: item.stock.low_amount,
        menu_order: item.menu_order,
        updated_at: product.updated_at,
    };
    row.append(match place {
        Place::Product => set! {
            parent_id: None::<i64>,
            kind: Kind::Product(product.kind),
            slug: &product.slug,
            visibility: product.visibility,
            featured: product.featured,
            stock_of_parent: false,
            details: to_json(&Details::of_product(product))?,
        },
        Place::Variation { variation, parent, slug } => set! {
            parent_id: *parent,
            kind: Kind::Variation,
            slug,
            visibility: Visibility::Visible,
            featured: false,
            stock_of_parent: variation.stock_of_parent,
            details: to_json(&Details { variation: variation.attributes.clone(), ..Details::of_item(item) })?,
        },
    });
    Ok(row)
}

/// The columns of a new row: with those that orders and reviews change, and no edit.
pub(super) fn new(product: &Product, item: &Item, place: &Place<'_>) -> Result<Set, StoreError> {
    let mut row = changed(product, item, place)?;
    row.append(set! {
        stock_quantity: item.stock.quantity,
        total_sales: product.total_sales,
        rating_sum: product.rating_sum,
        rating_count: product.rating_count,
        created_at: product.created_at,
    });
    Ok(row)
}
