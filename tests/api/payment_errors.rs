//! Each of the sandbox's cards that a bank refuses says why in the shopper's words.

use shop_tests::on_both_databases;

use crate::payments::{charges, order, paid_with, take_cards};

/// Number, and what the shopper reads.
const REFUSED: [(&str, &str); 10] = [
    ("4000000000000002", "La carta è stata rifiutata."),
    ("4000000000009995", "La carta è stata rifiutata perché il saldo non basta"),
    ("4000000000009987", "La carta è stata rifiutata."),
    ("4000000000009979", "La carta è stata rifiutata."),
    ("4000000000000069", "La carta è scaduta."),
    ("4000000000000127", "Il codice di sicurezza della carta è sbagliato."),
    ("4000000000000119", "errore durante l'elaborazione della carta."),
    ("4000000000000341", "La carta è stata rifiutata."),
    ("4000008400001280", "La carta è stata rifiutata."),
    ("4100000000000019", "La carta è stata rifiutata."),
];

on_both_databases! {
    async fn every_refused_card_says_why_in_italian(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        for (number, sentence) in REFUSED {
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let refused = order(&mut visitor, number, &paid_with(&shop.card(number).await)).await;
            assert_eq!(refused.status, 400, "{number}: {}", refused.text());
            let answer = refused.json();
            let details = answer["payment_result"]["payment_details"].as_array().expect("details");
            let said = details.iter().find(|one| one["key"] == "errorMessage").and_then(|one| one["value"].as_str());
            assert!(said.is_some_and(|said| said.contains(sentence)), "{number}: {said:?}");
            assert!(said.is_some_and(|said| !said.contains("smarrit") && !said.contains("rubat")), "{number}: {said:?}");
        }
        assert!(charges(&shop).await.is_empty());
    }
}
