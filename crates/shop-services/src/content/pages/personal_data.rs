//! Stored personal data for the privacy notice (GDPR art. 13(1)(c) to (e), 13(2)(a)).

use shop_core::base::Lang;
use shop_core::base::text::escape_html;
use shop_core::platform::words::legal_texts;

use crate::platform::settings::{RetentionSettings, localized};
use crate::privacy::register::{StoredData, visitor_data};

/// Lists the stored data of visitors: which data, purpose and legal basis, recipients, retention.
pub(super) fn personal_data_list(times: &RetentionSettings, lang: Lang) -> String {
    visitor_data().map(|data| entry(data, times, lang)).collect()
}

fn entry(data: &StoredData, times: &RetentionSettings, lang: Lang) -> String {
    let time = data.time.text(times, lang);
    let mut facts = vec![
        localized(data.what, lang).to_owned(),
        format!("{}: {}", localized(data.why, lang), data.basis.text(lang)),
    ];
    if !data.recipients.is_empty() {
        facts.push(legal_texts::kept_recipients(lang, data.recipients_text(lang)));
    }
    facts.push(legal_texts::kept_time(lang, time));
    let facts: Vec<String> = facts.iter().map(|fact| escape_html(fact)).collect();
    format!(
        "<dl><dt><strong>{}</strong></dt><dd>{}</dd></dl>",
        escape_html(localized(data.name, lang)),
        facts.join("<br>")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::rich_text::clean;

    #[test]
    fn visitors_are_told_what_is_kept_why_who_gets_it_and_for_how_long_as_it_is_set() {
        let times = RetentionSettings { mail_days: 99, ..RetentionSettings::default() };
        let (italian, english) = (personal_data_list(&times, Lang::It), personal_data_list(&times, Lang::En));
        for data in visitor_data() {
            assert!(
                italian.contains(&format!("<dt><strong>{}</strong></dt>", localized(data.name, Lang::It))),
                "{}",
                data.id
            );
            assert!(
                english.contains(&format!("<dt><strong>{}</strong></dt>", localized(data.name, Lang::En))),
                "{}",
                data.id
            );
        }
        let mails = italian.split("<strong>Messaggi inviati</strong>").nth(1).unwrap().split("</dd>").next().unwrap();
        for text in
            ["contratto (art. 6.1.b GDPR)", "Chi li riceve: gestore del server di posta", "Per quanto tempo: 99 giorni"]
        {
            assert!(mails.contains(text), "{text} in {mails}");
        }
        assert!(!italian.contains("Registro del personale"), "staff is no visitor");
        assert_eq!(clean(&italian), italian);
    }
}
