//! Sentences of the small parts of every page: notice, banner, chat box, password toggle, gallery, language switcher,
//! searchable select.

super::messages! {
    WIDGET_NOTICE_DISMISS "widget_notice_dismiss": "Ignora l'avviso", "Dismiss the notice";
    WIDGET_BANNER_DISMISS "widget_banner_dismiss": "Chiudi il banner", "Dismiss the banner";
    WIDGET_CHAT_OPEN "widget_chat_open": "Apri la chat", "Open the chat";
    WIDGET_CHAT_CLOSE "widget_chat_close": "Chiudi la chat", "Close the chat";
    WIDGET_CHAT_MESSAGE "widget_chat_message": "Scrivi un messaggio", "Write a message";
    WIDGET_CHAT_SEND "widget_chat_send": "Invia il messaggio", "Send the message";
    WIDGET_PASSWORD_SHOW "widget_password_show": "Mostra password", "Show password";
    WIDGET_PASSWORD_HIDE "widget_password_hide": "Nascondi password", "Hide password";
    WIDGET_GALLERY_OPEN "widget_gallery_open": "Visualizza la galleria di immagini a schermo intero", "View the full-screen image gallery";
    WIDGET_GALLERY_PREVIOUS "widget_gallery_previous": "Immagine precedente", "Previous image";
    WIDGET_GALLERY_NEXT "widget_gallery_next": "Immagine successiva", "Next image";
    WIDGET_GALLERY_CLOSE "widget_gallery_close": "Chiudi la galleria", "Close the gallery";
    WIDGET_IMAGE_FAILED "widget_image_failed": "Non è stato possibile caricare l'immagine.", "The image could not be loaded.";
    WIDGET_CONTENT_MISSING "widget_content_missing": "Contenuto non trovato", "Content not found";
    WIDGET_CONTENT_FAILED "widget_content_failed": "Non è stato possibile caricare il contenuto.", "The content could not be loaded.";
    WIDGET_LANGUAGE_CHOOSE "widget_language_choose": "Scegli la lingua", "Choose the language";
    WIDGET_LANGUAGE_ITALIAN "widget_language_italian": "Italiano", "Italian";
    WIDGET_LANGUAGE_ENGLISH "widget_language_english": "Inglese", "English";
    WIDGET_SELECT_NO_MATCHES "widget_select_no_matches": "Nessun riscontro trovato", "No results found";
    WIDGET_SELECT_LOAD_FAILED "widget_select_load_failed": "Caricamento fallito", "Loading failed";
    WIDGET_SELECT_TOO_SHORT_ONE "widget_select_too_short_one": "Inserisci 1 o più caratteri", "Enter 1 or more characters";
    WIDGET_SELECT_TOO_SHORT "widget_select_too_short": "Inserisci {qty} o più caratteri", "Enter {qty} or more characters";
    WIDGET_SELECT_TOO_LONG_ONE "widget_select_too_long_one": "Elimina 1 carattere", "Delete 1 character";
    WIDGET_SELECT_TOO_LONG "widget_select_too_long": "Elimina {qty} caratteri", "Delete {qty} characters";
    WIDGET_SELECT_TOO_MANY_ONE "widget_select_too_many_one": "Puoi selezionare solo 1 articolo", "You can select only 1 item";
    WIDGET_SELECT_TOO_MANY "widget_select_too_many": "Puoi selezionare solo {qty} articoli", "You can select only {qty} items";
    WIDGET_SELECT_MORE "widget_select_more": "Caricamento altri risultati…", "Loading more results…";
    WIDGET_SELECT_SEARCHING "widget_select_searching": "Sto cercando…", "Searching…";
}
