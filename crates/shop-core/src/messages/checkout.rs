//! Sentences about addresses and the checkout form: each names what to do. The shop's own codes; the store API's are
//! given by `crate::checkout::check::store_code`.

super::messages! {
    REQUIRED "required": "Compila questo campo.", "Fill in this field.";
    FIRST_NAME_REQUIRED "first_name_required": "Inserisci il nome.", "Enter the first name.";
    LAST_NAME_REQUIRED "last_name_required": "Inserisci il cognome.", "Enter the last name.";
    COMPANY_REQUIRED "company_required": "Inserisci il nome dell'azienda.", "Enter the company name.";
    COUNTRY_REQUIRED "country_required": "Scegli il Paese.", "Choose the country.";
    ADDRESS_1_REQUIRED "address_1_required": "Inserisci via o piazza e numero civico.", "Enter the street and house number.";
    ADDRESS_2_REQUIRED "address_2_required": "Inserisci scala, interno o piano.", "Enter the apartment, suite or unit.";
    CITY_REQUIRED "city_required": "Inserisci la città.", "Enter the town or city.";
    PROVINCE_REQUIRED "province_required": "Indica la provincia.", "Give the province.";
    STATE_REQUIRED "state_required": "Indica lo Stato, la regione o la provincia.", "Give the state, region or province.";
    CAP_REQUIRED "cap_required": "Inserisci il CAP.", "Enter the postcode (CAP).";
    POSTCODE_REQUIRED "postcode_required": "Inserisci il codice postale.", "Enter the postcode.";
    PHONE_REQUIRED "phone_required": "Inserisci un numero di telefono: serve al corriere per la consegna.", "Enter a phone number: the courier needs it for the delivery.";
    EMAIL_REQUIRED "email_required": "Inserisci l'indirizzo e-mail: lì riceverai la conferma dell'ordine.", "Enter your email address: the order confirmation goes there.";
    FIELD_TOO_LONG "field_too_long": "Il testo è troppo lungo: accorcialo a {max} caratteri al massimo.", "The text is too long: shorten it to {max} characters at most.";
    INVALID_COUNTRY "invalid_country": "«{value}» non è un Paese dell'elenco: scegline uno.", "\"{value}\" is not a country of the list: choose one.";
    COUNTRY_NOT_SOLD "country_not_sold": "Al momento non vendiamo nel Paese scelto: indicane un altro.", "We do not sell to the chosen country at the moment: give another one.";
    COUNTRY_NOT_SHIPPED "country_not_shipped": "Al momento non spediamo nel Paese scelto: indica un indirizzo di spedizione in un altro Paese.", "We do not ship to the chosen country at the moment: give a shipping address in another country.";
    INVALID_STATE "invalid_state": "«{value}» non è nell'elenco del Paese scelto: scegli una delle voci.", "\"{value}\" is not in the chosen country's list: choose one of its entries.";
    INVALID_PROVINCE "invalid_province": "«{value}» non è una provincia del Paese scelto: sceglila dall'elenco.", "\"{value}\" is not a province of the chosen country: choose one from the list.";
    INVALID_CAP "invalid_cap": "«{value}» non è un CAP valido: servono 5 cifre, per esempio {example}.", "\"{value}\" is not a valid Italian postcode (CAP): it has 5 digits, for example {example}.";
    INVALID_POSTCODE "invalid_postcode": "«{value}» non è un codice postale valido nel Paese scelto: scrivilo come {example}.", "\"{value}\" is not a valid postcode in the chosen country: write it like {example}.";
    POSTCODE_CHARACTERS "postcode_characters": "«{value}» non è un codice postale: usa solo lettere, cifre, spazi e trattini.", "\"{value}\" is not a postcode: use only letters, digits, spaces and hyphens.";
    INVALID_PHONE "invalid_phone": "«{value}» non è un numero di telefono valido: usa solo cifre, spazi e i segni + - / ( ) . #", "\"{value}\" is not a valid phone number: use only digits, spaces and the signs + - / ( ) . #";
    INVALID_EMAIL "invalid_email": "«{value}» non è un indirizzo e-mail valido: scrivilo come nome@esempio.it.", "\"{value}\" is not a valid email address: write it like name@example.com.";
    TERMS_REQUIRED "terms_required": "Per ordinare accetta i termini e le condizioni.", "Accept the terms and conditions to place the order.";
    AGE_REQUIRED "age_required": "Nel carrello ci sono bevande alcoliche: per ordinarle conferma di avere almeno {years} anni.", "There are alcoholic drinks in the cart: to order them, confirm that you are at least {years} years old.";
    AGE_CONFIRM "age_confirm": "Confermo di avere almeno {years} anni.", "I confirm that I am at least {years} years old.";
    PAYMENT_METHOD_REQUIRED "payment_method_required": "Scegli un metodo di pagamento.", "Choose a payment method.";
    PAYMENT_METHOD_UNAVAILABLE "payment_method_unavailable": "Il metodo di pagamento scelto non è disponibile: scegline un altro.", "The chosen payment method is not available: choose another one.";
    SHIPPING_METHOD_REQUIRED "shipping_method_required": "Scegli un metodo di spedizione.", "Choose a shipping method.";
    SHIPPING_METHOD_UNAVAILABLE "shipping_method_unavailable": "La spedizione scelta non è più disponibile per questo indirizzo: scegline un'altra.", "The chosen shipping method is no longer available for this address: choose another one.";
    SHIPPING_IMPOSSIBLE "shipping_impossible": "Nessuna spedizione disponibile per questo indirizzo: controlla CAP e provincia o indica un altro indirizzo.", "No shipping is available for this address: check postcode and province, or give another address.";
    /// Said where a refused order brings no message of its own.
    CHECKOUT_FAILED "checkout_failed": "Non è stato possibile inviare l'ordine. Controlla i dati e riprova: non ti è stato addebitato nulla.", "The order could not be sent. Check your details and try again: you have not been charged.";
    /// The empty first choice of a list of provinces or states.
    STATE_CHOOSE "state_choose": "Seleziona un'opzione…", "Select an option…";
    ACCOUNT_PASSWORD_REQUIRED "account_password_required": "Scegli una password per il tuo account.", "Choose a password for your account.";
}
