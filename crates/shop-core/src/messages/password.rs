//! What the password meter says.

super::messages! {
    PASSWORD_UNKNOWN "password_unknown": "Efficacia della password sconosciuta", "Password strength unknown";
    PASSWORD_VERY_WEAK "password_very_weak": "Molto debole", "Very weak";
    PASSWORD_WEAK "password_weak": "Debole", "Weak";
    PASSWORD_MEDIUM "password_medium": "Media", "Medium";
    PASSWORD_STRONG "password_strong": "Forte", "Strong";
    PASSWORD_MISMATCH "password_mismatch": "Mancata corrispondenza", "Mismatch";
    /// Follows the label below the minimum.
    PASSWORD_ENTER_STRONGER "password_enter_stronger": " - Inserisci una password più sicura.", " - Please enter a more secure password.";
    PASSWORD_HINT "password_hint": "Usa almeno dodici caratteri, con lettere maiuscole e minuscole, numeri e simboli.", "Use at least twelve characters, with upper and lower case letters, numbers and symbols.";
}
