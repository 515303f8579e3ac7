//! English names of tags, attributes and their values. The terms themselves come with the products; a document only translates
//! them.

use serde::Deserialize;
use shop_core::platform::merchant::term::TermForm;

use super::SetUp;
use crate::ports::StoreError;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct TermDocument {
    name: String,
    name_en: String,
    slug: String,
    values: Vec<TermDocument>,
}

impl TermDocument {
    /// Returns the update for a term with this name; `None` if nothing changes.
    fn english(&self, name: &str, slug: &str, name_en: &str) -> Option<TermForm> {
        let changes = !self.name_en.is_empty() && self.name_en != name_en;
        changes.then(|| TermForm { name: name.to_owned(), name_en: self.name_en.clone(), slug: slug.to_owned() })
    }
}

impl SetUp {
    /// Sets the English names of existing terms. Terms that no product has are skipped.
    pub(super) async fn name_terms(
        &self,
        tags: &[TermDocument],
        attributes: &[TermDocument],
    ) -> Result<usize, StoreError> {
        if tags.is_empty() && attributes.is_empty() {
            return Ok(0);
        }
        self.context.catalogue_changed();
        let catalogue = self.context.newest_catalogue().await?;
        let mut named = 0;
        for tag in catalogue.terms().tags() {
            let translation = tags.iter().find(|document| document.slug == tag.slug);
            if let Some(form) = translation.and_then(|document| document.english(&tag.name, &tag.slug, &tag.name_en)) {
                self.store.save_tag(tag.id, &form).await?;
                named += 1;
            }
        }
        for attribute in catalogue.terms().attributes() {
            let Some(translation) = attributes.iter().find(|document| document.name == attribute.name) else {
                continue;
            };
            if let Some(form) = translation.english(&attribute.name, "", &attribute.name_en) {
                self.store.save_attribute(attribute.id, &attribute.taxonomy, &form).await?;
                named += 1;
            }
            for term in &attribute.terms {
                let value = translation.values.iter().find(|document| document.name == term.name);
                if let Some(form) = value.and_then(|document| document.english(&term.name, &term.slug, &term.name_en)) {
                    self.store.save_value(attribute.id, term.id, &form).await?;
                    named += 1;
                }
            }
        }
        self.context.catalogue_changed();
        Ok(named)
    }
}
