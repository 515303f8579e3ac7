//! The payment provider's methods with the initial texts of a new shop. The merchant may change them all.

use shop_core::payments::method::{MethodGroup, PaymentMethod};
use shop_core::platform::merchant::payment::PaymentMethodSettings;

/// All methods of the provider that this list lacks, disabled.
pub(super) fn missing(own: &[PaymentMethodSettings]) -> impl Iterator<Item = PaymentMethodSettings> {
    let new = PaymentMethod::ALL.iter().filter(|method| !own.iter().any(|one| one.id == method.gateway_id()));
    new.map(|method| blank(*method))
}

/// A method with its initial texts.
fn blank(method: PaymentMethod) -> PaymentMethodSettings {
    let [title, title_en] = method.title();
    let (description, description_en) = description(method);
    let (instructions, instructions_en) = instructions(method);
    PaymentMethodSettings {
        id: method.gateway_id(),
        title: title.into(),
        title_en: title_en.into(),
        description: description.into(),
        description_en: description_en.into(),
        instructions: instructions.into(),
        instructions_en: instructions_en.into(),
        ..PaymentMethodSettings::default()
    }
}

/// Text below the method at checkout.
const fn description(method: PaymentMethod) -> (&'static str, &'static str) {
    match method.group() {
        MethodGroup::Card => ("", ""),
        MethodGroup::OneClick => (
            "Paghi con i dati che hai salvato in Link, riconosciuto dalla tua e-mail.",
            "Pay with the details you keep in Link, recognised by your e-mail address.",
        ),
        MethodGroup::BankDebit => (
            "L’importo è addebitato sul tuo conto in alcuni giorni lavorativi: spediamo quando arriva.",
            "The amount is debited from your account within some working days; we ship once it arrives.",
        ),
        MethodGroup::BankCode => (
            "Scrivi il codice che leggi nell’app della tua banca e conferma lì il pagamento.",
            "Type the code that your bank’s app shows and confirm the payment there.",
        ),
        MethodGroup::BankRedirect => (
            "Dopo l’ordine confermi il pagamento nel sito della tua banca, poi torni qui.",
            "After the order you confirm the payment at your bank’s site, then come back here.",
        ),
        MethodGroup::Voucher => (
            "Ricevi un riferimento da pagare allo sportello automatico o con la tua banca: spediamo quando il pagamento arriva.",
            "You get a reference to pay at a cash machine or with your bank; we ship once the payment arrives.",
        ),
        MethodGroup::QrWallet => (
            "Dopo l’ordine confermi il pagamento con l’app sul telefono.",
            "After the order you confirm the payment with the app on your telephone.",
        ),
        MethodGroup::MobileWallet => (
            "Dopo l’ordine inquadri un codice con l’app e confermi il pagamento.",
            "After the order you scan a code with the app and confirm the payment.",
        ),
        MethodGroup::MarketplaceWallet => (
            "Dopo l’ordine confermi con i dati del tuo account Amazon, poi torni qui.",
            "After the order you confirm with the details of your Amazon account, then come back here.",
        ),
        MethodGroup::BuyNowPayLater => (
            "Dopo l’ordine scegli come pagare in più volte, poi torni qui.",
            "After the order you choose how to pay in instalments, then come back here.",
        ),
    }
}

/// Text after the order, while the payment is pending.
const fn instructions(method: PaymentMethod) -> (&'static str, &'static str) {
    match method.group() {
        MethodGroup::BankDebit => (
            "Lascia sul conto l’importo dell’ordine finché l’addebito non è fatto.",
            "Please leave the order’s amount on your account until it has been debited.",
        ),
        MethodGroup::Voucher => (
            "Il pagamento può impiegare un giorno lavorativo ad arrivare.",
            "The payment may take one working day to arrive.",
        ),
        _ => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_of_the_provider_has_words_in_both_languages_and_is_off() {
        let all: Vec<PaymentMethodSettings> = missing(&[]).collect();
        assert_eq!(all.len(), PaymentMethod::ALL.len());
        for one in &all {
            assert!(!one.enabled && !one.title.is_empty() && !one.title_en.is_empty(), "{}", one.id);
            assert_eq!(one.description.is_empty(), one.id == "stripe", "{}", one.id);
            assert_eq!(one.instructions.is_empty(), one.instructions_en.is_empty(), "{}", one.id);
        }
    }

    #[test]
    fn what_is_set_already_is_left_alone() {
        let card = PaymentMethodSettings { id: "stripe".into(), title: "Carta".into(), ..Default::default() };
        let all: Vec<PaymentMethodSettings> = missing(std::slice::from_ref(&card)).collect();
        assert_eq!(all.len(), PaymentMethod::ALL.len() - 1);
        assert!(all.iter().all(|one| one.id != "stripe"));
    }
}
