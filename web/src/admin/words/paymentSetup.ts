// Words of the payment provider's set-up: Italian, English. What is not in order is said by the server.

export const paymentSetupTexts = {
  setupTitle: ["Collegamento a Stripe", "Connection to Stripe"],
  setupChecking: ["Controllo il collegamento…", "Checking the connection…"],
  setupInOrder: ["Tutto in ordine.", "All in order."],
  setupNone: [
    "Nessun fornitore di pagamento: le carte non si possono usare. Inserisci le chiavi di Stripe.",
    "No payment provider: cards cannot be used. Enter the keys of Stripe.",
  ],
  setupSandbox: [
    "I pagamenti passano dall'ambiente di prova del negozio: nessun addebito è reale. Inserisci le chiavi di Stripe per incassare.",
    "Payments go to the shop's own sandbox: no charge is real. Enter the keys of Stripe to take money.",
  ],
  "setupMode.test": ["Prova", "Test"],
  "setupMode.live": ["Reale", "Live"],
  "setupSeverity.error": ["Da correggere", "To be mended"],
  "setupSeverity.warning": ["Attenzione", "Attention"],
  "setupSeverity.note": ["Nota", "Note"],
  "setupRemedy.webhook": ["Configura il webhook", "Set the webhook up"],
  "setupRemedy.domain": ["Registra il dominio", "Register the domain"],
  setupDone: ["Fatto.", "Done."],
  setupAgain: ["Controlla di nuovo", "Check again"],
  setupAccount: ["Account", "Account"],
  setupWebhook: ["Webhook", "Webhook"],
  setupDomain: ["Dominio dei wallet", "Domain of the wallets"],
  setupLastEvent: ["Ultimo messaggio", "Last message"],
  setupNoEvent: ["Non è ancora arrivato nulla.", "Nothing came yet."],
  setupFaults: ["Ultimi errori ({count})", "Latest errors ({count})"],
  setupNoFaults: ["Nessun errore recente.", "No recent errors."],
  "setupFault.unavailable": ["Stripe non era raggiungibile", "Stripe could not be reached"],
  "setupFault.unknown": ["la risposta di Stripe si è persa", "Stripe's answer was lost"],
  "setupFault.signature": ["messaggio con una firma sconosciuta", "message with an unknown signature"],
  "setupFault.stale": ["messaggio firmato troppo tempo fa", "message signed too long ago"],
  "setupFault.unreadable": ["messaggio illeggibile", "unreadable message"],

  keysTitle: ["Chiavi di Stripe", "Keys of Stripe"],
  keysIntro: [
    "Si trovano nella dashboard di Stripe, alla voce Sviluppatori. Sono salvate cifrate e valgono da subito.",
    "They are in Stripe's dashboard, under Developers. They are stored encrypted and hold at once.",
  ],
  "keysFrom.environment": [
    "Le chiavi vengono dall'ambiente del server e si cambiano lì.",
    "The keys come from the server's environment and are changed there.",
  ],
  "keysFrom.unreadable": [
    "Le chiavi salvate non si possono più leggere: sul server è cambiata SHOP_SECRETS_KEY. Finché non vengono inserite di nuovo le carte non si possono usare.",
    "The stored keys can no longer be read: SHOP_SECRETS_KEY has changed on the server. Until they are entered again cards cannot be used.",
  ],
  keysCannotStore: [
    "Per inserire qui le chiavi il server ha bisogno della variabile SHOP_SECRETS_KEY: 64 cifre esadecimali, come quelle che stampa «openssl rand -hex 32».",
    "To enter keys here the server needs the variable SHOP_SECRETS_KEY: 64 hexadecimal digits, as “openssl rand -hex 32” prints them.",
  ],
  keyPublishable: ["Chiave pubblicabile", "Publishable key"],
  keySecret: ["Chiave segreta", "Secret key"],
  keySecretKept: [
    "Salvata, termina con {end}. Vuoto: resta questa.",
    "Stored, it ends in {end}. Empty: it stays.",
  ],
  keyWebhook: ["Chiave di firma del webhook (facoltativa)", "Signing secret of the webhook (optional)"],
  keyWebhookKept: ["Salvata. Vuoto: resta questa.", "Stored. Empty: it stays."],
  keyWebhookHint: [
    "Serve solo per un webhook creato a mano: con «Configura il webhook» arriva da sola.",
    "Only for a webhook that was made by hand: “Set the webhook up” brings its own.",
  ],
  keysSaved: ["Chiavi salvate: i pagamenti passano da Stripe.", "Keys stored: payments are taken by Stripe."],
  keysForget: ["Togli le chiavi", "Remove the keys"],
  keysForgetSure: [
    "Togliere le chiavi? I pagamenti con carta non passeranno più da Stripe.",
    "Remove the keys? Card payments will no longer be taken by Stripe.",
  ],
  keysForgotten: ["Chiavi tolte.", "Keys removed."],
} as const satisfies Record<string, readonly [string, string]>;
