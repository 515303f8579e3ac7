//! Sentences about how the payment provider is set up, by the codes of [`shop_core::payment::setup`].

use shop_core::payment::setup::codes;

/// Code, Italian, English.
pub(super) static ALL: &[(&str, &str, &str)] = &[
    (
        codes::CHARGES_DISABLED,
        "L'account di Stripe non può ancora incassare: completa i dati richiesti nella dashboard di Stripe.",
        "The Stripe account cannot take payments yet: complete what Stripe asks for in its dashboard.",
    ),
    (
        codes::COUNTRY,
        "L'account è registrato in un altro Paese ({own} invece di {expected}): alcuni metodi di pagamento italiani possono mancare.",
        "The account is registered in another country ({own} instead of {expected}): some Italian payment methods may be missing.",
    ),
    (
        codes::CURRENCY,
        "L'account riceve gli accrediti in {own}: gli incassi in {expected} vengono convertiti, con le commissioni di cambio di Stripe.",
        "The account is paid out in {own}: what comes in {expected} is converted, with Stripe's exchange fees.",
    ),
    (
        codes::METHODS_INACTIVE,
        "Questi metodi si possono scegliere alla cassa, ma non sono attivati nell'account di Stripe: {methods}. Attivali nella dashboard di Stripe oppure toglili dalla cassa.",
        "These methods can be chosen at the checkout but are not activated in the Stripe account: {methods}. Activate them in Stripe's dashboard, or take them off the checkout.",
    ),
    (
        codes::ADDRESS_INSECURE,
        "Con le chiavi reali il negozio deve avere un indirizzo https://: ora è {address}.",
        "With live keys the shop needs an https:// address: it is {address} now.",
    ),
    (
        codes::WEBHOOK_MISSING,
        "Manca il webhook: Stripe non può avvisare il negozio di addebiti SEPA, rimborsi e contestazioni.",
        "There is no webhook: Stripe cannot tell the shop of SEPA debits, refunds and disputes.",
    ),
    (
        codes::WEBHOOK_DISABLED,
        "Il webhook è disattivato: Stripe non avvisa il negozio dei pagamenti.",
        "The webhook is switched off: Stripe does not tell the shop of payments.",
    ),
    (
        codes::WEBHOOK_UNSIGNED,
        "Il negozio non conosce la chiave di firma del webhook, perciò rifiuta i messaggi di Stripe.",
        "The shop does not know the webhook's signing secret, so it refuses Stripe's messages.",
    ),
    (
        codes::WEBHOOK_EVENTS,
        "Il webhook non comunica tutti gli eventi. Mancano: {events}.",
        "The webhook does not tell of all events. Missing: {events}.",
    ),
    (
        codes::DOMAIN_MISSING,
        "Il dominio del negozio non è registrato per i wallet: i pulsanti di Apple Pay, Google Pay, Amazon Pay e Link non compaiono.",
        "The shop's domain is not registered for wallets: the buttons of Apple Pay, Google Pay, Amazon Pay and Link do not appear.",
    ),
    (
        codes::DOMAIN_DISABLED,
        "Il dominio del negozio è disattivato per i wallet.",
        "The shop's domain is switched off for wallets.",
    ),
    (
        codes::DOMAIN_REFUSED,
        "Questi wallet non accettano ancora il dominio del negozio: {wallets}.",
        "These wallets do not accept the shop's domain yet: {wallets}.",
    ),
    (
        codes::TEST_MODE,
        "Le chiavi sono di prova: nessun cliente viene addebitato davvero.",
        "The keys are test keys: no customer is really charged.",
    ),
    (
        codes::KEY_SECRET,
        "Qui va la chiave segreta, che comincia con sk_test_, sk_live_, rk_test_ o rk_live_.",
        "The secret key belongs here: it begins with sk_test_, sk_live_, rk_test_ or rk_live_.",
    ),
    (codes::KEY_UNKNOWN, "Stripe non riconosce questa chiave.", "Stripe does not know this key."),
    (
        codes::KEY_PUBLISHABLE,
        "Qui va la chiave pubblicabile, che comincia con pk_test_ o pk_live_.",
        "The publishable key belongs here: it begins with pk_test_ or pk_live_.",
    ),
    (
        codes::KEY_WEBHOOK,
        "Qui va la chiave di firma del webhook, che comincia con whsec_.",
        "The webhook's signing secret belongs here: it begins with whsec_.",
    ),
    (
        codes::KEYS_MODE,
        "Una chiave è di prova e l'altra è reale: devono essere dello stesso tipo.",
        "One key is for tests and the other one is live: they must be of the same kind.",
    ),
    (
        codes::KEYS_ACCOUNT,
        "Le due chiavi appartengono ad account di Stripe diversi.",
        "The two keys belong to different Stripe accounts.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_of_the_rules_has_its_sentence() {
        let told: Vec<&str> = ALL.iter().map(|(code, ..)| *code).collect();
        for code in codes::ALL {
            assert!(told.contains(code), "{code}");
        }
        assert_eq!(told.len(), codes::ALL.len());
    }
}
