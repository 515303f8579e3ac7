//! Selects the products of content blocks.

use shop_core::catalogue::product::Visibility;
use shop_core::content::block::{Block, BlockProducts};

use crate::catalogue::{AttributeFilter, Catalogue, OrderBy, ProductQuery, TermFilter};

/// The query for a block's products; `None` if the catalogue has nothing of the kind yet.
pub fn block_query(block: &Block, catalogue: &Catalogue) -> Option<ProductQuery> {
    let base = ProductQuery {
        visibility: Some(Visibility::Catalog),
        page: 1,
        per_page: usize::from(block.count),
        ..ProductQuery::default()
    };
    let terms = |slugs: &[String]| Some(TermFilter { terms: slugs.to_vec(), ..TermFilter::default() });
    let arranged = |query: ProductQuery| ProductQuery { orderby: OrderBy::MenuOrder, ascending: true, ..query };
    let any_rated = || catalogue.products().iter().any(|product| product.rating_count > 0);
    Some(match &block.shows {
        BlockProducts::Handpicked { ids } if ids.is_empty() => arranged(ProductQuery { featured: Some(true), ..base }),
        BlockProducts::Handpicked { ids } => {
            ProductQuery { include: Some(ids.clone()), orderby: OrderBy::Include, ..base }
        }
        BlockProducts::BestSellers => ProductQuery { sold_only: true, orderby: OrderBy::Popularity, ..base },
        BlockProducts::TopRated => {
            any_rated().then_some(ProductQuery { orderby: OrderBy::Rating, ratings: vec![1, 2, 3, 4, 5], ..base })?
        }
        BlockProducts::Newest => ProductQuery { orderby: OrderBy::Date, ..base },
        BlockProducts::OnSale => ProductQuery { on_sale: Some(true), orderby: OrderBy::Date, ..base },
        BlockProducts::Category { slugs } => arranged(ProductQuery { categories: terms(slugs), ..base }),
        BlockProducts::Tag { slugs } => arranged(ProductQuery { tags: terms(slugs), ..base }),
        BlockProducts::Attribute { taxonomy, terms } => arranged(ProductQuery {
            attributes: vec![AttributeFilter {
                taxonomy: taxonomy.clone(),
                terms: terms.clone(),
                ..AttributeFilter::default()
            }],
            ..base
        }),
    })
}

#[cfg(test)]
mod tests {
    use shop_core::base::ProductId;
    use shop_core::catalogue::product::{AttributeValue, Item, Product, ProductAttribute};

    use super::*;
    use crate::ports::{Attribute, AttributeTerm, CatalogueData, Category};

    fn catalogue(products: Vec<Product>) -> Catalogue {
        Catalogue::build(CatalogueData { products, version: 1, stock_version: 1, ..CatalogueData::default() }, 0, 1000)
    }

    fn product(id: i64, sales: i64, rating: i64) -> Product {
        Product {
            item: Item { id: id.into(), name: format!("P{id}"), ..Item::default() },
            slug: format!("p-{id}"),
            total_sales: sales,
            rating_sum: rating,
            rating_count: i64::from(rating > 0),
            featured: id == 2,
            ..Product::default()
        }
    }

    fn ids(catalogue: &Catalogue, shows: BlockProducts) -> Vec<i64> {
        let block = Block { shows, count: 2, ..Block::default() };
        let Some(query) = block_query(&block, catalogue) else { return Vec::new() };
        catalogue.query(&query).ids.iter().map(|id| id.0).collect()
    }

    #[test]
    fn each_kind_shows_its_own_products_and_no_more_than_its_count() {
        let catalogue = catalogue(vec![product(1, 3, 0), product(2, 9, 2), product(3, 5, 5)]);
        assert_eq!(ids(&catalogue, BlockProducts::BestSellers), [2, 3]);
        assert_eq!(ids(&catalogue, BlockProducts::TopRated), [3, 2]);
        let chosen = [3, 1, 99, 2].map(ProductId).to_vec();
        assert_eq!(ids(&catalogue, BlockProducts::Handpicked { ids: chosen }), [3, 1]);
        assert_eq!(ids(&catalogue, BlockProducts::Handpicked { ids: Vec::new() }), [2]);
        assert_eq!(ids(&catalogue, BlockProducts::Newest).len(), 2);
    }

