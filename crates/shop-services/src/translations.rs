//! English texts that products lack, proposed by a machine: drafts beside the product, which nobody but the merchant sees until he
//! takes them over. Made when he asks for them, never while a page is being shown.

use std::sync::Arc;

use async_trait::async_trait;
use shop_core::base::{Lang, ProductId};
use shop_core::catalogue::product::{Product, PublishStatus};

use crate::context::Context;
use crate::ports::{CatalogueStore, StoreError, ports};
use crate::rich_text::clean;

/// Longest text that is sent, in characters.
const MAX_CHARS: usize = 20_000;
/// Products that are asked about at once.
const AT_ONCE: usize = 10;
/// End of the name of the field that holds a draft.
const DRAFT: &str = "_draft";

/// A text to be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The Italian words.
    pub text: String,
    /// Whether they are HTML, whose tags stay.
    pub html: bool,
}

/// Why nothing was translated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranslatorError {
    /// It may answer later.
    #[error("the translator does not answer: {0}")]
    Unavailable(String),
    /// It will not do this.
    #[error("the translator refuses: {0}")]
    Refused(String),
}

/// A machine that translates from Italian.
#[async_trait]
pub trait Translator: Send + Sync {
    /// The texts in a language: as many as were given, in their order.
    ///
    /// # Errors
    /// See [`TranslatorError`].
    async fn translate(&self, texts: &[SourceText], to: Lang) -> Result<Vec<String>, TranslatorError>;
}

/// Why a round of drafts ended early. What was drafted before is kept.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The translator.
    #[error(transparent)]
    Translator(#[from] TranslatorError),
}

ports! {
    /// Ports of [`Translations`].
    pub(crate) trait TranslationsPorts: CatalogueStore
}

/// Drafts of translations.
#[derive(Clone)]
pub struct Translations {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn TranslationsPorts>,
}

/// A text of a product that has no English words and no draft.
struct Missing {
    product: ProductId,
    field: &'static str,
    source: SourceText,
}

impl Translations {
    /// Drafts what products lack in English: their name and texts. Of so many products at most; gives how many got drafts.
    ///
    /// # Errors
    /// The translator or the database did not do as asked; what was drafted before is kept.
    pub async fn draft_missing(&self, translator: &dyn Translator, limit: usize) -> Result<usize, DraftError> {
        let catalogue = self.context.newest_catalogue().await?;
        let lacking =
            |product: &&Arc<Product>| product.item.status != PublishStatus::Trash && !missing(product).is_empty();
        let ids: Vec<ProductId> =
            catalogue.products().iter().filter(lacking).take(limit).map(|product| product.item.id).collect();
        let mut drafted = 0;
        for some in ids.chunks(AT_ONCE) {
            drafted += self.draft(translator, some).await?;
        }
        Ok(drafted)
    }

    async fn draft(&self, translator: &dyn Translator, ids: &[ProductId]) -> Result<usize, DraftError> {
        let catalogue = self.context.newest_catalogue().await?;
        let asked: Vec<Missing> = ids.iter().filter_map(|id| catalogue.product(*id)).flat_map(missing).collect();
        if asked.is_empty() {
            return Ok(0);
        }
        let sources: Vec<SourceText> = asked.iter().map(|one| one.source.clone()).collect();
        let answers = translator.translate(&sources, Lang::En).await?;
        if answers.len() != asked.len() {
            return Err(TranslatorError::Unavailable("it left texts out".to_owned()).into());
        }
        // Somebody may have changed a product while the machine thought: only what is still missing is drafted.
        let catalogue = self.context.newest_catalogue().await?;
        let mut changed = Vec::new();
        for id in ids {
            let Some(product) = catalogue.product(*id) else { continue };
            let open = missing(product);
            let mut next = Product::clone(product);
            let made = asked.iter().zip(&answers).filter(|(one, _)| one.product == *id);
            for (one, answer) in made {
                let still = open.iter().any(|now| now.field == one.field && now.source == one.source);
                let words = if one.source.html { clean(answer) } else { one_line(answer) };
                if still && !words.is_empty() && words.chars().count() <= MAX_CHARS {
                    next.item.meta.insert(format!("{}_en{DRAFT}", one.field), words);
                }
            }
            if next.item.meta != product.item.meta {
                changed.push(next);
            }
        }
        // No stock is set, so that none can have moved.
        let _ = self.store.save_products(&changed, &[]).await?;
        self.context.catalogue_changed();
        Ok(changed.len())
    }
}

fn missing(product: &Product) -> Vec<Missing> {
    let item = &product.item;
    let texts = [
        ("name", &item.name, false),
        ("short_description", &product.short_description, true),
        ("description", &item.description, true),
    ];
    let lacks = |field: &str| {
        let has = |name: String| item.meta.get(&name).is_some_and(|text| !text.is_empty());
        !has(format!("{field}_en")) && !has(format!("{field}_en{DRAFT}"))
    };
    texts
        .into_iter()
        .filter(|(field, text, _)| !text.trim().is_empty() && text.chars().count() <= MAX_CHARS && lacks(field))
        .map(|(field, text, html)| Missing { product: item.id, field, source: SourceText { text: text.clone(), html } })
        .collect()
}

/// A name holds no tags and no breaks, whatever the machine made of it.
fn one_line(text: &str) -> String {
    let words: String = text.chars().map(|c| if c.is_control() || c == '<' || c == '>' { ' ' } else { c }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
