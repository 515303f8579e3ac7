//! Machine translation of missing English product texts: drafts beside the product that only the merchant sees until they are
//! accepted. They are made at the merchant's request, never while a page is rendered.

use std::sync::Arc;

use async_trait::async_trait;
use shop_core::base::{Lang, ProductId};
use shop_core::catalogue::product::{Product, PublishStatus};

use crate::content::rich_text::clean;
use crate::platform::context::Context;
use crate::ports::{CatalogueStore, StoreError, ports};

/// Maximum length of a text in characters.
const MAX_CHARS: usize = 20_000;
/// Products per request.
const AT_ONCE: usize = 10;
/// Maximum number of characters per request, unless one product has more: translation services limit them.
const BATCH_CHARS: usize = 20_000;
/// Text that every working service translates.
const PROBE: &str = "Buongiorno";
/// Suffix of draft field names.
const DRAFT: &str = "_draft";

/// A text to translate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The Italian text.
    pub text: String,
    /// Whether it is HTML, whose tags must stay.
    pub html: bool,
}

/// Why a translation failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranslatorError {
    #[error("the translator does not answer: {0}")]
    Unavailable(String),
    /// The service refuses these texts.
    #[error("the translator refuses: {0}")]
    Refused(String),
    /// The service refuses this shop altogether.
    #[error("the translator refuses: {0}")]
    Closed(String),
}

/// A machine translation service for Italian texts.
#[async_trait]
pub trait Translator: Send + Sync {
    /// Translates the texts: returns as many as were given, in their order.
    ///
    /// # Errors
    ///
    /// See [`TranslatorError`].
    async fn translate(&self, texts: &[SourceText], to: Lang) -> Result<Vec<String>, TranslatorError>;
}

/// Result of drafting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drafted {
    /// Number of products that got drafts.
    pub products: usize,
    /// Texts that the service refused: they must be translated by hand.
    pub refused: Vec<RejectedText>,
}

/// A text that the service refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedText {
    pub product: String,
    /// Field of the product: `name`, `short_description` or `description`.
    pub field: &'static str,
    /// The service's message.
    pub why: String,
}

/// Why drafting ended early. Earlier drafts are saved.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Translator(#[from] TranslatorError),
}

ports! {
    pub(crate) trait TranslationsPorts: CatalogueStore
}

#[derive(Clone)]
pub struct Translations {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn TranslationsPorts>,
}

/// A product text without English translation and draft.
struct Missing {
    product: ProductId,
    product_name: String,
    field: &'static str,
    source: SourceText,
}

impl Translations {
    /// Drafts the missing English names and texts of at most `limit` products. A text that the service refuses is skipped and
    /// reported.
    ///
    /// # Errors
    ///
    /// The translator or the database failed; earlier drafts are saved.
    pub async fn draft_missing(&self, translator: &dyn Translator, limit: usize) -> Result<Drafted, DraftError> {
        let catalogue = self.context.newest_catalogue().await?;
        let lacking: Vec<(ProductId, usize)> = catalogue
            .products()
            .iter()
            .filter(|product| product.item.status != PublishStatus::Trash)
            .map(|product| {
                (product.item.id, missing(product).iter().map(|one| one.source.text.chars().count()).sum::<usize>())
            })
            .filter(|(_, chars)| *chars > 0)
            .collect();
        let mut round = Round { translator, translates: false, refused: Vec::new() };
        let (mut rest, mut products) = (lacking.as_slice(), 0);
        while !rest.is_empty() && products < limit {
            let some = batch(rest, AT_ONCE.min(limit - products));
            products += self.draft(&mut round, some).await?;
            rest = rest.get(some.len()..).unwrap_or_default();
        }
        Ok(Drafted { products, refused: round.refused })
    }

