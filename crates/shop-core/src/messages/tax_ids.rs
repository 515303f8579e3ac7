//! Sentences about tax numbers and where an electronic invoice goes.

super::messages! {
    VAT_REQUIRED "vat_required": "Inserisci la partita IVA.", "Enter the VAT number.";
    VAT_COUNTRY_UNKNOWN "vat_country_unknown": "Per il Paese scelto non possiamo verificare la partita IVA.", "We cannot check VAT numbers of the chosen country.";
    VAT_PREFIX_MISSING "vat_prefix_missing": "Scrivi la partita IVA con la sigla del Paese davanti: {prefix} e poi «{value}».", "Write the VAT number with its country prefix: {prefix}, then \"{value}\".";
    VAT_OTHER_COUNTRY "vat_other_country": "«{value}» è la partita IVA di un altro Paese: per il Paese scelto deve iniziare con {prefix}.", "\"{value}\" is another country's VAT number: for the chosen country it must begin with {prefix}.";
    VAT_SHAPE "vat_shape": "«{value}» non ha la forma di una partita IVA con sigla {prefix}: controlla lettere e cifre.", "\"{value}\" does not have the form of a VAT number with the prefix {prefix}: check letters and digits.";
    VAT_CHECK_DIGITS "vat_check_digits": "«{value}» non è una partita IVA valida: controlla di averla copiata bene.", "\"{value}\" is not a valid VAT number: check that you copied it correctly.";
    VAT_OR_TAX_CODE_REQUIRED "vat_or_tax_code_required": "Per la fattura inserisci la partita IVA oppure il codice fiscale.", "For the invoice enter the VAT number (partita IVA) or the Italian tax code (codice fiscale).";
    TAX_CODE_REQUIRED "tax_code_required": "Inserisci il codice fiscale.", "Enter the Italian tax code (codice fiscale).";
    TAX_CODE_SHAPE "tax_code_shape": "«{value}» non è un codice fiscale: servono 16 lettere e cifre, oppure 11 cifre per le società.", "\"{value}\" is not an Italian tax code: it has 16 letters and digits, or 11 digits for companies.";
    TAX_CODE_BIRTHDAY "tax_code_birthday": "«{value}» non è un codice fiscale valido: la data di nascita al suo interno non esiste.", "\"{value}\" is not a valid Italian tax code: the date of birth in it does not exist.";
    TAX_CODE_CONTROL "tax_code_control": "«{value}» non è un codice fiscale valido: controlla di averlo copiato bene.", "\"{value}\" is not a valid Italian tax code: check that you copied it correctly.";
    SDI_OR_PEC_REQUIRED "sdi_or_pec_required": "Per la fattura elettronica inserisci il codice destinatario oppure l'indirizzo PEC.", "For the electronic invoice enter the recipient code (codice destinatario) or the PEC address.";
    SDI_INVALID "sdi_invalid": "«{value}» non è un codice destinatario: servono 7 lettere e cifre.", "\"{value}\" is not a recipient code: it has 7 letters and digits.";
    SDI_PUBLIC_BODY "sdi_public_body": "Per la pubblica amministrazione inserisci il codice univoco ufficio di 6 lettere e cifre.", "For a public body enter the office code (codice univoco ufficio) of 6 letters and digits.";
    SDI_ABROAD "sdi_abroad": "Il codice destinatario serve solo a chi ha sede in Italia: lascia vuoto il campo.", "Only buyers in Italy have a recipient code: leave the field empty.";
    PEC_REQUIRED "pec_required": "Con il codice destinatario 0000000 inserisci anche l'indirizzo PEC.", "With the recipient code 0000000 enter the PEC address too.";
    PEC_INVALID "pec_invalid": "«{value}» non è un indirizzo PEC valido: scrivilo come nome@pec.esempio.it.", "\"{value}\" is not a valid PEC address: write it like name@pec.example.it.";
}
