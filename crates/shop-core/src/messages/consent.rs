//! The cookie banner and refusals of consent records. Accepting and refusing are named in words of equal weight.

super::messages! {
    CONSENT_TITLE "consent_title": "I cookie di questo negozio", "Cookies in this shop";
    CONSENT_TEXT "consent_text": "Usiamo cookie tecnici per far funzionare il negozio. Con il tuo consenso usiamo anche cookie per le preferenze, le statistiche e il marketing. Se chiudi con la X restano solo quelli tecnici. Puoi cambiare idea quando vuoi.", "We use technical cookies to run the shop. With your consent we also use cookies for preferences, statistics and marketing. If you close this with the X, only the technical ones stay. You can change your mind at any time.";
    CONSENT_ACCEPT "consent_accept": "Accetta", "Accept";
    CONSENT_DENY "consent_deny": "Rifiuta", "Deny";
    CONSENT_VIEW "consent_view": "Visualizza le preferenze", "View preferences";
    CONSENT_SAVE "consent_save": "Salva preferenze", "Save preferences";
    CONSENT_CLOSE "consent_close": "Chiudi e continua senza accettare", "Close and continue without accepting";
    CONSENT_MANAGE "consent_manage": "Gestisci consenso", "Manage consent";
    CONSENT_FUNCTIONAL "consent_functional": "Tecnici, sempre attivi", "Functional, always active";
    CONSENT_PREFERENCES "consent_preferences": "Preferenze", "Preferences";
    CONSENT_STATISTICS "consent_statistics": "Statistiche", "Statistics";
    CONSENT_MARKETING "consent_marketing": "Marketing", "Marketing";
    CONSENT_SIGNAL "consent_signal": "Il tuo browser chiede di non essere tracciato: lo rispettiamo e usiamo solo i cookie tecnici.", "Your browser asks not to be tracked: we respect that and use technical cookies only.";
    CONSENT_CATEGORY_UNKNOWN "consent_category_unknown": "«{value}» non è una categoria di cookie.", "\"{value}\" is not a category of cookies.";
    CONSENT_SERVICE_INVALID "consent_service_invalid": "L'elenco dei servizi non è valido.", "The list of services is not valid.";
    CONSENT_TYPE_UNKNOWN "consent_type_unknown": "Il tipo di consenso non è valido.", "The type of consent is not valid.";
}
