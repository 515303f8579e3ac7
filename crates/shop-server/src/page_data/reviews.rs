//! Reviews as the product page shows them, and who reads them.

use shop_core::base::format::date;
use shop_core::base::text::escape_html;
use shop_core::base::{Lang, calendar};
use shop_core::catalogue::product::{Product, PublishStatus};
use shop_core::review::{MAX_STARS, ReviewForm, ReviewRules, ReviewStatus, errors, star_label};
use shop_core::view::{Notice, RatingBar, ReviewFormView, ReviewReply, ReviewView};
use shop_services::ports::{Customer, Review, StoreError};
use shop_services::reviews::{public_name, review_rules, takes_reviews};

use super::context::Context;
use crate::pairs::Pairs;
use crate::session::Session;
use crate::state::AppState;

/// Action of the form's nonce.
pub(crate) const FORM_NONCE: &str = "review";
/// Action of the mark by which a writer sees the own review that waits. Who has the mark is shown that one review.
const WAITING_NONCE: &str = "review-waiting";

/// Who looks at a product's page.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// The logged-in customer.
    customer: Option<Customer>,
    /// The own review that waits, shown after it was sent.
    waiting: Option<Review>,
}

impl Reader {
    /// Reads the session, and the mark of a review in the address (`unapproved` and `moderation-hash`, as the platform
    /// writes them).
    pub(crate) async fn of(state: &AppState, session: &Session, query: &Pairs) -> Result<Self, StoreError> {
        let customer = match session.customer_id {
            Some(id) => state.shop.logins.customer(id).await?,
            None => None,
        };
        let marked = query.get("unapproved").and_then(|id| id.parse::<i64>().ok());
        let mark = query.get("moderation-hash").unwrap_or_default();
        let valid =
            |id: &i64| state.secrets.nonce_is_valid(mark, WAITING_NONCE, &id.to_string(), state.shop.context.now());
        let waiting = match marked.filter(valid) {
            Some(id) => state.shop.reviews.review(id).await?,
            None => None,
        };
        Ok(Self { customer, waiting: waiting.filter(|review| review.status == ReviewStatus::Hold) })
    }

    /// Whether the page is not the one that all guests get.
    pub(crate) fn is_somebody(&self) -> bool {
        self.customer.is_some() || self.waiting.is_some()
    }

    /// Whether the shop knows who would write.
    pub(crate) fn is_known(&self) -> bool {
        self.customer.is_some()
    }

    /// What the form's nonce is bound to.
    pub(crate) fn nonce_owner(&self) -> String {
        form_owner(self.customer.as_ref())
    }
}

/// What the nonce of a form for readers is bound to: the account. Guests share one, as their page is kept for all of them; that the
/// form comes from the shop's own page is told by the browser besides.
pub(crate) fn form_owner(customer: Option<&Customer>) -> String {
    customer.map(|customer| format!("customer-{}", customer.id.0)).unwrap_or_default()
}

/// The address of the page on which the writer sees the review that waits.
pub(crate) fn waiting_address(state: &AppState, slug: &str, id: i64) -> String {
    let mark = state.secrets.nonce(WAITING_NONCE, &id.to_string(), state.shop.context.now());
    format!("/prodotto/{slug}/?unapproved={id}&moderation-hash={mark}#comment-{id}")
}

/// A form that comes back.
#[derive(Debug, Default)]
pub(crate) struct TriedReview {
    /// As it was filled in.
    pub form: ReviewForm,
    /// What was refused.
    pub errors: Vec<Notice>,
}

/// What a product page shows of reviews.
#[derive(Debug, Default)]
pub(crate) struct ReviewsPart {
    pub list: Vec<ReviewView>,
    pub bars: Vec<RatingBar>,
    pub page: i64,
    pub pages: i64,
    pub open: bool,
    pub rules: ReviewRules,
    pub form: Option<ReviewFormView>,
}

/// The published product of an address.
pub(crate) fn published_product<'a>(context: &'a Context, slug: &str) -> Option<&'a Product> {
    context.catalogue.by_slug(slug).filter(|product| product.item.status == PublishStatus::Publish)
}

