//! Products and their variations. A field that is neither searched nor changed by itself is a line in [`Details`].

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::{
    Backorders, Download, ImageRef, Item, Product, ProductAttribute, ProductKind, PublishStatus, QuantityRule,
    StockStatus, TaxStatus, Variation, Visibility,
};
use shop_core::purchase::PurchaseRules;

use crate::entity::{Stored, StoredType, documents};

/// Word of rows that are variations.
const VARIATION: &str = "variation";

/// What a row is.
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

/// Declares the document of the fields without a column, and how it is made from a product or variation, and back.
macro_rules! details {
    (
        item { $($(#[$item_meta:meta])* $item:ident: $item_type:ty,)* }
        product { $($(#[$product_meta:meta])* $product:ident: $product_type:ty,)* }
    ) => {
        /// Fields that are neither searched nor changed one by one.
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
