//! Messages about accounts, in the shop's language, as HTML and plain text.

use shop_core::Lang;

use crate::letter::Letter;
use crate::ports::NewMail;
use crate::settings::ShopSettings;

/// What a message is about.
pub(super) enum Occasion {
    /// Completes a registration.
    Register,
    /// Somebody registered with an address that has an account.
    AlreadyRegistered,
    /// Leads to the form for a new password.
    NewPassword,
    /// Confirms an address.
    ConfirmEmail,
    /// An account was made with an order.
    NewAccount,
    /// Warns the address used so far.
    EmailChanging {
        /// The new address.
        to: String,
    },
    /// The password is another one now.
    PasswordChanged,
    /// The account is gone.
    AccountDeleted,
}

struct Words {
    kind: &'static str,
    subject: String,
    text: String,
    /// Words of the link; empty: there is none.
    button: &'static str,
    closing: &'static str,
}

fn words(occasion: &Occasion, shop: &str, lang: Lang) -> Words {
    let it = lang == Lang::It;
    let pick = |italian: &'static str, english: &'static str| if it { italian } else { english };
    let ignore = pick(
        "Se non sei stato tu, ignora questo messaggio: non succede nulla.",
        "If this was not you, ignore this message: nothing happens.",
    );
    let write_us = pick(
        "Se non sei stato tu, rispondi subito a questo messaggio.",
        "If this was not you, reply to this message at once.",
    );
    match occasion {
        Occasion::Register => Words {
            kind: "account_register",
            subject: if it { format!("Completa la registrazione a {shop}") } else { format!("Complete your registration with {shop}") },
            text: pick(
                "Manca un solo passo: apri il link per confermare l'indirizzo e attivare l'account. Vale 48 ore.",
                "One step is left: open the link to confirm the address and activate your account. It is valid for 48 hours.",
            )
            .into(),
            button: pick("Conferma l'indirizzo", "Confirm the address"),
            closing: ignore,
        },
        Occasion::AlreadyRegistered => Words {
            kind: "account_already_registered",
            subject: if it { format!("Hai già un account su {shop}") } else { format!("You already have an account with {shop}") },
            text: pick(
                "Qualcuno ha chiesto un account con questo indirizzo, che ne ha già uno. Puoi accedere con la tua password o sceglierne una nuova dalla pagina «Password dimenticata?».",
                "Somebody asked for an account with this address, which already has one. You can log in with your password, or choose a new one on the page “Lost your password?”.",
            )
            .into(),
            button: "",
            closing: ignore,
        },
        Occasion::NewPassword => Words {
            kind: "account_new_password",
            subject: if it { format!("Scegli una nuova password per {shop}") } else { format!("Choose a new password for {shop}") },
            text: pick(
                "Apri il link per scegliere una nuova password. Vale due ore e una volta sola.",
                "Open the link to choose a new password. It is valid for two hours and only once.",
            )
            .into(),
            button: pick("Scegli la password", "Choose the password"),
            closing: ignore,
        },
        Occasion::ConfirmEmail => Words {
            kind: "account_confirm_email",
            subject: pick("Conferma il tuo indirizzo e-mail", "Confirm your email address").into(),
            text: pick(
                "Apri il link per confermare questo indirizzo. Vale 48 ore.",
                "Open the link to confirm this address. It is valid for 48 hours.",
            )
            .into(),
            button: pick("Conferma l'indirizzo", "Confirm the address"),
            closing: ignore,
        },
        Occasion::NewAccount => Words {
            kind: "account_new",
            subject: if it { format!("Il tuo account su {shop}") } else { format!("Your account with {shop}") },
            text: pick(
                "Con il tuo ordine abbiamo creato il tuo account. Conferma l'indirizzo per ritrovare anche gli ordini fatti in precedenza; se non hai scelto una password, chiedine una dalla pagina «Password dimenticata?».",
                "We created your account along with your order. Confirm the address to find your earlier orders too; if you have not chosen a password, ask for one on the page “Lost your password?”.",
            )
            .into(),
            button: pick("Conferma l'indirizzo", "Confirm the address"),
            closing: write_us,
        },
        Occasion::EmailChanging { to } => Words {
            kind: "account_email_changing",
            subject: pick("Il tuo indirizzo e-mail sta per cambiare", "Your email address is about to change").into(),
            text: if it {
                format!("È stato chiesto di usare {to} per il tuo account al posto di questo indirizzo. Il cambio avviene quando il nuovo indirizzo viene confermato.")
            } else {
                format!("Your account is to use {to} in place of this address. The change happens when the new address is confirmed.")
            },
            button: "",
            closing: write_us,
        },
        Occasion::PasswordChanged => Words {
            kind: "account_password_changed",
            subject: pick("La tua password è cambiata", "Your password has changed").into(),
            text: pick(
                "La password del tuo account è stata cambiata e le altre sessioni sono state chiuse.",
                "The password of your account was changed and all other sessions were closed.",
            )
            .into(),
            button: "",
            closing: write_us,
        },
        Occasion::AccountDeleted => Words {
            kind: "account_deleted",
            subject: pick("Il tuo account è stato eliminato", "Your account has been deleted").into(),
            text: pick(
                "Abbiamo eliminato il tuo account e i tuoi dati, tranne i documenti che la legge ci impone di conservare per dieci anni.",
                "We have deleted your account and your data, except the documents that the law obliges us to keep for ten years.",
            )
            .into(),
            button: "",
            closing: write_us,
        },
    }
}

/// Writes a message.
pub(super) fn write(occasion: &Occasion, recipient: &str, url: &str, settings: &ShopSettings) -> NewMail {
    let lang = settings.lang();
    let words = words(occasion, &settings.shop_name, lang);
    Letter {
        kind: words.kind.into(),
        recipient: recipient.into(),
        subject: words.subject,
        paragraphs: vec![words.text],
        button: (!words.button.is_empty()).then(|| (words.button.to_owned(), url.to_owned())),
        closing: vec![words.closing.into()],
        ..Letter::default()
    }
    .into_mail(settings, lang)
}
