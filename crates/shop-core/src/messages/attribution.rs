//! Where an order came from, as the back office shows it.

super::messages! {
    ORIGIN_CAMPAIGN "origin_campaign": "Campagna: {source}", "Source: {source}";
    ORIGIN_ORGANIC "origin_organic": "Ricerca: {source}", "Organic: {source}";
    ORIGIN_REFERRAL "origin_referral": "Da un altro sito: {source}", "Referral: {source}";
    ORIGIN_DIRECT "origin_direct": "Accesso diretto", "Direct";
    ORIGIN_ADMIN "origin_admin": "Back office", "Back office";
    ORIGIN_APP "origin_app": "App", "App";
    ORIGIN_POS "origin_pos": "Cassa", "Point of sale";
    ORIGIN_UNKNOWN "origin_unknown": "Origine sconosciuta", "Unknown";
}
