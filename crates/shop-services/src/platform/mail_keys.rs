//! Removes the keys from links in e-mails, for readers other than their recipient.

/// Path of links whose tokens give access to an account.
const ACCOUNT_PATH: &str = "/my-account/";

/// Query parameter of a key.
const KEY: &str = "key=";

/// Removes the tokens that give access to an account from an e-mail; the links stay without them.
pub fn without_account_keys(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(ACCOUNT_PATH) {
        let (before, link) = rest.split_at(at);
        out.push_str(before);
        let (link, after) = link.split_at(end_of_link(link));
        match link.split_once(KEY) {
            Some((start, _)) => {
                out.push_str(start);
                out.push_str("key=…");
            }
            None => out.push_str(link),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Removes all keys from an e-mail: those of accounts, orders, conversations and the newsletter.
pub fn without_keys(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(KEY) {
        let (before, found) = rest.split_at(at);
        let (name, value) = found.split_at(KEY.len());
        out.push_str(before);
        out.push_str(name);
        // In HTML, "&amp;" ends with a semicolon.
        if before.ends_with(['?', '&', ';']) {
            out.push('…');
            rest = value.split_at(value.find('&').unwrap_or(value.len()).min(end_of_link(value))).1;
        } else {
            rest = value;
        }
    }
    out.push_str(rest);
    out
}

fn end_of_link(link: &str) -> usize {
    link.find(|c: char| c.is_whitespace() || "\"'<>".contains(c)).unwrap_or(link.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn staff_reads_no_token_that_opens_an_account() {
        for (text, expected) in [
            (
                "Apri https://b.example/my-account/lost-password/?key=abc123 entro due ore",
                "Apri https://b.example/my-account/lost-password/?key=… entro due ore",
            ),
            ("<a href=\"/my-account/confirm/?key=abc\">qui</a>", "<a href=\"/my-account/confirm/?key=…\">qui</a>"),
            ("/my-account/confirm/?x=1&amp;key=abc</p>", "/my-account/confirm/?x=1&amp;key=…</p>"),
            (
                "/my-account/orders/ e /my-account/?key=a\n/my-account/?key=b",
                "/my-account/orders/ e /my-account/?key=…\n/my-account/?key=…",
            ),
            ("/checkout/order-received/7/?key=wc_order_1", "/checkout/order-received/7/?key=wc_order_1"),
        ] {
            assert_eq!(without_account_keys(text), expected);
        }
    }

    #[test]
    fn who_takes_the_data_along_gets_no_key_of_any_link() {
        for (text, expected) in [
            ("/my-account/lost-password/?key=abc123 entro due ore", "/my-account/lost-password/?key=… entro due ore"),
            (
                "/checkout/order-pay/7/?pay_for_order=true&key=wc_1\n",
                "/checkout/order-pay/7/?pay_for_order=true&key=…\n",
            ),
            ("/newsletter/annulla/?key=abc&x=1", "/newsletter/annulla/?key=…&x=1"),
            ("<a href='/x/?a=1&amp;key=abc'>", "<a href='/x/?a=1&amp;key=…'>"),
            ("La parola key=valore resta; ?key=", "La parola key=valore resta; ?key=…"),
        ] {
            assert_eq!(without_keys(text), expected);
        }
    }
}