    #[test]
    fn the_newest_come_first_whatever_their_numbers() {
        let product_at = |id: i64, created_at: i64| Product { created_at, ..product(id, 0, 0) };
        let catalogue = catalogue(vec![product_at(1, 300), product_at(2, 100), product_at(3, 200)]);
        assert_eq!(ids(&catalogue, BlockProducts::Newest), [1, 3]);
    }

    #[test]
    fn a_category_and_a_value_of_an_attribute_show_their_own_products() {
        let value = |slug: &str| AttributeValue { slug: slug.into(), ..AttributeValue::default() };
        let of = |id: i64, category: i64, region: &str| Product {
            category_ids: vec![category.into()],
            attributes: vec![ProductAttribute {
                name: "Regione".into(),
                taxonomy: Some("pa_regione".into()),
                values: vec![value(region)],
                ..ProductAttribute::default()
            }],
            ..product(id, 0, 0)
        };
        let term = |id: i64, slug: &str| AttributeTerm { id: id.into(), slug: slug.into(), ..AttributeTerm::default() };
        let category = |id: i64, slug: &str| Category { id: id.into(), slug: slug.into(), ..Category::default() };
        let catalogue = Catalogue::build(
            CatalogueData {
                products: vec![of(1, 7, "liguria"), of(2, 8, "puglia"), of(3, 8, "liguria")],
                categories: vec![category(7, "olio"), category(8, "dolci")],
                attributes: vec![Attribute {
                    taxonomy: "pa_regione".into(),
                    terms: vec![term(1, "liguria"), term(2, "puglia")],
                    ..Attribute::default()
                }],
                version: 1,
                stock_version: 1,
                ..CatalogueData::default()
            },
            0,
            1000,
        );
        let slugs = |slug: &str| vec![slug.to_owned()];
        assert_eq!(ids(&catalogue, BlockProducts::Category { slugs: slugs("dolci") }), [2, 3]);
        assert_eq!(ids(&catalogue, BlockProducts::Category { slugs: slugs("olio") }), [1]);
        let from = |region: &str| BlockProducts::Attribute { taxonomy: "pa_regione".into(), terms: slugs(region) };
        assert_eq!(ids(&catalogue, from("liguria")), [1, 3]);
        assert_eq!(ids(&catalogue, from("puglia")), [2]);
    }

    #[test]
    fn products_of_which_nothing_was_sold_are_no_best_sellers() {
        let catalogue = catalogue(vec![product(1, 0, 0), product(2, 4, 0), product(3, 0, 0)]);
        assert_eq!(ids(&catalogue, BlockProducts::BestSellers), [2]);
    }

    #[test]
    fn nothing_is_best_sold_or_best_rated_before_anything_was() {
        let catalogue = catalogue(vec![product(1, 0, 0)]);
        assert_eq!(ids(&catalogue, BlockProducts::BestSellers), [] as [i64; 0]);
        assert_eq!(ids(&catalogue, BlockProducts::TopRated), [] as [i64; 0]);
    }

    #[test]
    fn unknown_categories_tags_and_values_show_nothing() {
        let catalogue = catalogue(vec![product(1, 1, 1)]);
        for shows in [
            BlockProducts::Category { slugs: vec!["boh".into()] },
            BlockProducts::Tag { slugs: vec!["boh".into()] },
            BlockProducts::Attribute { taxonomy: "pa_boh".into(), terms: vec!["x".into()] },
            BlockProducts::OnSale,
        ] {
            assert_eq!(ids(&catalogue, shows.clone()), [] as [i64; 0], "{shows:?}");
        }
    }
}
