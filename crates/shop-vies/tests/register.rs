//! Tests of the client against the stub.

#![allow(clippy::panic, clippy::unwrap_used, reason = "tests")]

use std::time::{Duration, Instant};

use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::RegisterFailure;
use shop_services::ports::{RegisterAnswer, VatRegister};
use shop_vies::{Fault, MAX_TIME_LIMIT, StandIn, Vies, ViesOptions};

const LIMIT: Duration = Duration::from_millis(300);

/// A valid number of the country that contains these digits.
fn number_with(country: &str, figures: &str) -> VatNumber {
    let (prefix, digits) = match country {
        "FR" => ("FR", 11),
        other => (other, 9),
    };
    let room = digits - figures.len() - 1;
    let found = (0..10_u32.pow(4)).find_map(|n| {
        let text = format!("{prefix}1{figures}{n:0room$}");
        VatNumber::parse(country, &text).ok()
    });
    found.unwrap()
}

async fn look_up(fault: Option<Fault>, number: &VatNumber) -> RegisterAnswer {
    let register = StandIn::start().await.unwrap();
    register.fail(fault);
    client(&register.url()).look_up(number, None).await
}

fn client(url: &str) -> Vies {
    Vies::new(&ViesOptions { base_url: url.to_owned(), time_limit: LIMIT }).unwrap()
}

fn number(country: &str, text: &str) -> VatNumber {
    VatNumber::parse(country, text).unwrap()
}

fn failure(why: RegisterFailure) -> RegisterAnswer {
    RegisterAnswer::Unanswered(why)
}

#[tokio::test]
async fn an_issued_number_is_valid_with_the_data_that_its_state_discloses() {
    let RegisterAnswer::Valid(entry) = look_up(None, &number("IT", "IT00743110157")).await else { panic!("valid") };
    assert_eq!(entry.name, "IMPRESA IT00743110157");
    assert_eq!((entry.address.as_str(), entry.consultation.as_str()), ("VIA DI PROVA 1 00000 CITTÀ DI PROVA", ""));
    let RegisterAnswer::Valid(entry) = look_up(None, &number("DE", "DE129273398")).await else { panic!("valid") };
    assert_eq!(entry.name, "", "what a state does not tell is nothing");
    for (country, text) in [("GR", "EL094943585"), ("GB", "XI110305878")] {
        let number = VatNumber::parse(if text.starts_with("XI") { "XI" } else { country }, text);
        let Ok(number) = number else { continue };
        assert!(matches!(look_up(None, &number).await, RegisterAnswer::Valid(_)), "{text}");
    }
}

#[tokio::test]
async fn a_number_that_was_never_given_out_is_invalid() {
    assert_eq!(look_up(None, &number_with("DE", "404")).await, RegisterAnswer::Invalid);
    assert_eq!(
        look_up(Some(Fault::Refuses("INVALID_INPUT")), &number("DE", "DE129273398")).await,
        RegisterAnswer::Invalid
    );
}

#[tokio::test]
async fn who_asks_gets_a_consultation_number_and_who_is_not_known_an_answer_without() {
    let register = StandIn::start().await.unwrap();
    let (vies, vat_number) = (client(&register.url()), number("DE", "DE129273398"));
    let entry = |answer| match answer {
        RegisterAnswer::Valid(entry) => entry,
        other => panic!("{other:?}"),
    };
    let known = vies.look_up(&vat_number, Some(&number("IT", "IT00743110157"))).await;
    assert_eq!(entry(known).consultation, "WAPIAAAA129273398");
    assert_eq!(register.request_count(), 1);
    let stranger = vies.look_up(&vat_number, Some(&number_with("DE", "404"))).await;
    assert_eq!(entry(stranger).consultation, "");
    assert_eq!(register.request_count(), 3, "requested again without the requester");
}

#[tokio::test]
async fn what_the_register_refuses_is_no_answer() {
    for (figures, why) in [
        ("503", RegisterFailure::StateUnavailable),
        ("429", RegisterFailure::Busy),
        ("500", RegisterFailure::ServiceUnavailable),
    ] {
        assert_eq!(look_up(None, &number_with("DE", figures)).await, failure(why), "{figures}");
    }
    for (error, why) in [
        ("MS_MAX_CONCURRENT_REQ", RegisterFailure::Busy),
        ("TIMEOUT", RegisterFailure::TimedOut),
        ("VAT_BLOCKED", RegisterFailure::ServiceUnavailable),
        ("INVALID_REQUESTER_INFO", RegisterFailure::ServiceUnavailable),
    ] {
        let answer = look_up(Some(Fault::Refuses(error)), &number("DE", "DE129273398")).await;
        assert_eq!(answer, failure(why), "{error}");
    }
}

#[tokio::test]
async fn no_fault_of_the_register_makes_a_number_valid_or_invalid() {
    for (fault, why) in [
        (Fault::Slow, RegisterFailure::TimedOut),
        (Fault::Down, RegisterFailure::ServiceUnavailable),
        (Fault::WrongCountry, RegisterFailure::Unreadable),
        (Fault::Garbage, RegisterFailure::Unreadable),
        (Fault::Half, RegisterFailure::Unreadable),
        (Fault::Endless, RegisterFailure::Unreadable),
    ] {
        for text in ["DE129273398", number_with("DE", "404").as_str()] {
            assert_eq!(look_up(Some(fault), &number("DE", text)).await, failure(why), "{fault:?} {text}");
        }
    }
}

#[tokio::test]
async fn a_register_that_is_not_there_is_no_answer() {
    let unreachable = client("http://127.0.0.1:9");
    let answer = unreachable.look_up(&number("DE", "DE129273398"), None).await;
    assert_eq!(answer, failure(RegisterFailure::Unreachable));
}

#[tokio::test]
async fn nobody_waits_longer_than_the_time_limit_and_that_is_five_seconds_at_most() {
    let register = StandIn::start().await.unwrap();
    register.fail(Some(Fault::Slow));
    let begun = Instant::now();
    client(&register.url()).look_up(&number("DE", "DE129273398"), None).await;
    assert!(begun.elapsed() < MAX_TIME_LIMIT);
    assert_eq!(MAX_TIME_LIMIT, Duration::from_secs(5));
}

#[tokio::test]
async fn too_many_questions_at_once_are_refused_as_by_the_register() {
    let register = StandIn::start().await.unwrap();
    register.fail(Some(Fault::Slow));
    let vies = client(&register.url());
    let vat_number = number("DE", "DE129273398");
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let (vies, vat_number) = (vies.clone(), vat_number.clone());
        asking.spawn(async move { vies.look_up(&vat_number, None).await });
    }
    let answers = asking.join_all().await;
    assert!(answers.contains(&failure(RegisterFailure::Busy)), "{answers:?}");
}