/// Where the product lives now that had this slug before: the same part of its pages, with the same query.
pub(crate) fn moved_path(context: &Context, slug: &str, path: &str, query: Option<&str>) -> Option<String> {
    let moved = context.catalogue.moved_product(slug)?;
    published_product(context, &moved.slug)?;
    let part = path.strip_prefix(&format!("/prodotto/{slug}/")).unwrap_or_default();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("/prodotto/{}/{part}{query}", moved.slug))
}

/// The reviews of a product for a reader; `None`: there is no such page of them.
pub(crate) async fn reviews(
    context: &Context,
    product: &Product,
    page: i64,
    reader: &Reader,
    tried: Option<TriedReview>,
) -> Result<Option<ReviewsPart>, StoreError> {
    let Some(found) = context.state.shop.reviews.product_reviews(product, page).await? else { return Ok(None) };
    let open = takes_reviews(&context.settings, product);
    let mut rules = review_rules(&context.settings, reader.is_known());
    match &reader.customer {
        Some(customer) if open => {
            let history = context.state.shop.reviews.customer_review_history(product, customer).await?;
            (rules.bought, rules.reviewed) = (history.bought, history.reviewed);
        }
        // Of a guest nothing is known before the address is typed; the server asks when the form arrives.
        _ => rules.bought = true,
    }
    let own = reader.waiting.iter().filter(|review| review.product_id == product.item.id);
    // A refusal of the writer, not of a field.
    let refused = errors(&ReviewForm::default(), &rules).iter().any(|error| error.field.is_empty());
    let may_write = open && !refused;
    let form = (may_write || tried.is_some()).then(|| review_form(context, reader, tried.unwrap_or_default()));
    Ok(Some(ReviewsPart {
        list: own
            .chain(&found.list)
            .map(|review| review_view(review, &context.settings.shop.name, context.lang))
            .collect(),
        bars: bars(found.counts, context.lang),
        page: found.page,
        pages: found.pages,
        open,
        rules,
        form,
    }))
}

fn review_form(context: &Context, reader: &Reader, tried: TriedReview) -> ReviewFormView {
    ReviewFormView {
        nonce: context.state.secrets.nonce(FORM_NONCE, &reader.nonce_owner(), context.state.shop.context.now()),
        writer: reader.customer.as_ref().map(public_name).unwrap_or_default(),
        form: tried.form,
        errors: tried.errors,
    }
}

/// Five stars first; nothing when nobody has rated.
fn bars(counts: [i64; 5], lang: Lang) -> Vec<RatingBar> {
    if counts.iter().all(|count| *count == 0) {
        return Vec::new();
    }
    let bar = |(stars, count)| RatingBar { stars, label: star_label(stars, lang), count };
    (1..=MAX_STARS).rev().zip(counts.into_iter().rev()).map(bar).collect()
}

fn review_view(review: &Review, shop: &str, lang: Lang) -> ReviewView {
    ReviewView {
        id: review.id,
        reviewer: review.reviewer.clone(),
        rating: review.rating,
        html: html_of(&review.body),
        date: date(review.created_at, lang),
        verified: review.verified,
        waiting: review.status == ReviewStatus::Hold,
        reply: review.replied_at.map(|at| ReviewReply {
            shop: shop.to_owned(),
            html: html_of(&review.reply),
            date: calendar::day(at, lang),
        }),
    }
}

/// A text with its paragraphs and lines, escaped.
pub(crate) fn html_of(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut out = String::new();
    for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        out.push_str("<p>");
        out.push_str(&escape_html(paragraph).replace('\n', "<br>"));
        out.push_str("</p>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_lines_and_nothing_of_it_is_a_tag() {
        for (text, html) in [
            ("Buono", "<p>Buono</p>"),
            ("Uno\r\ndue\n\n\n<script>x</script>", "<p>Uno<br>due</p><p>&lt;script&gt;x&lt;/script&gt;</p>"),
            (" \n\n ", ""),
        ] {
            assert_eq!(html_of(text), html);
        }
    }

    #[test]
    fn bars_go_from_five_stars_to_one_and_an_unrated_product_has_none() {
        assert!(bars([0; 5], Lang::It).is_empty());
        let stars: Vec<(i64, i64)> = bars([1, 0, 0, 2, 7], Lang::It).iter().map(|bar| (bar.stars, bar.count)).collect();
        assert_eq!(stars, [(5, 7), (4, 2), (3, 0), (2, 0), (1, 1)]);
    }
}
