//! Stored personal data for the privacy notice (GDPR art. 13(1)(c) to (e), 13(2)(a)).

use shop_core::base::Lang;
use shop_core::base::text::escape_html;
use shop_core::platform::words::legal_texts;

use crate::platform::settings::{RetentionSettings, said};
use crate::privacy::register::{KeptData, kept_of_visitors};

/// Lists the stored data of visitors: which data, purpose and legal basis, recipients, retention.
pub(super) fn kept_list(times: &RetentionSettings, lang: Lang) -> String {
    kept_of_visitors().map(|kept| entry(kept, times, lang)).collect()
}

fn entry(kept: &KeptData, times: &RetentionSettings, lang: Lang) -> String {
    let time = kept.time.said(times, lang);
    let mut facts =
        vec![said(kept.what, lang).to_owned(), format!("{}: {}", said(kept.why, lang), kept.basis.said(lang))];
    if !kept.recipients.is_empty() {
        facts.push(legal_texts::kept_recipients(lang, kept.recipients_said(lang)));
    }
    facts.push(legal_texts::kept_time(lang, time));
    let facts: Vec<String> = facts.iter().map(|fact| escape_html(fact)).collect();
    format!("<dl><dt><strong>{}</strong></dt><dd>{}</dd></dl>", escape_html(said(kept.name, lang)), facts.join("<br>"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::rich_text::clean;

    #[test]
    fn visitors_are_told_what_is_kept_why_who_gets_it_and_for_how_long_as_it_is_set() {
        let times = RetentionSettings { mail_days: 99, ..RetentionSettings::default() };
        let (italian, english) = (kept_list(&times, Lang::It), kept_list(&times, Lang::En));
        for kept in kept_of_visitors() {
            assert!(
                italian.contains(&format!("<dt><strong>{}</strong></dt>", said(kept.name, Lang::It))),
                "{}",
                kept.id
            );
            assert!(
                english.contains(&format!("<dt><strong>{}</strong></dt>", said(kept.name, Lang::En))),
                "{}",
                kept.id
            );
        }
        let mails = italian.split("<strong>Messaggi inviati</strong>").nth(1).unwrap().split("</dd>").next().unwrap();
        for told in
            ["contratto (art. 6.1.b GDPR)", "Chi li riceve: gestore del server di posta", "Per quanto tempo: 99 giorni"]
        {
            assert!(mails.contains(told), "{told} in {mails}");
        }
        assert!(!italian.contains("Registro del personale"), "staff is no visitor");
        assert_eq!(clean(&italian), italian);
    }
}
