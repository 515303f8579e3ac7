//! Cells shared by products and variations.

use shop_core::base::text::slugify;
use shop_core::catalogue::product::{Download, ImageRef, Item, QuantityRule, TaxStatus};

use super::column_names::{BRANDS_KEY, GTIN_KEY};
use super::columns::Column;
use super::entities::decode_entities;
use super::problem::ProblemCode;
use super::row::{PURCHASE_RULES, QUANTITY_KEYS, RowReader};
use super::text::{read_list, read_names, read_sale_end, read_sale_start, write_list};
use super::values::{
    MAX_NUMBER, count, gtin, measure, optional, optional_limit, parse_integer, price, read_backorders, read_in_stock,
    read_type, word, yes_no,
};

impl RowReader<'_> {
    /// Parses what products and variations have in common.
    pub(super) fn read_item(&mut self, item: &mut Item) {
        self.set(Column::Sku, &mut item.sku, |text| Ok(text.to_owned()));
        let name = self.name_at(self.columns.position(Column::Name));
        if !name.is_empty() {
            item.name = name;
        }
        if let Ok((_, is_virtual, downloadable)) = read_type(self.text(Column::Type))
            && self.columns.has(Column::Type)
        {
            item.is_virtual = is_virtual;
            item.downloadable = downloadable;
        }
        self.set_long(Column::Description, &mut item.description);
        self.read_prices(item);
        self.set(Column::TaxStatus, &mut item.tax_status, |text| word(text, TaxStatus::parse));
        self.set(Column::InStock, &mut item.stock.status, read_in_stock);
        let hint = self.columns.mark_hint(Column::LowStock);
        self.set(Column::LowStock, &mut item.stock.low_amount, |text| optional(text, |text| count(text, 0, hint)));
        self.set(Column::Backorders, &mut item.stock.backorders, read_backorders);
        self.set(Column::SoldIndividually, &mut item.sold_individually, |text| yes_no(text, false));
        for (column, place) in [
            (Column::Weight, &mut item.weight_milli),
            (Column::Length, &mut item.length_milli),
            (Column::Width, &mut item.width_milli),
            (Column::Height, &mut item.height_milli),
        ] {
            let (hint, conversion) = (self.columns.mark_hint(column), self.columns.conversion(column));
            self.set(column, place, |text| optional(text, |text| measure(text, hint, conversion)));
        }
        self.set(Column::ShippingClass, &mut item.shipping_class, |text| Ok(slugify(&decode_entities(text))));
        self.set(Column::DownloadLimit, &mut item.download_limit, optional_limit);
        self.set(Column::DownloadExpiry, &mut item.download_expiry_days, optional_limit);
        self.set(Column::Position, &mut item.menu_order, |text| {
            optional(text, |text| parse_integer(text, -MAX_NUMBER)).map(Option::unwrap_or_default)
        });
        if let Some((_, text)) = self.cell(Column::Images) {
            // A picture that is already loaded stays loaded while its name is the same.
            let known = std::mem::take(&mut item.images);
            let image = |source: String| {
                let found = known.iter().find(|image| image.source == source).cloned();
                found.unwrap_or(ImageRef { source, ..ImageRef::default() })
            };
            item.images = read_list(text).into_iter().map(image).collect();
        }
        self.read_downloads(item);
        self.read_quantity(item);
        self.read_trade_identity(item);
        let own = |key: &str| key == PURCHASE_RULES || QUANTITY_KEYS.contains(&key);
        for (key, at) in self.columns.meta.iter().filter(|(key, _)| !own(key)) {
            match self.at(*at) {
                "" => item.meta.remove(key),
                text => item.meta.insert(key.clone(), text.to_owned()),
            };
        }
    }

    /// Parses trade item number and brands, which are meta fields with columns of their own.
    fn read_trade_identity(&mut self, item: &mut Item) {
        let brands = |text: &str| Ok(write_list(&read_names(text)));
        let mut read = |column, key: &str, read: fn(&str) -> Result<String, ProblemCode>| {
            let mut text = item.meta.get(key).cloned().unwrap_or_default();
            self.set(column, &mut text, read);
            match text.as_str() {
                "" => item.meta.remove(key),
                _ => item.meta.insert(key.to_owned(), text),
            };
        };
        read(Column::Gtin, GTIN_KEY, gtin);
        read(Column::Brands, BRANDS_KEY, brands);
    }

    /// Parses the quantity rule.
    fn read_quantity(&mut self, item: &mut Item) {
        let QuantityRule { min, max, step } = &mut item.quantity;
        for (key, place) in QUANTITY_KEYS.into_iter().zip([min, max, step]) {
            let Some(at) = self.columns.meta_position(key) else { continue };
            let text = self.at(at).trim();
            match optional(text, |text| parse_integer(text, 1)) {
                Ok(read) => *place = read,
                Err(code) => self.refuse(at, code, text),
            }
        }
    }

    fn read_prices(&mut self, item: &mut Item) {
        let prices = &mut item.prices;
        for (column, place) in [(Column::RegularPrice, &mut prices.regular), (Column::SalePrice, &mut prices.sale)] {
            let hint = self.columns.mark_hint(column);
            self.set(column, place, |text| optional(text, |text| price(text, hint)));
        }
        let date = |read: fn(&str) -> Option<i64>| {
            move |text: &str| optional(text, |text| read(text).ok_or(ProblemCode::NotADate))
        };
        self.set(Column::SaleStart, &mut prices.sale_from, date(read_sale_start));
        self.set(Column::SaleEnd, &mut prices.sale_to, date(read_sale_end));
        if let (Some(from), Some(to)) = (prices.sale_from, prices.sale_to)
            && to <= from
            && let Some((at, text)) = self.cell(Column::SaleEnd)
        {
            self.refuse(at, ProblemCode::SaleEndsFirst, text);
        }
    }

    fn read_downloads(&mut self, item: &mut Item) {
        if self.columns.downloads.is_empty() {
            return;
        }
        let cell = |at: Option<usize>| at.map_or("", |at| self.at(at).trim()).to_owned();
        let downloads = self.columns.downloads.values();
        item.downloads = downloads
            .map(|group| Download { name: cell(group.name), url: cell(group.url) })
            .filter(|download| !download.url.is_empty())
            .collect();
    }
}
