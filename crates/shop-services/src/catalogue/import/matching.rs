//! Matches rows to stored products and variations, and chooses slugs for new products.

use shop_core::base::ProductId;
use shop_core::base::text::slugify;
use shop_core::catalogue::product::{Product, Variation};

use super::columns::Column;
use super::plan::{Planner, Unit};
use super::problem::{Problem, ProblemCode};
use super::record::RowKey;

/// Slug of a product whose name has no letters or digits, such as "***".
pub(super) const NAMELESS: &str = "prodotto";

impl Planner<'_> {
    /// Finds the stored product of a row: by SKU, else by id if name or slug agree, else, without a SKU, by slug.
    pub(super) fn find_product(&self, key: &RowKey) -> Result<Option<usize>, Problem> {
        match self.stored.by_sku(&key.sku) {
            Some((at, None)) => return Ok(Some(at)),
            Some((_, Some(_))) => return Err(self.problem(key, Column::Sku, ProblemCode::SkuTaken, &key.sku)),
            None => {}
        }
        let wanted = Self::wanted_slug(key);
        if let Some((at, None)) = key.id.and_then(|id| self.stored.by_id(id))
            && let Some(found) = self.stored.products.get(at)
            && (found.item.name == key.name || found.slug == wanted)
            && self.is_free_by_id(found.item.id, &found.item.sku)
        {
            return Ok(Some(at));
        }
        if !key.sku.is_empty() {
            return Ok(None);
        }
        // Rows with the same name take the stored products of that name in turn: pane, pane-2, pane-3.
        for (number, slug) in numbered_slugs(&wanted).enumerate() {
            let found = self.stored.by_slug(&slug).and_then(|at| Some((at, self.stored.products.get(at)?)));
            match found {
                Some((at, found))
                    if self.is_free(found.item.id, &found.item.sku) && (number == 0 || found.item.name == key.name) =>
                {
                    return Ok(Some(at));
                }
                None if !self.slugs.contains(&slug) => break,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Whether a row without a SKU may match a stored product: no other row does, and the product has no SKU that the file would
    /// have contained.
    fn is_free(&self, id: ProductId, sku: &str) -> bool {
        let sku_agrees = sku.is_empty() || !self.columns.has(Column::Sku);
        sku_agrees && !self.claimed.contains(&id)
    }

    /// Whether a row may match a stored product by id: its SKU may have changed, unless another row has the SKU.
    fn is_free_by_id(&self, id: ProductId, sku: &str) -> bool {
        !self.plan.by_sku.contains_key(sku) && !self.claimed.contains(&id)
    }

    fn wanted_slug(key: &RowKey) -> String {
        let slug = if key.slug.is_empty() { slugify(&key.name) } else { key.slug.clone() };
        if slug.is_empty() { NAMELESS.to_owned() } else { slug }
    }

    /// A stored product keeps its slug unless the file has another one that is free, because links and search engines know it.
    pub(super) fn slug_for(&self, key: &RowKey, before: Option<&Product>) -> String {
        if let Some(before) = before
            && (key.slug.is_empty() || key.slug == before.slug)
        {
            return before.slug.clone();
        }
        let free = |slug: &String| {
            let owner = self.stored.by_slug(slug).and_then(|at| self.stored.products.get(at));
            !self.slugs.contains(slug) && owner.is_none_or(|owner| before.is_some_and(|b| b.item.id == owner.item.id))
        };
        numbered_slugs(&Self::wanted_slug(key)).find(free).unwrap_or_default()
    }

    /// Finds the stored variation of a row: by SKU, else by id or, in turn, by name among those without SKU.
    pub(super) fn find_variation(&self, key: &RowKey, unit: &Unit) -> Result<Option<usize>, Problem> {
        match self.stored.by_sku(&key.sku) {
            Some((product, Some(at))) if Some(product) == unit.stored => return Ok(Some(at)),
            Some(_) => return Err(self.problem(key, Column::Sku, ProblemCode::SkuTaken, &key.sku)),
            None => {}
        }
        let variations = &unit.product.variations;
        let same = |variation: &Variation| variation.item.id != ProductId(0) && variation.item.name == key.name;
        let has_number =
            |v: &Variation| same(v) && Some(v.item.id.0) == key.id && self.is_free_by_id(v.item.id, &v.item.sku);
        let by_id = variations.iter().position(has_number);
        if by_id.is_some() || !key.sku.is_empty() {
            return Ok(by_id);
        }
        let free = variations.iter().enumerate().filter(|(_, v)| same(v) && self.is_free(v.item.id, &v.item.sku));
        Ok(free.min_by_key(|(_, v)| v.item.id).map(|(at, _)| at))
    }
}

/// pane, pane-2, pane-3 …
pub(super) fn numbered_slugs(slug: &str) -> impl Iterator<Item = String> {
    let numbered = (2_u32..).map(move |number| format!("{slug}-{number}"));
    std::iter::once(slug.to_owned()).chain(numbered)
}
