//! Product reviews: their validation, who can write one, and the average ratings (storefront specification, sections 2, 3 and 5).

use serde::{Deserialize, Serialize};

use crate::base::{FieldError, Lang, Params};
pub use crate::content::comment::CommentStatus as ReviewStatus;
use crate::content::comment::{Comment, first_status, text_error, writer_errors};
use crate::platform::messages::{codes, text};

/// Highest number of stars.
pub const MAX_STARS: i64 = 5;

/// Daily limit of reviews for a session, account or address; a genuine shopper writes fewer.
pub const MAX_A_DAY: u32 = 3;

/// A review as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ReviewForm {
    /// Chosen stars; `None`: none chosen.
    pub rating: Option<i64>,
    /// Name of the author. Ignored if the author is logged in.
    pub name: String,
    /// The author's e-mail address, never shown. Ignored if the author is logged in.
    pub email: String,
    /// Text of the review; may have several lines.
    pub text: String,
}

/// The shop's rules for a review, and what is known about the author.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ReviewRules {
    /// Setting `review_rating_required`. True by default.
    pub rating_required: bool,
    /// Whether only buyers of the product can review it.
    pub buyers_only: bool,
    /// Whether an author can review a product only once.
    pub one_per_buyer: bool,
    /// Whether reviews are published only after moderation. True by default.
    pub moderated: bool,
    /// Whether the author is logged in.
    pub known_writer: bool,
    /// Whether the author bought the product in this shop.
    pub bought: bool,
    /// Whether the author has already reviewed the product.
    pub reviewed: bool,
}

impl Default for ReviewRules {
    fn default() -> Self {
        Self {
            rating_required: true,
            buyers_only: false,
            one_per_buyer: false,
            moderated: true,
            known_writer: false,
            bought: false,
            reviewed: false,
        }
    }
}

/// A valid review. Only [`check`] creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    // INVARIANT: `errors(form, rules)` was empty for the form and rules that this was made from.
    rating: Option<i64>,
    written: Comment,
    verified: bool,
    status: ReviewStatus,
}

impl Review {
    /// Returns the stars, 1 to 5; `None`: not rated.
    pub fn rating(&self) -> Option<i64> {
        self.rating
    }

    /// Returns author and text.
    pub fn comment(&self) -> &Comment {
        &self.written
    }

    /// Returns whether the author bought the product, which is shown beside the review (Directive 2005/29/EC, article 7(6): a
    /// shop states whether and how it ensures that reviews come from buyers).
    pub fn verified(&self) -> bool {
        self.verified
    }

    /// Returns the initial status of the review.
    pub fn status(&self) -> ReviewStatus {
        self.status
    }
}

/// Returns the errors. If the author cannot review at all, that is the only error; otherwise they are in page order.
///
/// ```
/// use shop_core::catalogue::review::{ReviewForm, ReviewRules, errors};
/// let form = ReviewForm { text: "Ottimo".into(), ..ReviewForm::default() };
/// let rules = ReviewRules { known_writer: true, ..ReviewRules::default() };
/// assert_eq!(errors(&form, &rules)[0].code, "review_rating_required");
/// ```
pub fn errors(form: &ReviewForm, rules: &ReviewRules) -> Vec<FieldError> {
    if rules.buyers_only && !rules.bought {
        return vec![FieldError::new("", codes::REVIEW_BUYERS_ONLY)];
    }
    if rules.one_per_buyer && rules.reviewed {
        return vec![FieldError::new("", codes::REVIEW_ALREADY_WRITTEN)];
    }
    let rated = form.rating.map_or(!rules.rating_required, |stars| (1..=MAX_STARS).contains(&stars));
    let rating = (!rated).then(|| FieldError::new("rating", codes::REVIEW_RATING_REQUIRED));
    let text = text_error(&form.text, codes::REVIEW_TEXT_REQUIRED);
    let mut out: Vec<FieldError> = rating.into_iter().chain(text).collect();
    if !rules.known_writer {
        out.extend(writer_errors(&form.name, &form.email));
    }
    out
}

/// Validates a review and returns it as stored, or the errors.
pub fn check(form: &ReviewForm, rules: &ReviewRules) -> Result<Review, Vec<FieldError>> {
    let errors = errors(form, rules);
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Review {
        rating: form.rating,
        written: Comment::from_validated(&form.name, &form.email, &form.text, rules.known_writer),
        verified: rules.bought,
        status: first_status(rules.moderated, false),
    })
}

/// Returns the label of a star in the form: "1 stella su 5" to "5 stelle su 5".
///
/// ```
/// use shop_core::catalogue::review::star_label;
/// use shop_core::base::Lang;
/// assert_eq!(star_label(1, Lang::It), "1 stella su 5");
/// assert_eq!(star_label(5, Lang::En), "5 stars out of 5");
/// ```
pub fn star_label(stars: i64, lang: Lang) -> String {
    let code = if stars == 1 { codes::REVIEW_STAR } else { codes::REVIEW_STARS };
    text(code, &Params::from([("stars".to_owned(), stars.to_string())]), lang)
}

