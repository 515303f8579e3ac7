// The sections of the settings with their paths.

export const SECTIONS = [
  { path: "negozio", name: "shop" },
  { path: "aspetto", name: "theme" },
  { path: "cassa", name: "checkout" },
  { path: "pagamenti", name: "payments" },
  { path: "acquisto-rapido", name: "express" },
  { path: "spedizioni", name: "shipping" },
  { path: "imposte", name: "taxes" },
  { path: "account", name: "accounts" },
  { path: "giacenze", name: "stock" },
  { path: "recensioni", name: "reviews" },
  { path: "avvisi", name: "notices" },
  { path: "anteprima", name: "quick_view" },
  { path: "elenchi", name: "listings" },
  { path: "clienti-professionali", name: "trade" },
  { path: "messaggi", name: "mail" },
  { path: "conversazioni", name: "conversations" },
  { path: "cookie", name: "consent" },
  { path: "provenienza", name: "attribution" },
  { path: "e-mail", name: "email_capture" },
  { path: "statistiche", name: "analytics" },
  { path: "newsletter", name: "newsletter" },
  { path: "conservazione", name: "retention" },
  { path: "modifiche", name: "changes" },
] as const;

export const ROOT = "/impostazioni";
