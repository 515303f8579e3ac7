//! Checks that the mail server accepts connections.

use super::Report;
use crate::platform::config::Config;
use crate::platform::outgoing_mail::transport;

const SUBJECT: &str = "mail";

pub(super) async fn check(config: &Config, report: &mut Report) {
    if !config.has_mail_server() {
        return report
            .warn(SUBJECT, "no server is set, so messages stay in the back office's mailbox: set SHOP_SMTP_URL");
    }
    let Some(transport) = transport(config) else {
        return report.fail(SUBJECT, "SHOP_SMTP_URL cannot be used: it is smtp://user:password@host:port");
    };
    match transport.test_connection().await {
        Ok(true) => report.ok(SUBJECT, "the server answers and lets the shop in"),
        Ok(false) => report.fail(SUBJECT, "the server answers, but takes nothing: look at SHOP_SMTP_URL"),
        Err(error) => report.fail(SUBJECT, format!("{error}: look at SHOP_SMTP_URL and at the server")),
    }
}
