//! Sentences about editable pages and posts, for who writes them.

super::messages! {
    PAGE_TITLE_MISSING "page_title_missing": "Scrivi un titolo.", "Please write a title.";
    PAGE_SLUG_INVALID "page_slug_invalid": "L'indirizzo può contenere solo lettere minuscole senza accenti, cifre e trattini.", "The address may only hold lower-case letters without accents, digits and hyphens.";
    PAGE_SLUG_RESERVED "page_slug_reserved": "L'indirizzo «{slug}» è usato dal negozio: scegline un altro.", "The address “{slug}” is used by the shop itself: please choose another.";
    PAGE_SLUG_TAKEN "page_slug_taken": "C'è già una pagina all'indirizzo «{slug}».", "There is already a page at the address “{slug}”.";
    PAGE_TEXT_TOO_LONG "page_text_too_long": "Il testo supera i {maximum} caratteri.", "The text is longer than {maximum} characters.";
    PAGE_TOO_MANY_BLOCKS "page_too_many_blocks": "Una pagina può avere al massimo {maximum} blocchi.", "A page can have at most {maximum} blocks.";
    PAGE_CHANGED "page_changed": "La pagina è stata modificata da un'altra persona: ricaricala prima di salvare.", "Somebody else has changed the page: reload it before saving.";
    PAGE_GONE "page_gone": "Questa pagina non esiste più.", "This page no longer exists.";
    PAGE_HOME_STAYS "page_home_stays": "La pagina iniziale non si può eliminare.", "The home page cannot be deleted.";
    BLOCK_COUNT_INVALID "block_count_invalid": "Il numero di prodotti deve essere compreso tra {minimum} e {maximum}.", "The number of products must be between {minimum} and {maximum}.";
    BLOCK_COLUMNS_INVALID "block_columns_invalid": "Il numero di colonne deve essere compreso tra {minimum} e {maximum}.", "The number of columns must be between {minimum} and {maximum}.";
    BLOCK_CHOICE_MISSING "block_choice_missing": "Scegli che cosa deve mostrare il blocco.", "Please choose what the block is to show.";
}
