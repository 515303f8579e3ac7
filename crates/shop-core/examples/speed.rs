//! Measures the native speed of the rules, for `scripts/bench`. Reads the requests of `tests/parity/core-speed.mjs` from standard
//! input and prints, for each, its name, a tab and the median time in microseconds. It has no thresholds.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a measuring program fails by panicking")]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::print_stdout,
    reason = "the rules are pure, their measuring is not"
)]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts of calls are small and positive"
)]

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shop_core::catalogue::variation::{VariationForm, VariationIndex};
use shop_core::catalogue::variation_form::VariationFormState;
use shop_core::exports::{cart_totals, check_checkout, check_vat_number};

/// Either a product form whose options are chosen in turn, or the arguments of a function.
#[derive(Deserialize)]
struct Question {
    name: String,
    form: Option<VariationForm>,
    #[serde(default)]
    call: String,
    #[serde(default)]
    args: Value,
}

/// Returns the median time of a call, in microseconds. Calls shorter than the clock's resolution are timed in batches.
fn median(mut step: impl FnMut(usize)) -> f64 {
    let mut timed = |count: usize, from: usize| {
        let start = Instant::now();
        (from..from + count).for_each(&mut step);
        start.elapsed().as_secs_f64() * 1e6 / count as f64
    };
    let warm = Instant::now();
    while warm.elapsed() < Duration::from_millis(200) {
        timed(1, 0);
    }
    let batch = ((20.0 / timed(10, 0)).round() as usize).max(1);
    let (begin, mut times) = (Instant::now(), Vec::new());
    while begin.elapsed() < Duration::from_millis(500) {
        times.push(timed(batch, times.len() * batch));
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn variation_check(form: VariationForm) -> f64 {
    let attributes = form.attributes.clone();
    let index = VariationIndex::new(form);
    let mut state = Some(index.start());
    median(|at| {
        let attribute = &attributes[at % attributes.len()];
        let option = &attribute.options[at % attribute.options.len()];
        let before = state.take().map(VariationFormState::into_choice).unwrap_or_default();
        state = Some(black_box(index.choose(before, &attribute.name, option)));
    })
}

/// Times a function whose arguments are parsed beforehand: the rule alone, without JSON.
fn of<T: DeserializeOwned + Clone, R>(args: Value, rule: impl Fn(T) -> R) -> Result<f64, Box<dyn Error>> {
    let args: T = serde_json::from_value(args)?;
    Ok(median(|_| drop(black_box(rule(black_box(args.clone()))))))
}

fn time(question: Question) -> Result<f64, Box<dyn Error>> {
    if let Some(form) = question.form {
        return Ok(variation_check(form));
    }
    let args = question.args;
    match question.call.as_str() {
        "checkCheckout" => of(args, |(form, rules)| check_checkout(form, rules)),
        "checkVatNumber" => of(args, |(country, input)| check_vat_number(country, input)),
        "cartTotals" => of(args, |(form,)| cart_totals(form)),
        "passwordStrength" => {
            of(args, |(password, words): (String, Vec<String>)| shop_password::score(&password, &words))
        }
        other => Err(format!("no native function for {other}").into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let questions: Vec<Question> = serde_json::from_reader(std::io::stdin().lock())?;
    for question in questions {
        let name = question.name.clone();
        println!("{name}\t{:.2}", time(question)?);
    }
    Ok(())
}
