//! Sentences of the variation form. What the cart says of variations is in `cart.rs`.

super::messages! {
    MAKE_A_SELECTION "variation_make_a_selection": "Seleziona le opzioni del prodotto prima di aggiungerlo al carrello.", "Select the product options before adding it to the cart.";
    UNAVAILABLE "variation_unavailable": "Questo prodotto non è disponibile. Scegli un'altra combinazione.", "This product is not available. Choose another combination.";
    NO_MATCH "variation_no_match": "Nessun prodotto corrisponde alla tua scelta. Prova con un'altra combinazione.", "No product matches your choice. Try another combination.";
    RESET "variation_reset": "La tua selezione è stata azzerata. Seleziona le opzioni del prodotto prima di aggiungerlo al carrello.", "Your selection has been cleared. Select the product options before adding it to the cart.";
}
