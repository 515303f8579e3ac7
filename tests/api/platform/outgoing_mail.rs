//! Messages on their way to the mail server: each goes out once; what is refused is tried again, and never lost.

use reqwest::Method;
use serde_json::Value;
use shop_services::ports::NewMail;
use shop_tests::{MailFault, MailServer, Merchant, TestShop, now, on_both_databases, rules};

const A_MINUTE_S: i64 = 60;
const AN_HOUR_S: i64 = 3600;
/// A message that was claimed is nobody else's for so long.
const LEASE_S: i64 = 120;
/// Tries until a message stays.
const TRIES: usize = 10;

async fn queue(shop: &TestShop, recipients: &[&str]) {
    let store = shop.store().await;
    for recipient in recipients {
        let mail = NewMail {
            kind: "customer_note".into(),
            recipient: (*recipient).into(),
            subject: "È pronta".into(),
            body_html: "<p>.È pronta</p>".into(),
            body_text: ".È pronta".into(),
            delay_s: 0,
            unsubscribe_url: String::new(),
        };
        store.queue_mail(&mail, now()).await.expect("the database");
    }
}

/// A server that hands messages over, so many seconds ahead.
async fn sender(shop: &mut TestShop, mail: &MailServer, ahead_s: i64) -> usize {
    shop.add_server_ahead_with(ahead_s, &[("SHOP_SMTP_URL", mail.url())]).await
}

/// What the back office says of the message to somebody.
async fn shown(merchant: &mut Merchant, recipient: &str) -> Value {
    let mails = merchant.mails().await;
    let found = mails.into_iter().find(|mail| mail["recipient"] == recipient);
    found.unwrap_or_else(|| panic!("a message to {recipient}"))
}

fn recipients(mail: &MailServer) -> Vec<String> {
    let mut all: Vec<String> = mail.messages().into_iter().flat_map(|message| message.to).collect();
    all.sort();
    all
}

on_both_databases! {
    async fn a_message_goes_out_once_however_many_servers_look_for_it_however_often(shop) {
        let (mut shop, mail) = (shop, MailServer::start().await);
        let (one, other) = (sender(&mut shop, &mail, 0).await, sender(&mut shop, &mail, 0).await);
        shop.visitor_of(one).buy("t-five", 1).await;
        let mut merchant = shop.merchant().await;
        let mut queued: Vec<String> =
            merchant.mails().await.iter().filter_map(|mail| mail["recipient"].as_str()).map(str::to_owned).collect();
        queued.sort();
        assert_eq!(queued.len(), 2, "one to the buyer and one to the shop");
        tokio::join!(shop.send_mail(one), shop.send_mail(other), shop.send_mail(one));
        assert_eq!(recipients(&mail), queued);
        let later = sender(&mut shop, &mail, AN_HOUR_S).await;
        shop.send_mail(later).await;
        shop.send_mail(one).await;
        assert_eq!(recipients(&mail), queued);
        for mail in merchant.mails().await {
            assert!(mail["sent_at"].as_i64().is_some() && mail["last_error"] == "", "{mail}");
        }
    }

    async fn a_recipient_who_is_refused_keeps_no_other_message_back(shop) {
        let (mut shop, mail) = (shop, MailServer::start().await);
        queue(&shop, &["nobody", "nessuno@example.com", "anna@example.com", "josé@example.it", "anna@città.example"]).await;
        mail.fails(&[MailFault::NoSuchMailbox]);
        let sender = sender(&mut shop, &mail, 0).await;
        shop.send_mail(sender).await;
        assert_eq!(recipients(&mail), ["anna@example.com", "anna@xn--citt-3na.example", "josé@example.it"]);
        let mut merchant = shop.merchant().await;
        for (recipient, why) in [("nobody", "no @"), ("nessuno@example.com", "550")] {
            let stays = shown(&mut merchant, recipient).await;
            assert!(stays["last_error"].as_str().is_some_and(|said| said.contains(why)), "{stays}");
        }
    }
}

