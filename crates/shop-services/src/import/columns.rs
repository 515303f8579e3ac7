//! The header of a catalogue file: which column holds what.
//!
//! Names are those of the platform's English export (`tests/golden/sample-products.csv`), read without
//! regard to case, spaces around them and a byte order mark.

use std::collections::BTreeMap;

use shop_core::catalogue::product::Product;

use super::problem::{Problem, ProblemCode};

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// The columns with fixed names, in the order in which they are exported.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum Column { $($(#[$doc])* $name,)* }

        impl Column {
            /// All columns in export order.
            pub(super) const ALL: &[Self] = &[$(Self::$name,)*];

            /// Name in the header, without a unit.
            pub(super) const fn title(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

columns! {
    Id "ID",
    Type "Type",
    Sku "SKU",
    Name "Name",
    /// Ours: written only when an address differs from what the name gives.
    Slug "Slug",
    Published "Published",
    Featured "Is featured?",
    Visibility "Visibility in catalog",
    ShortDescription "Short description",
    Description "Description",
    SaleStart "Date sale price starts",
    SaleEnd "Date sale price ends",
    TaxStatus "Tax status",
    TaxClass "Tax class",
    InStock "In stock?",
    Stock "Stock",
    LowStock "Low stock amount",
    Backorders "Backorders allowed?",
    SoldIndividually "Sold individually?",
    Weight "Weight",
    Length "Length",
    Width "Width",
    Height "Height",
    Reviews "Allow customer reviews?",
    PurchaseNote "Purchase note",
    SalePrice "Sale price",
    RegularPrice "Regular price",
    Categories "Categories",
    Tags "Tags",
    ShippingClass "Shipping class",
    Images "Images",
    DownloadLimit "Download limit",
    DownloadExpiry "Download expiry days",
    Parent "Parent",
    Grouped "Grouped products",
    Upsells "Upsells",
    CrossSells "Cross-sells",
    ExternalUrl "External URL",
    ButtonText "Button text",
    Position "Position",
}

/// A text of a product that a file holds as it is.
pub(super) struct ProductText {
    /// Its column.
    pub(super) column: Column,
    /// Whether it may have lines of its own.
    pub(super) long: bool,
    /// The text of a product.
    pub(super) of: fn(&Product) -> &String,
    /// The same, to be changed.
    pub(super) of_mut: fn(&mut Product) -> &mut String,
}

macro_rules! product_texts {
    ($($column:ident $field:ident long $long:literal,)*) => {
        /// All of them.
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
    /// The unit that the header of this column names.
    pub(super) fn unit<'a>(self, weight_unit: &'a str, dimension_unit: &'a str) -> Option<&'a str> {
        match self {
            Self::Weight => Some(weight_unit),
            Self::Length | Self::Width | Self::Height => Some(dimension_unit),
            _ => None,
        }
    }
}

/// Columns of one numbered attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AttributeColumns {
    pub(super) name: Option<usize>,
    pub(super) values: Option<usize>,
    pub(super) visible: Option<usize>,
    pub(super) global: Option<usize>,
    pub(super) default: Option<usize>,
}

/// Columns of one numbered download.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DownloadColumns {
    pub(super) name: Option<usize>,
    pub(super) url: Option<usize>,
}

/// Why a header cannot be used: nothing of the file is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// No first line.
    #[error("the file is empty")]
    Empty,
    /// The first line is not UTF-8.
    #[error("the header is not UTF-8 text: save the file as CSV UTF-8")]
    NotUtf8,
    /// A column appears twice, so that its cells could contradict each other.
    #[error("the column `{0}` appears twice")]
    Twice(String),
    /// Measures would be read in the wrong unit.
    #[error("the column `{column}` is in `{found}`, but the shop measures in `{expected}`")]
    Unit {
        /// Column as the file spells it.
        column: String,
        /// Unit of the file.
        found: String,
        /// Unit of the shop.
        expected: String,
    },
    /// More columns than there are names for.
    #[error("the header has more than {0} columns")]
    TooManyColumns(usize),
    /// No column by which a product could be recognised.
    #[error("the header has neither `SKU` nor `Name`: this is no product file")]
    NoProducts,
}

impl HeaderError {
    /// The Italian sentence; the English one is what it displays.
    pub(super) fn in_italian(&self) -> String {
        match self {
            Self::Empty => "il file non ha intestazione".to_owned(),
            Self::NotUtf8 => "l’intestazione non è testo UTF-8: salva il file come CSV UTF-8".to_owned(),
            Self::Twice(column) => format!("la colonna “{column}” compare due volte"),
            Self::Unit { column, found, expected } => {
                format!("la colonna “{column}” è in {found}, il negozio usa {expected}")
            }
            Self::NoProducts => "l’intestazione non ha né `SKU` né `Name`: non è un file di prodotti".to_owned(),
            Self::TooManyColumns(maximum) => format!("l’intestazione ha più di {maximum} colonne"),
        }
    }
}

