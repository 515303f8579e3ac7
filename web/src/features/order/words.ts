import { useLang } from "../../app/PageContext.tsx";

const it = {
  pay: "Paga ora",
  payTitle: (number: string) => `Paga l’ordine ${number}`,
  payIntro: "Scegli come pagare: prodotti, prezzi e indirizzi restano quelli dell’ordine.",
  payHow: "Come vuoi pagare",
  payButton: "Paga l’ordine",
  unpaid: "Questo ordine è ancora da pagare.",
  unpaidPart: "Di questo ordine c’è ancora una rata da pagare.",
  payPart: "Paga la prossima rata",
  payPartIntro: (part: string) => `${part}: scegli come pagarla, ti mandiamo le coordinate per e-mail.`,
  instalments: "Pagamenti successivi",
  subscriptions: "Abbonamenti",
  by: "Entro il",
  showOrder: "Vai all’ordine",
  files: "I tuoi file",
  documents: "Documenti",
  download: "Scarica",
  fetch: (name: string) => `Scarica «${name}»`,
  withdraw: "Recedere dal contratto qui",
  findTitle: "Trova il tuo ordine",
  findText:
    "Scrivi il numero dell’ordine e l’e-mail con cui l’hai fatto: ti inviamo un link per vederlo, senza bisogno di un account.",
  findWithdrawText:
    "Hai 14 giorni dalla consegna per recedere, senza dare motivi. Scrivi il numero dell’ordine e l’e-mail con cui l’hai fatto: ti inviamo il link alla dichiarazione di recesso, senza bisogno di un account.",
  findNumber: "Numero dell’ordine",
  findNumberHint: "Lo trovi nell’oggetto della conferma che ti abbiamo inviato.",
  findEmail: "E-mail dell’ordine",
  findSend: "Invia il link",
  findSent: "Controlla la posta",
  findSentText: (email: string) =>
    `Se numero ed e-mail corrispondono a un ordine, tra poco arriva un link a ${email}. Controlla anche la posta indesiderata.`,
  findAgain: "Prova con altri dati",
  findAccount: "Hai un account? Trovi tutti gli ordini tra",
  findAccountLink: "i miei ordini",
  withdrawRights: "Il diritto di recesso",
  withdrawTitle: (number: string) => `Recesso dall’ordine ${number}`,
  withdrawIntro: (date: string) =>
    `Ordine del ${date}. Scegli da quali prodotti vuoi recedere: non devi dare motivi.`,
  withdrawUntil: (date: string) => `Puoi recedere fino al ${date} compreso.`,
  withdrawLines: "Prodotti",
  withdrawName: "Nome e cognome",
  withdrawEmail: "E-mail per la ricevuta",
  withdrawOn: "Continua",
  withdrawCheck: "Controlla la tua dichiarazione",
  withdrawStatement: (number: string, date: string) =>
    `Dichiaro di recedere dal contratto relativo all’ordine ${number} del ${date} per:`,
  withdrawConfirm: "Conferma recesso qui",
  withdrawEdit: "Modifica",
  withdrawDone: "Abbiamo ricevuto il tuo recesso",
  withdrawDoneText: (email: string) =>
    `La ricevuta, con data e ora, è in arrivo a ${email}. Ti scriviamo a breve come restituire i prodotti.`,
  withdrawDeclared: "Recessi già dichiarati",
  withdrawAt: (at: string) => `Ricevuto il ${at}`,
  withdrawWho: "Nome",
};

const en: typeof it = {
  pay: "Pay now",
  payTitle: (number) => `Pay for order ${number}`,
  payIntro: "Choose how to pay: products, prices and addresses stay those of the order.",
  payHow: "How do you want to pay",
  payButton: "Pay for the order",
  unpaid: "This order has not been paid yet.",
  unpaidPart: "An instalment of this order is still to be paid.",
  payPart: "Pay the next instalment",
  payPartIntro: (part) => `${part}: choose how to pay it, we send you the details by e-mail.`,
  instalments: "Later payments",
  subscriptions: "Subscriptions",
  by: "By",
  showOrder: "Go to the order",
  documents: "Documents",
  files: "Your files",
  download: "Download",
  fetch: (name) => `Download “${name}”`,
  withdraw: "Withdraw from the contract here",
  findTitle: "Find your order",
  findText:
    "Type the order number and the email address you ordered with: we send you a link to see it, without an account.",
  findWithdrawText:
    "You have 14 days from delivery to withdraw, without giving a reason. Type the order number and the email address you ordered with: we send you the link to the declaration of withdrawal, without an account.",
  findNumber: "Order number",
  findNumberHint: "It is in the subject of the confirmation we sent you.",
  findEmail: "Email of the order",
  findSend: "Send the link",
  findSent: "Check your mailbox",
  findSentText: (email) =>
    `If number and email belong to an order, a link is on its way to ${email}. Check your spam folder too.`,
  findAgain: "Try other details",
  findAccount: "Have an account? All your orders are under",
  findAccountLink: "my orders",
  withdrawRights: "The right of withdrawal",
  withdrawTitle: (number) => `Withdrawal from order ${number}`,
  withdrawIntro: (date) =>
    `Order of ${date}. Choose the products you want to withdraw from: no reason is needed.`,
  withdrawUntil: (date) => `You can withdraw until ${date} included.`,
  withdrawLines: "Products",
  withdrawName: "First and last name",
  withdrawEmail: "Email for the acknowledgement",
  withdrawOn: "Continue",
  withdrawCheck: "Check your declaration",
  withdrawStatement: (number, date) => `I withdraw from the contract of order ${number} of ${date} for:`,
  withdrawConfirm: "Confirm withdrawal here",
  withdrawEdit: "Change",
  withdrawDone: "We have received your withdrawal",
  withdrawDoneText: (email) =>
    `The acknowledgement, with date and time, is on its way to ${email}. We will soon write to you how to return the goods.`,
  withdrawDeclared: "Withdrawals declared before",
  withdrawAt: (at) => `Received on ${at}`,
  withdrawWho: "Name",
};

/** The words of an order's pages in the page's language; they come with these pages. */
export function useOrderWords(): typeof it {
  return useLang() === "en" ? en : it;
}
