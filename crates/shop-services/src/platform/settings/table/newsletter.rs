use super::super::declare::settings;

settings! {
    newsletter: NewsletterSettings in "newsletter" {
        enabled: bool, "newsletter.enabled",
            ["Ci si può iscrivere alla newsletter", "People can subscribe to the newsletter"],
            hint ["Il modulo sta in fondo a ogni pagina; chi si iscrive conferma da un messaggio",
                  "The form is at the foot of every page; who subscribes confirms by a message"];
    }
}
