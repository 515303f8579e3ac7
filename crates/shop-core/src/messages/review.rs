//! Sentences about reviews and comments.

super::messages! {
    REVIEW_RATING_REQUIRED "review_rating_required": "Seleziona una valutazione", "Select a rating";
    REVIEW_TEXT_REQUIRED "review_text_required": "Scrivi la recensione.", "Write the review.";
    REVIEW_BUYERS_ONLY "review_buyers_only": "Può lasciare una recensione solo chi ha acquistato questo prodotto.", "Only customers who bought this product may leave a review.";
    REVIEW_ALREADY_WRITTEN "review_already_written": "Hai già recensito questo prodotto.", "You have already reviewed this product.";
    REVIEW_WAITING "review_waiting": "La tua recensione sarà pubblicata dopo la verifica.", "Your review will be published once it has been checked.";
    REVIEW_PUBLISHED "review_published": "Grazie! La tua recensione è pubblicata.", "Thank you! Your review is published.";
    REVIEW_TOO_MANY "review_too_many": "Oggi hai già inviato {max} recensioni: riprova domani.", "You have already sent {max} reviews today: try again tomorrow.";
    REVIEW_CLOSED "review_closed": "Questo prodotto non si può recensire.", "This product cannot be reviewed.";
    REVIEW_NO_REPLIES "review_no_replies": "Non si può rispondere a una recensione.", "Reviews cannot be replied to.";
    REVIEW_VERIFIED "review_verified": "Acquisto verificato", "Verified purchase";
    REVIEW_STAR "review_star": "{stars} stella su 5", "{stars} star out of 5";
    REVIEW_STARS "review_stars": "{stars} stelle su 5", "{stars} stars out of 5";
    COMMENT_TEXT_REQUIRED "comment_text_required": "Scrivi il commento.", "Write the comment.";
    COMMENT_TOO_MANY_LINKS "comment_too_many_links": "Il testo contiene troppi link: lasciane al massimo {max}.", "The text has too many links: leave {max} at most.";
    COMMENT_NAME_REQUIRED "comment_name_required": "Inserisci il tuo nome.", "Enter your name.";
    COMMENT_NAME_LINK "comment_name_link": "Il nome non può contenere link.", "The name cannot contain links.";
    COMMENT_EMAIL_REQUIRED "comment_email_required": "Inserisci il tuo indirizzo e-mail: non sarà pubblicato.", "Enter your email address: it will not be published.";
    COMMENT_EMAIL_INVALID "comment_email_invalid": "L'indirizzo e-mail non è valido: scrivilo come nome@esempio.it.", "The email address is not valid: write it like name@example.com.";
    COMMENT_WAITING "comment_waiting": "Il tuo commento sarà pubblicato dopo la verifica.", "Your comment will be published once it has been checked.";
    COMMENT_REPLY "comment_reply": "Rispondi a {name}", "Reply to {name}";
    COMMENT_CANCEL_REPLY "comment_cancel_reply": "Annulla la risposta", "Cancel reply";
}