    async fn draft(&self, round: &mut Round<'_>, some: &[(ProductId, usize)]) -> Result<usize, DraftError> {
        let catalogue = self.context.newest_catalogue().await?;
        let ids = some.iter().map(|(id, _)| *id);
        let untranslated: Vec<Missing> = ids.clone().filter_map(|id| catalogue.product(id)).flat_map(missing).collect();
        if untranslated.is_empty() {
            return Ok(0);
        }
        let answers = round.translate(&untranslated).await?;
        // Products may have changed during the request: only draft what is still missing.
        let catalogue = self.context.newest_catalogue().await?;
        let mut changed = Vec::new();
        for id in ids {
            let Some(product) = catalogue.product(id) else { continue };
            let open = missing(product);
            let mut next = Product::clone(product);
            let answered = untranslated.iter().zip(&answers).filter(|(one, _)| one.product == id);
            for (one, answer) in answered {
                let Some(answer) = answer else { continue };
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
        // No stock is set, so none can have moved.
        let _ = self.store.save_products(&changed, &[]).await?;
        self.context.catalogue_changed();
        Ok(changed.len())
    }
}

/// A series of requests to the service.
struct Round<'a> {
    translator: &'a dyn Translator,
    /// At least one text was translated.
    translates: bool,
    refused: Vec<RejectedText>,
}

impl Round<'_> {
    /// Translates texts; `None` for those that the service refuses. If it refuses several at once, each is requested alone.
    async fn translate(&mut self, untranslated: &[Missing]) -> Result<Vec<Option<String>>, TranslatorError> {
        let sources: Vec<SourceText> = untranslated.iter().map(|one| one.source.clone()).collect();
        match self.translate_batch(&sources).await {
            Ok(answers) => return Ok(answers.into_iter().map(Some).collect()),
            Err(TranslatorError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
        let mut answers = Vec::with_capacity(untranslated.len());
        for one in untranslated {
            answers.push(match self.translate_batch(std::slice::from_ref(&one.source)).await {
                Ok(answer) => answer.into_iter().next(),
                Err(TranslatorError::Refused(why)) => {
                    // A service that refuses everything is not called again.
                    if !self.translates {
                        self.translate_batch(&[SourceText { text: PROBE.to_owned(), html: false }]).await?;
                    }
                    self.refused.push(RejectedText { product: one.product_name.clone(), field: one.field, why });
                    None
                }
                Err(error) => return Err(error),
            });
        }
        Ok(answers)
    }

    async fn translate_batch(&mut self, sources: &[SourceText]) -> Result<Vec<String>, TranslatorError> {
        let answers = self.translator.translate(sources, Lang::En).await?;
        if answers.len() != sources.len() {
            return Err(TranslatorError::Unavailable("it left texts out".to_owned()));
        }
        self.translates = true;
        Ok(answers)
    }
}

/// The leading products that fit into one request.
fn batch(products: &[(ProductId, usize)], most: usize) -> &[(ProductId, usize)] {
    let mut sum = 0;
    let fits = |(_, chars): &&(ProductId, usize)| {
        sum += chars;
        sum <= BATCH_CHARS
    };
    let count = products.iter().take(most).take_while(fits).count().max(1);
    products.get(..count).unwrap_or(products)
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
        .map(|(field, text, html)| Missing {
            product: item.id,
            product_name: item.name.clone(),
            field,
            source: SourceText { text: text.clone(), html },
        })
        .collect()
}

/// Removes tags and line breaks from a name, whatever the service returned.
fn one_line(text: &str) -> String {
    let words: String = text.chars().map(|c| if c.is_control() || c == '<' || c == '>' { ' ' } else { c }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_sent_at_once_than_a_machine_takes_unless_one_product_has_more() {
        let ids =
            |sizes: &[usize]| -> Vec<(ProductId, usize)> { (1..).map(ProductId).zip(sizes.iter().copied()).collect() };
        for (sizes, most, expected) in [
            (vec![1; 30], AT_ONCE, 10),
            (vec![1; 30], 3, 3),
            (vec![8_000, 8_000, 8_000], AT_ONCE, 2),
            (vec![60_000, 1], AT_ONCE, 1),
            (vec![1, 60_000], AT_ONCE, 1),
        ] {
            assert_eq!(batch(&ids(&sizes), most).len(), expected, "{sizes:?}");
        }
    }
}
