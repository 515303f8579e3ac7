//! English texts that products lack, proposed by a machine: drafts beside the product, which nobody but the merchant sees until he
//! takes them over. Made when he asks for them, never while a page is being shown.

use std::sync::Arc;

use async_trait::async_trait;
use shop_core::base::{Lang, ProductId};
use shop_core::catalogue::product::{Product, PublishStatus};

use crate::content::rich_text::clean;
use crate::platform::context::Context;
use crate::ports::{CatalogueStore, StoreError, ports};

/// Longest text that is sent, in characters.
const MAX_CHARS: usize = 20_000;
/// Products that are asked about at once.
const AT_ONCE: usize = 10;
/// Characters that are sent at once, unless one product has more: machines limit them.
const BATCH_CHARS: usize = 20_000;
/// What no machine refuses that translates at all.
const PROBE: &str = "Buongiorno";
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
    /// It will not translate these texts.
    #[error("the translator refuses: {0}")]
    Refused(String),
    /// It will do nothing for this shop.
    #[error("the translator refuses: {0}")]
    Closed(String),
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

/// What came of a round of drafts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drafted {
    /// How many products got drafts.
    pub products: usize,
    /// Texts that the machine will not translate: they are for somebody to write.
    pub refused: Vec<RefusedText>,
}

/// A text that the machine will not translate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedText {
    /// Name of its product.
    pub product: String,
    /// Which text of the product: `name`, `short_description` or `description`.
    pub field: &'static str,
    /// What the machine said.
    pub why: String,
}

/// Why a round of drafts ended early. What was drafted before is kept.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    #[error(transparent)]
    Store(#[from] StoreError),
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
    product_name: String,
    field: &'static str,
    source: SourceText,
}

impl Translations {
    /// Drafts what products lack in English: their name and texts. So many products at most get drafts. A text that the machine refuses
    /// is skipped and told.
    ///
    /// # Errors
    /// The translator or the database did not do as asked; what was drafted before is kept.
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
        let asked: Vec<Missing> = ids.clone().filter_map(|id| catalogue.product(id)).flat_map(missing).collect();
        if asked.is_empty() {
            return Ok(0);
        }
        let answers = round.translate(&asked).await?;
        // Somebody may have changed a product while the machine thought: only what is still missing is drafted.
        let catalogue = self.context.newest_catalogue().await?;
        let mut changed = Vec::new();
        for id in ids {
            let Some(product) = catalogue.product(id) else { continue };
            let open = missing(product);
            let mut next = Product::clone(product);
            let made = asked.iter().zip(&answers).filter(|(one, _)| one.product == id);
            for (one, answer) in made {
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
        // No stock is set, so that none can have moved.
        let _ = self.store.save_products(&changed, &[]).await?;
        self.context.catalogue_changed();
        Ok(changed.len())
    }
}

/// A round of questions to the machine.
struct Round<'a> {
    translator: &'a dyn Translator,
    /// It has translated something.
    translates: bool,
    refused: Vec<RefusedText>,
}

impl Round<'_> {
    /// The texts in English; none for those that the machine refuses. Where it refuses several at once, each is asked about alone.
    async fn translate(&mut self, asked: &[Missing]) -> Result<Vec<Option<String>>, TranslatorError> {
        let sources: Vec<SourceText> = asked.iter().map(|one| one.source.clone()).collect();
        match self.ask(&sources).await {
            Ok(answers) => return Ok(answers.into_iter().map(Some).collect()),
            Err(TranslatorError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
        let mut answers = Vec::with_capacity(asked.len());
        for one in asked {
            answers.push(match self.ask(std::slice::from_ref(&one.source)).await {
                Ok(answer) => answer.into_iter().next(),
                Err(TranslatorError::Refused(why)) => {
                    // A machine that refuses everything is asked for no other text.
                    if !self.translates {
                        self.ask(&[SourceText { text: PROBE.to_owned(), html: false }]).await?;
                    }
                    self.refused.push(RefusedText { product: one.product_name.clone(), field: one.field, why });
                    None
                }
                Err(error) => return Err(error),
            });
        }
        Ok(answers)
    }

    async fn ask(&mut self, sources: &[SourceText]) -> Result<Vec<String>, TranslatorError> {
        let answers = self.translator.translate(sources, Lang::En).await?;
        if answers.len() != sources.len() {
            return Err(TranslatorError::Unavailable("it left texts out".to_owned()));
        }
        self.translates = true;
        Ok(answers)
    }
}

/// The first of the products that are asked about at once.
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

/// A name holds no tags and no breaks, whatever the machine made of it.
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
