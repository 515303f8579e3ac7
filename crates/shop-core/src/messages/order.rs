//! Sentences about orders that are placed: paying, finding and withdrawing from them, and their files.

super::messages! {
    ORDER_PAY_NOTHING "order_pay_nothing": "Per l'ordine {number} non c'è nulla da pagare.", "There is nothing to pay for order {number}.";
    ORDER_PAY_AWAITED "order_pay_awaited": "Per l'ordine {number} aspettiamo il tuo bonifico: trovi le coordinate nella pagina dell'ordine.", "We are waiting for your bank transfer for order {number}: the bank details are on the order's page.";
    ORDER_PAY_CANCELLED "order_pay_cancelled": "L'ordine {number} è stato annullato e non si può più pagare. I prodotti ti interessano ancora? Ordinali di nuovo.", "Order {number} was cancelled and can no longer be paid. Still interested in its products? Order them again.";
    ORDER_PAY_REFUNDED "order_pay_refunded": "L'ordine {number} è stato rimborsato: non c'è nulla da pagare.", "Order {number} was refunded: there is nothing to pay.";
    ORDER_PAY_STOCK "order_pay_stock": "«{name}» nel frattempo è esaurito: non possiamo più accettare il pagamento di questo ordine. Scrivici, o ordina di nuovo gli altri prodotti.", "“{name}” has sold out in the meantime: we can no longer take the payment of this order. Write to us, or order the other products again.";
    ORDER_PAY_STOCK_PARTLY "order_pay_stock_partly": "Di «{name}» ne restano solo {available}: non possiamo più accettare il pagamento di questo ordine. Scrivici, o ordina di nuovo i prodotti.", "Only {available} of “{name}” are left: we can no longer take the payment of this order. Write to us, or order the products again.";
    ORDER_PAY_CHANGED "order_pay_changed": "L'ordine è cambiato nel frattempo: controlla e riprova.", "The order changed in the meantime: please check and try again.";
    ORDER_NUMBER_REQUIRED "order_number_required": "Inserisci il numero dell'ordine.", "Enter the order number.";
    ORDER_NUMBER_INVALID "order_number_invalid": "«{value}» non è un numero d'ordine: usa solo cifre, come nella conferma che hai ricevuto.", "“{value}” is not an order number: use digits only, as in the confirmation you received.";
    ORDER_LOOKUP_EMAIL_REQUIRED "order_lookup_email_required": "Inserisci l'e-mail usata per l'ordine.", "Enter the email address used for the order.";
    WITHDRAWAL_NAME_REQUIRED "withdrawal_name_required": "Inserisci nome e cognome.", "Enter your first and last name.";
    WITHDRAWAL_EMAIL_REQUIRED "withdrawal_email_required": "Inserisci l'e-mail a cui inviare la ricevuta.", "Enter the email address for the acknowledgement.";
    WITHDRAWAL_LINES_REQUIRED "withdrawal_lines_required": "Scegli almeno un prodotto.", "Choose at least one product.";
    WITHDRAWAL_LINE_UNKNOWN "withdrawal_line_unknown": "Uno dei prodotti scelti non fa parte dell'ordine.", "One of the chosen products is not part of the order.";
    WITHDRAWAL_PERISHABLE "withdrawal_perishable": "Recesso escluso: alimento che rischia di deteriorarsi rapidamente (art. 59, lett. d, Codice del consumo).", "No right of withdrawal: food liable to deteriorate rapidly (art. 59(d) of the Italian Consumer Code).";
    WITHDRAWAL_DATED "withdrawal_dated": "Recesso escluso: servizio per una data precisa (art. 59, lett. n, Codice del consumo).", "No right of withdrawal: service for a given date (art. 59(n) of the Italian Consumer Code).";
    WITHDRAWAL_OPEN "withdrawal_open": "Puoi recedere entro 14 giorni dalla consegna.", "You can withdraw within 14 days of delivery.";
    WITHDRAWAL_SEALED "withdrawal_sealed": "Prodotto sigillato: una volta aperto il recesso è escluso, per motivi igienici (art. 59, lett. e, Codice del consumo).", "Sealed product: once opened there is no right of withdrawal, for reasons of hygiene (art. 59(e) of the Italian Consumer Code).";
    WITHDRAWAL_PERSONALISED "withdrawal_personalised": "Recesso escluso: prodotto personalizzato (art. 59, lett. c, Codice del consumo).", "No right of withdrawal: personalised product (art. 59(c) of the Italian Consumer Code).";
    WITHDRAWAL_IF_PERSONALISED "withdrawal_if_personalised": "Se lo fai personalizzare, il recesso è escluso (art. 59, lett. c, Codice del consumo).", "If you have it personalised there is no right of withdrawal (art. 59(c) of the Italian Consumer Code).";
    WITHDRAWAL_FILES "withdrawal_files": "Contenuto digitale: puoi recedere entro 14 giorni dall'acquisto, finché non lo scarichi con il tuo consenso (art. 59, lett. o, Codice del consumo).", "Digital content: you can withdraw within 14 days of the purchase until you download it with your consent (art. 59(o) of the Italian Consumer Code).";
    WITHDRAWAL_FETCHED "withdrawal_fetched": "Recesso escluso: contenuto digitale scaricato con il tuo consenso (art. 59, lett. o, Codice del consumo).", "No right of withdrawal: digital content downloaded with your consent (art. 59(o) of the Italian Consumer Code).";
    FILES_CONSENT_MISSING "files_consent_missing": "Per scaricare il file prima che finisca il periodo di recesso serve il tuo consenso.", "Your consent is needed to download the file before the period of withdrawal ends.";
    WITHDRAWAL_DECLARED "withdrawal_declared": "Hai già dichiarato il recesso per questo prodotto.", "You have already withdrawn from the purchase of this product.";
    WITHDRAWAL_ENDED "withdrawal_ended": "Il periodo per recedere da questo ordine è terminato il {date}.", "The period to withdraw from this order ended on {date}.";
    WITHDRAWAL_NO_CONTRACT "withdrawal_no_contract": "Da questo ordine non c'è da recedere: è nello stato «{status}».", "There is nothing to withdraw from: this order is “{status}”.";
    WITHDRAWAL_NOTHING_LEFT "withdrawal_nothing_left": "In questo ordine non ci sono prodotti da cui recedere.", "This order has no products to withdraw from.";
    DOWNLOAD_UNPAID "download_unpaid": "I file sono disponibili appena l'ordine è pagato.", "The files are available as soon as the order is paid.";
    DOWNLOAD_REFUNDED "download_refunded": "L'ordine è stato rimborsato: i suoi file non sono più disponibili.", "The order was refunded: its files are no longer available.";
    DOWNLOAD_EXPIRED "download_expired": "Il periodo per scaricare questo file è terminato.", "The period to download this file has ended.";
    DOWNLOAD_LIMIT "download_limit": "Hai già scaricato questo file tutte le volte previste.", "You have already downloaded this file as often as allowed.";
    DOWNLOAD_MISSING "download_missing": "Questo file al momento non è disponibile: scrivici e te lo inviamo.", "This file is not available at the moment: write to us and we will send it to you.";
}