/// Most numbered groups of a kind: an attribute or download beyond this number is a mistake in the header, and a huge
/// number would only waste memory.
const MAX_GROUP: usize = 500;

/// Where each column is.
#[derive(Debug, Default)]
pub(super) struct Columns {
    fixed: BTreeMap<Column, usize>,
    /// By number.
    pub(super) attributes: BTreeMap<usize, AttributeColumns>,
    /// By number.
    pub(super) downloads: BTreeMap<usize, DownloadColumns>,
    /// Name and position.
    pub(super) meta: Vec<(String, usize)>,
    titles: Vec<String>,
}

impl Columns {
    /// Reads the header. Columns that are not known are reported as warnings and stay out.
    pub(super) fn read(
        header: &csv::StringRecord,
        weight_unit: &str,
        dimension_unit: &str,
    ) -> Result<(Self, Vec<Problem>), HeaderError> {
        let mut columns = Self::default();
        let mut ignored = Vec::new();
        for (at, raw) in header.iter().enumerate() {
            let title = raw.trim_start_matches('\u{feff}').trim().to_owned();
            columns.titles.push(title.clone());
            if !columns.place(&title, at, weight_unit, dimension_unit)? && !title.is_empty() {
                ignored.push(Problem::new(1, title, ProblemCode::ColumnIgnored, ""));
            }
        }
        if columns.titles.iter().all(String::is_empty) {
            return Err(HeaderError::Empty);
        }
        if !columns.has(Column::Sku) && !columns.has(Column::Name) {
            return Err(HeaderError::NoProducts);
        }
        Ok((columns, ignored))
    }

    /// Position of a column; `None` when the file does not have it.
    pub(super) fn position(&self, column: Column) -> Option<usize> {
        self.fixed.get(&column).copied()
    }

    /// Whether the file has a column.
    pub(super) fn has(&self, column: Column) -> bool {
        self.fixed.contains_key(&column)
    }

    /// The column's name as the file spells it.
    pub(super) fn title(&self, at: usize) -> &str {
        self.titles.get(at).map_or("", String::as_str)
    }

    /// Finds the place of one column; `false` when it is not known.
    fn place(&mut self, title: &str, at: usize, weight_unit: &str, dimension_unit: &str) -> Result<bool, HeaderError> {
        let twice = |free: bool| if free { Ok(true) } else { Err(HeaderError::Twice(title.to_owned())) };
        // Keys of further fields keep their case: `Meta: name_en`.
        if let Some((kind, key)) = title.split_once(':')
            && lower(kind) == "meta"
        {
            let key = key.trim();
            if key.is_empty() {
                return Ok(false);
            }
            let free = self.meta.iter().all(|(known, _)| known != key);
            self.meta.push((key.to_owned(), at));
            return twice(free);
        }
        let (name, unit) = match title.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
            Some((name, unit)) if unit != "s" => (name.trim(), Some(unit.trim())),
            _ => (title, None),
        };
        let name = lower(name);
        for column in Column::ALL {
            if lower(column.title()) != name {
                continue;
            }
            match (column.unit(weight_unit, dimension_unit), unit) {
                (Some(expected), Some(found)) if !expected.is_empty() && !found.eq_ignore_ascii_case(expected) => {
                    let (column, found) = (title.to_owned(), found.to_owned());
                    return Err(HeaderError::Unit { column, found, expected: expected.to_owned() });
                }
                (None, Some(_)) => return Ok(false),
                _ => return twice(self.fixed.insert(*column, at).is_none()),
            }
        }
        let place = match numbered(&name) {
            Some(("attribute", number, "name")) => &mut self.attributes.entry(number).or_default().name,
            Some(("attribute", number, "value(s)" | "values")) => {
                &mut self.attributes.entry(number).or_default().values
            }
            Some(("attribute", number, "visible")) => &mut self.attributes.entry(number).or_default().visible,
            Some(("attribute", number, "global")) => &mut self.attributes.entry(number).or_default().global,
            Some(("attribute", number, "default")) => &mut self.attributes.entry(number).or_default().default,
            Some(("download", number, "name")) => &mut self.downloads.entry(number).or_default().name,
            Some(("download", number, "url")) => &mut self.downloads.entry(number).or_default().url,
            // The platform's own name of a file: it means nothing elsewhere.
            Some(("download", _, "id")) => return Ok(true),
            _ => return Ok(false),
        };
        twice(place.replace(at).is_none())
    }
}

fn lower(text: &str) -> String {
    text.trim().to_lowercase()
}

/// Takes `attribute 2 value(s)` apart.
fn numbered(name: &str) -> Option<(&str, usize, &str)> {
    let (kind, rest) = name.split_once(' ')?;
    let (number, field) = rest.trim_start().split_once(' ')?;
    let number = number.parse().ok().filter(|number| (1..=MAX_GROUP).contains(number))?;
    Some((kind, number, field.trim()))
}

#[cfg(test)]
#[path = "tests/columns.rs"]
mod tests;
