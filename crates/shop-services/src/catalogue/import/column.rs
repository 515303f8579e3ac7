//! Columns with fixed names, and their content. Their names are in `column_names.txt`.

use shop_core::catalogue::product::Product;

use super::numbers::NumberKind;

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// Columns with fixed names, in export order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum Column { $($(#[$doc])* $name,)* }

        impl Column {
            pub(super) const ALL: &[Self] = &[$(Self::$name,)*];

            /// Key in the table of names.
            pub(super) const fn key(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

columns! {
    Id "id",
    Type "type",
    Sku "sku",
    /// Stored as a meta field.
    Gtin "gtin",
    Name "name",
    /// Not in WooCommerce: written only when a slug differs from the one derived from the name.
    Slug "slug",
    Published "published",
    Featured "featured",
    Visibility "visibility",
    ShortDescription "short_description",
    Description "description",
    SaleStart "sale_start",
    SaleEnd "sale_end",
    TaxStatus "tax_status",
    TaxClass "tax_class",
    InStock "in_stock",
    Stock "stock",
    LowStock "low_stock",
    Backorders "backorders",
    SoldIndividually "sold_individually",
    Weight "weight",
    Length "length",
    Width "width",
    Height "height",
    Reviews "reviews",
    PurchaseNote "purchase_note",
    SalePrice "sale_price",
    RegularPrice "regular_price",
    Categories "categories",
    Tags "tags",
    ShippingClass "shipping_class",
    Images "images",
    DownloadLimit "download_limit",
    DownloadExpiry "download_expiry",
    Parent "parent",
    Grouped "grouped",
    Upsells "upsells",
    CrossSells "cross_sells",
    ExternalUrl "external_url",
    ButtonText "button_text",
    Position "position",
    /// Stored as a meta field.
    Brands "brands",
}

/// A text of a product that the file contains unchanged.
pub(super) struct ProductText {
    pub(super) column: Column,
    /// Whether it may have several lines.
    pub(super) long: bool,
    pub(super) of: fn(&Product) -> &String,
    pub(super) of_mut: fn(&mut Product) -> &mut String,
}

macro_rules! product_texts {
    ($($column:ident $field:ident long $long:literal,)*) => {
        /// All such texts.
        pub(super) const PRODUCT_TEXTS: &[ProductText] = &[$(ProductText {
            column: Column::$column,
            long: $long,
            of: |product| &product.$field,
            of_mut: |product| &mut product.$field,
        },)*];
    };
}

product_texts! {
    ShortDescription short_description long true,
    PurchaseNote purchase_note long true,
    ExternalUrl external_url long false,
    ButtonText button_text long false,
}

impl Column {
    /// Unit in the header of this column.
    pub(super) fn unit<'a>(self, weight_unit: &'a str, dimension_unit: &'a str) -> Option<&'a str> {
        match self {
            Self::Weight => Some(weight_unit),
            Self::Length | Self::Width | Self::Height => Some(dimension_unit),
            _ => None,
        }
    }

    /// What the column counts; `None` if its cells are no numbers with decimals or thousands.
    pub(super) fn number_kind(self) -> Option<NumberKind> {
        match self {
            Self::RegularPrice | Self::SalePrice | Self::Stock | Self::LowStock => Some(NumberKind::Amount),
            Self::Weight | Self::Length | Self::Width | Self::Height => Some(NumberKind::Measure),
            _ => None,
        }
    }

    /// Whether it only identifies the row's product.
    pub(super) fn names_the_product(self) -> bool {
        matches!(self, Self::Id | Self::Type | Self::Sku | Self::Name | Self::Slug | Self::Parent)
    }
}