rules! {
    async fn a_message_that_is_refused_for_a_while_goes_out_a_minute_later(shop) {
        let (mut shop, mail) = (shop, MailServer::start().await);
        queue(&shop, &["anna@example.com"]).await;
        let sender_now = sender(&mut shop, &mail, 0).await;
        let mut merchant = shop.merchant().await;
        for (fault, said, ahead_s) in [(MailFault::Busy, "421", 0), (MailFault::NotNow, "451", A_MINUTE_S + 1)] {
            mail.fails(&[fault]);
            let at = if ahead_s == 0 { sender_now } else { sender(&mut shop, &mail, ahead_s).await };
            shop.send_mail(at).await;
            let waits = shown(&mut merchant, "anna@example.com").await;
            assert!(waits["sent_at"].is_null() && waits["last_error"].as_str().is_some_and(|why| why.contains(said)), "{waits}");
            shop.send_mail(at).await;
            assert_eq!(recipients(&mail), [""; 0], "not before its time");
        }
        let later = sender(&mut shop, &mail, 4 * A_MINUTE_S).await;
        shop.send_mail(later).await;
        assert_eq!(recipients(&mail), ["anna@example.com"]);
        assert_eq!(shown(&mut merchant, "anna@example.com").await["last_error"], "");
    }

    async fn a_message_that_is_refused_ten_times_stays_with_the_reason_until_staff_sends_it_again(shop) {
        let (mut shop, mail) = (shop, MailServer::start().await);
        queue(&shop, &["nessuno@example.com"]).await;
        mail.fails(&[MailFault::NoSuchMailbox; TRIES]);
        for hour in 0..=i64::try_from(TRIES).expect("a number of hours") {
            let later = sender(&mut shop, &mail, 2 * hour * AN_HOUR_S).await;
            shop.send_mail(later).await;
        }
        assert_eq!((mail.refusals(), recipients(&mail).len()), (TRIES, 0));
        let mut merchant = shop.merchant().await;
        let stays = shown(&mut merchant, "nessuno@example.com").await;
        assert!(stays["sent_at"].is_null() && stays["attempts"] == TRIES, "{stays}");
        assert!(stays["last_error"].as_str().is_some_and(|why| why.contains("No such mailbox")), "{stays}");
        let again = merchant.write(Method::POST, &format!("/mail/{}/resend", stays["id"]), Value::Null).await;
        assert_eq!(again.status, 204);
        let sender = sender(&mut shop, &mail, 0).await;
        shop.send_mail(sender).await;
        assert_eq!(recipients(&mail), ["nessuno@example.com"]);
    }

    async fn a_message_whose_answer_was_lost_comes_again_under_the_same_number_which_no_other_has(shop) {
        let (mut shop, mail) = (shop, MailServer::start().await);
        queue(&shop, &["anna@example.com", "bruno@example.com"]).await;
        mail.fails(&[MailFault::AnswerLost]);
        for ahead_s in [0, A_MINUTE_S + 1] {
            let sender = sender(&mut shop, &mail, ahead_s).await;
            shop.send_mail(sender).await;
        }
        assert_eq!(recipients(&mail), ["anna@example.com", "anna@example.com", "bruno@example.com"]);
        let mut numbers: Vec<String> =
            mail.messages().iter().map(|message| message.header("Message-ID").to_owned()).collect();
        assert!(numbers.iter().all(|number| number.starts_with('<') && number.ends_with("@bottega.example>")), "{numbers:?}");
        numbers.sort();
        numbers.dedup();
        assert_eq!(numbers.len(), 2);
    }

    async fn what_a_server_held_that_was_switched_off_goes_out_when_its_lease_is_over(shop) {
        let (mut shop, mail) = (shop, MailServer::start().await);
        queue(&shop, &["anna@example.com"]).await;
        let held = shop.store().await.claim_due_mail(now(), LEASE_S, 20).await.expect("the database");
        assert_eq!(held.len(), 1);
        for (ahead_s, sent) in [(LEASE_S - 10, 0), (LEASE_S + 1, 1), (AN_HOUR_S, 1)] {
            let sender = sender(&mut shop, &mail, ahead_s).await;
            shop.send_mail(sender).await;
            assert_eq!(recipients(&mail).len(), sent, "after {ahead_s} s");
        }
    }
}
