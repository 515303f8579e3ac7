//! Settings of elements on every page: the shop-wide notice, the banner at the foot, the chat.

use shop_core::base::Lang;
use shop_core::content::widget::chat::ChatSettings;
use shop_core::platform::merchant::setting::SettingKind;

use super::super::declare::settings;
use super::line;

settings! {
    notices: NoticeSettings in "notices" {
        [part "Avviso del negozio", "Notice of the shop"]
        notice: String, "notices.notice" as line(300), ["Testo in cima a ogni pagina", "Text at the top of every page"],
            hint ["Vuoto: nessun avviso. Chi lo chiude lo rivede quando il testo cambia", "Empty: none. Who closes it sees it again when the text changes"];
        notice_en: String, "notices.notice_en" as line(300), ["Lo stesso in inglese", "The same in English"];
        [part "Banner «In arrivo»", "Banner “Coming soon”"]
        coming_soon: String, "notices.coming_soon" as line(300),
            ["Testo in fondo a ogni pagina", "Text at the foot of every page"],
            hint ["Vuoto: nessun banner. Chi lo chiude non lo rivede", "Empty: none. Who closes it does not see it again"];
        coming_soon_en: String, "notices.coming_soon_en" as line(300), ["Lo stesso in inglese", "The same in English"];
    }
}

settings! {
    chat: ChatShopSettings in "notices" {
        [part "Chat", "Chat"]
        phone: String, "chat.phone" as line(40), ["Numero a cui si scrive", "Number that is written to"],
            hint ["Con il prefisso del Paese. Vuoto: nessuna chat", "With the country’s code. Empty: no chat"];
        app_address: String = "https://wa.me/{phone}".into(), "chat.app_address" as SettingKind::ChatAddress,
            ["Indirizzo che apre l’app sul telefono", "Address that opens the app on a phone"];
        web_address: String = "https://web.whatsapp.com/send?phone={phone}&text={text}".into(),
            "chat.web_address" as SettingKind::ChatAddress,
            ["Indirizzo della chat sul computer", "Address of the chat on a computer"],
            hint ["{phone} è il numero, {text} quello che si scrive", "{phone} is the number, {text} what is typed"];
    }
}

impl NoticeSettings {
    /// The notice in a language; defaults to the Italian one.
    pub fn notice_in(&self, lang: Lang) -> &str {
        lang.select(&self.notice, &self.notice_en)
    }

    /// The banner in a language.
    pub fn coming_soon_in(&self, lang: Lang) -> &str {
        lang.select(&self.coming_soon, &self.coming_soon_en)
    }
}

impl ChatShopSettings {
    /// Converts the settings for the rules.
    pub fn rules(&self) -> ChatSettings {
        ChatSettings {
            phone: self.phone.clone(),
            app_address: self.app_address.clone(),
            web_address: self.web_address.clone(),
        }
    }
}
