//! Sentences about the sub-accounts of trade buyers. The English ones are the specification's wording.

super::messages! {
    SUBACCOUNT_USERNAME "subaccount_username": "Il nome utente deve contenere da 8 a 30 caratteri.", "Username must contain between 8 and 30 characters.";
    SUBACCOUNT_EMAIL "subaccount_email": "L'indirizzo e-mail non è valido.", "The email is not valid.";
    SUBACCOUNT_PASSWORD "subaccount_password": "La password deve contenere almeno otto caratteri, almeno una lettera e una cifra.", "The password must contain at least eight characters, at least one letter and one number.";
}
