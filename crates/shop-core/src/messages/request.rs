//! Sentences of requests that were not answered as they should (storefront specification, section 8).

super::messages! {
    REQUEST_FAILED "request_failed": "La richiesta non è riuscita. Controlla la connessione e riprova.", "The request failed. Please check your connection and try again.";
    REQUEST_OFFLINE "request_offline": "Probabilmente non sei in linea.", "You are probably offline.";
    REQUEST_INVALID_JSON "request_invalid_json": "La risposta non è in formato JSON valido.", "The response is not a valid JSON response.";
    SHOP_UNAVAILABLE "shop_unavailable": "Il negozio in questo momento non riesce a rispondere. Riprova tra qualche secondo: quello che hai inserito non va perso.", "The shop cannot answer right now. Please try again in a few seconds: nothing you entered is lost.";
    REQUEST_UNKNOWN "request_unknown": "Si è verificato un errore sconosciuto.", "An unknown error occurred.";
    REQUEST_UPLOAD_FAILED "request_upload_failed": "Caricamento del file non riuscito. Se è una foto o un'immagine grande, riducila e riprova.", "Media upload failed. If this is a photo or a large image, please scale it down and try again.";
}
