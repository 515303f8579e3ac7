// Words of VAT by rate: Italian, English.

export const vatTexts = {
  vat: ["IVA", "VAT"],
  vatOfDays: ["IVA per aliquota", "VAT by rate"],
  vatOfMonth: ["IVA del mese, per aliquota", "VAT of this month, by rate"],
  vatRule: [
    "Ordini pagati o da pagare alla consegna, nel giorno dell'ordine, meno i rimborsi (anche come credito) nel giorno in cui sono registrati. È un riepilogo di quello che il negozio ha addebitato: non sostituisce la liquidazione dell'IVA.",
    "Orders that are paid or paid on delivery, on the day of the order, less refunds (as credit too) on the day on which they are booked. It sums up what the shop has charged; it is not the VAT return.",
  ],
  vatNone: ["In questi giorni non c'è nulla.", "There is nothing on these days."],
  vatRate: ["Aliquota", "Rate"],
  vatNet: ["Imponibile", "Taxed amount"],
  vatTax: ["Imposta", "Tax"],
  vatUntaxed: ["senza IVA", "no VAT"],
  vatCharged: ["Addebitato", "Charged"],
  vatRefunded: ["Rimborsato", "Refunded"],
  vatLeft: ["Al netto dei rimborsi", "Less refunds"],
  vatTotal: ["Totale", "Total"],
} as const;