/// Returns the average in tenths of a star, for a given sum and number of ratings, halves up; `None` without ratings.
///
/// ```
/// assert_eq!(shop_core::catalogue::review::average_tenths(13, 3), Some(43));
/// assert_eq!(shop_core::catalogue::review::average_tenths(19, 4), Some(48));
/// assert_eq!(shop_core::catalogue::review::average_tenths(0, 0), None);
/// ```
pub fn average_tenths(sum: i64, count: i64) -> Option<i64> {
    let tenths = crate::base::round_div;
    (count > 0).then(|| tenths(i128::from(sum) * 10, i128::from(count), crate::base::Half::Up))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn form(rating: Option<i64>) -> ReviewForm {
        ReviewForm { rating, name: "Anna".into(), email: "a@b.it".into(), text: "Ottimo".into() }
    }

    fn error_codes(form: &ReviewForm, rules: &ReviewRules) -> Vec<String> {
        errors(form, rules).into_iter().map(|error| error.code.into_owned()).collect()
    }

    #[test]
    fn a_rating_of_one_to_five_stars_is_required() {
        for stars in 1..=5 {
            assert_eq!(error_codes(&form(Some(stars)), &ReviewRules::default()), Vec::<String>::new(), "{stars}");
        }
        for rating in [None, Some(0), Some(-1), Some(6), Some(i64::MAX)] {
            assert_eq!(error_codes(&form(rating), &ReviewRules::default()), ["review_rating_required"], "{rating:?}");
        }
    }

    #[test]
    fn without_the_setting_a_review_may_be_unrated_but_not_wrongly_rated() {
        let rules = ReviewRules { rating_required: false, ..ReviewRules::default() };
        assert_eq!(check(&form(None), &rules).unwrap().rating(), None);
        assert_eq!(error_codes(&form(Some(6)), &rules), ["review_rating_required"]);
    }

    #[test]
    fn who_may_not_review_is_told_that_alone() {
        let empty = ReviewForm::default();
        let buyers = ReviewRules { buyers_only: true, ..ReviewRules::default() };
        assert_eq!(error_codes(&empty, &buyers), ["review_buyers_only"]);
        let again = ReviewRules { one_per_buyer: true, reviewed: true, bought: true, ..buyers.clone() };
        assert_eq!(error_codes(&empty, &again), ["review_already_written"]);
        let first = ReviewRules { reviewed: false, ..again };
        assert_eq!(error_codes(&form(Some(5)), &first), Vec::<String>::new());
        let many = ReviewRules { reviewed: true, ..ReviewRules::default() };
        assert_eq!(error_codes(&form(Some(5)), &many), Vec::<String>::new(), "several are allowed unless set");
    }

    #[test]
    fn an_empty_form_names_every_field_in_page_order() {
        let fields: Vec<String> =
            errors(&ReviewForm::default(), &ReviewRules::default()).into_iter().map(|e| e.field).collect();
        assert_eq!(fields, ["rating", "text", "name", "email"]);
    }

    #[test]
    fn reviews_wait_for_a_person_and_only_buyers_are_verified() {
        let waiting = check(&form(Some(4)), &ReviewRules::default()).unwrap();
        assert_eq!((waiting.status(), waiting.verified()), (ReviewStatus::Hold, false));
        let rules = ReviewRules { moderated: false, bought: true, ..ReviewRules::default() };
        let shown = check(&form(Some(4)), &rules).unwrap();
        assert_eq!((shown.status(), shown.verified()), (ReviewStatus::Approved, true));
        assert!(ReviewStatus::ALL.iter().all(|status| status.counts() == (*status == ReviewStatus::Approved)));
    }

    #[test]
    fn stars_are_named_in_both_languages() {
        let labels: Vec<String> = (1..=5).map(|stars| star_label(stars, Lang::It)).collect();
        assert_eq!(labels, ["1 stella su 5", "2 stelle su 5", "3 stelle su 5", "4 stelle su 5", "5 stelle su 5"]);
        assert_eq!(star_label(1, Lang::En), "1 star out of 5");
    }

    proptest! {
        #[test]
        fn the_average_lies_between_the_least_and_the_greatest(stars in prop::collection::vec(1_i64..=5, 1..50)) {
            let average = average_tenths(stars.iter().sum(), i64::try_from(stars.len()).unwrap()).unwrap();
            prop_assert!(average >= stars.iter().min().unwrap() * 10 && average <= stars.iter().max().unwrap() * 10);
        }
    }
}
