//! Texts of the pages, in Italian.

use shop_core::payments::method::{MethodGroup, PaymentMethod};

use crate::objects::{ActionKind, Intent, RequiredAction};
use crate::options::SandboxOptions;
use shop_core::base::text::escape_html as escape;

/// Texts of a page that requires an action.
pub(super) struct Text {
    pub(super) title: String,
    lead: String,
    yes: &'static str,
    no: &'static str,
}

/// Name of a payment method for shoppers.
pub(crate) fn name(method: PaymentMethod) -> &'static str {
    let [italian, _] = method.title();
    italian
}

/// Formats an amount: "47,20 €", "500 JPY".
pub(crate) fn amount(amount: i64, currency: &str) -> String {
    let decimals = shop_core::payments::amount::provider_decimals(currency);
    let unit = 10_i64.pow(decimals);
    let whole = amount.div_euclid(unit);
    let currency = if currency == "eur" { "€".to_owned() } else { currency.to_uppercase() };
    if decimals == 0 {
        return format!("{whole}\u{a0}{currency}");
    }
    let width = usize::try_from(decimals).unwrap_or(2);
    format!("{whole},{:0width$}\u{a0}{currency}", amount.rem_euclid(unit))
}

pub(super) fn for_action(intent: &Intent, kind: &ActionKind) -> Text {
    let what = match intent.payment() {
        Some(payment) => format!("il pagamento di {}", amount(payment.amount, &payment.currency)),
        None => "il salvataggio del metodo di pagamento".to_owned(),
    };
    match kind {
        ActionKind::Authenticate { .. } => Text {
            title: "Verifica 3-D Secure".into(),
            lead: format!("La banca della tua carta ti chiede di autorizzare {what}."),
            yes: "Autorizza",
            no: "Rifiuta",
        },
        ActionKind::Redirect(method) if method.group() == MethodGroup::BuyNowPayLater => Text {
            title: name(*method).into(),
            lead: format!("Conferma con {} {what}: pagherai a rate.", name(*method)),
            yes: "Conferma",
            no: "Annulla",
        },
        ActionKind::Redirect(method) => Text {
            title: name(*method).into(),
            lead: format!("Conferma con {} {what}.", name(*method)),
            yes: "Accetta",
            no: "Rifiuta",
        },
        ActionKind::Voucher { method, .. } => Text {
            title: format!("Bollettino {}", name(*method)),
            lead: format!(
                "Con questo bollettino completi {what}. Qui puoi simulare che venga pagato o lasciato scadere."
            ),
            yes: "Simula il pagamento",
            no: "Lascia scadere",
        },
        ActionKind::Code(method) => Text {
            title: name(*method).into(),
            lead: format!("Inquadra il codice con l’app {} per confermare {what}.", name(*method)),
            yes: "Paga",
            no: "Rifiuta",
        },
        ActionKind::BankApp { .. } => Text {
            title: "App della banca".into(),
            lead: format!("Conferma {what} nell’app della tua banca."),
            yes: "Conferma",
            no: "Rifiuta",
        },
    }
}

pub(super) fn body(text: &Text, intent: &Intent, act: &RequiredAction) -> String {
    let code = match &act.kind {
        ActionKind::Voucher { number, .. } => {
            format!("<dl><dt>Numero</dt><dd class=\"number\">{}</dd></dl>", escape(number))
        }
        ActionKind::Code(_) => format!(
            "<img class=\"code\" src=\"/pages/{}/code.svg\" width=\"220\" height=\"220\" alt=\"Codice QR: apre questa \
             pagina sul telefono\">",
            escape(&act.token)
        ),
        _ => String::new(),
    };
    let description = intent
        .description
        .as_deref()
        .map_or_else(String::new, |text| format!("<p class=\"soft\">{}</p>", escape(text)));
    format!(
        "<main class=\"card\">\n<p class=\"mark\">Banca di prova</p>\n<h1>{}</h1>\n<p>{}</p>\n{description}{code}\n\
         <form method=\"post\">\n<input type=\"hidden\" name=\"framed\" value=\"\">\n\
         <button name=\"answer\" value=\"yes\" class=\"yes\">{}</button>\n\
         <button name=\"answer\" value=\"no\" class=\"no\">{}</button>\n</form>\n\
         <p class=\"soft\">È un ambiente di prova: nessun denaro viene spostato.</p>\n</main>",
        escape(&text.title),
        escape(&text.lead),
        text.yes,
        text.no,
    )
}

/// The page after a decision without redirect. Its data attributes let the script notify the frame's parent.
pub(super) fn done(title: &str, intent: &Intent, options: &SandboxOptions) -> String {
    let parents = std::iter::once(&options.origin).chain(&options.shop_origins).map(String::as_str);
    let parents = parents.collect::<Vec<_>>().join(" ");
    format!(
        "<main class=\"card\" data-done=\"{}\" data-parents=\"{}\">\n<p class=\"mark\">Banca di prova</p>\n\
         <h1>{}</h1>\n<p role=\"status\">Puoi tornare al negozio.</p>\n</main>",
        escape(intent.id.as_str()),
        escape(&parents),
        escape(title),
    )
}

pub(super) fn expired() -> String {
    "<main class=\"card\">\n<p class=\"mark\">Banca di prova</p>\n<h1>Pagina non più valida</h1>\n\
     <p>L’operazione è già stata conclusa, oppure l’indirizzo non è completo. Torna al negozio e controlla il tuo \
     ordine.</p>\n</main>"
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::amount;

    #[test]
    fn amounts_have_the_decimals_of_their_currency() {
        assert_eq!(amount(4720, "eur"), "47,20\u{a0}€");
        assert_eq!(amount(5, "eur"), "0,05\u{a0}€");
        assert_eq!(amount(500, "jpy"), "500\u{a0}JPY");
    }
}
