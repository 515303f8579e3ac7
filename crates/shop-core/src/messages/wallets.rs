//! Sentences of the wallets' buttons until a sheet is confirmed, and of calls to the payment gateway that fail on the way.
//! The English ones are those of the payments specification, section 8, to the letter where it gives them.

super::messages! {
    PAYMENT_TIMEOUT "payment_timeout": "Il server non ha risposto in tempo. Riprova.", "A timeout occurred while connecting to the server. Please try again.";
    PAYMENT_ABORTED "payment_abort": "Il collegamento con il server è stato interrotto. Riprova.", "The connection to the server was aborted. Please try again.";
    PAYMENT_NETWORK "payment_network": "Si è verificato un errore nel collegamento con il server. Riprova.", "An error occurred while connecting to the server. Please try again.";
    PAYMENT_GENERIC "payment_generic": "Si è verificato un problema nell'elaborazione del pagamento. Controlla la tua casella e-mail e aggiorna la pagina per riprovare.", "There was a problem processing the payment. Please check your email inbox and refresh the page to try again.";
    EXPRESS_ADD "express_add_failed": "Si è verificato un errore nell'aggiungere il prodotto al carrello.", "There was an error adding the product to the cart.";
    EXPRESS_PRODUCT "express_product_failed": "Si è verificato un errore nel leggere i dati del prodotto.", "There was an error getting the product information.";
    EXPRESS_SELECT "express_select_options": "Seleziona le opzioni del prodotto prima di procedere.", "Please select your product options before proceeding.";
    EXPRESS_UNAVAILABLE "express_unavailable": "Spiacenti, questo prodotto non è disponibile. Scegli un'altra combinazione.", "Sorry, this product is unavailable. Please choose a different combination.";
    EXPRESS_TAXES "express_taxes_notice": "Le imposte finali possono variare in base al tuo indirizzo di fatturazione se usi i pulsanti di acquisto rapido (Link, Google Pay o Apple Pay).", "Final taxes charged can differ based on your actual billing address when using Express Checkout buttons (Link, Google Pay or Apple Pay).";
    EXPRESS_CART_LOST "express_cart_lost": "Non tutto quello che avevi nel carrello è tornato al suo posto: controlla il carrello.", "Not everything that you had in your cart is back in its place: please check your cart.";
    FILES_CONSENT "files_consent": "Voglio scaricare subito i contenuti digitali e so che, scaricandoli, perdo il diritto di recesso.", "I want to download the digital content at once and know that by downloading it I lose my right of withdrawal.";
}
