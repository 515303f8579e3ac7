// Sample contents of the wallet: addresses in the formats of real wallets, and cards.

/** Addresses. `state` has the formats that real wallets use: a code, the name of a region, a town with a curly apostrophe. */
export const ADDRESSES = [
  { name: "Livia Conti", line1: "Via dei Mille 7", line2: "", city: "Milano", state: "MI", postal_code: "20129", country: "IT" },
  { name: "Marco Rossi De Luca", line1: "Via del Colle 12", line2: "Scala B", city: "Tivoli", state: "Lazio", postal_code: "00019", country: "IT" },
  { name: "Anna Santucci", line1: "Corso Federico II 3", line2: "", city: "L’Aquila", state: "L’Aquila", postal_code: "67100", country: "IT" },
  { name: "Clara Weber", line1: "Lindenstraße 4", line2: "", city: "Berlin", state: "Berlin", postal_code: "10969", country: "DE" },
  { name: "John Miller", line1: "Elm Street 12", line2: "", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
];

/** Countries of the free form. */
export const COUNTRIES = ["IT", "DE", "FR", "AT", "ES", "CH", "GB", "US"];

/** Test cards by the provider's names. `device`: offered by a device wallet, which has already authenticated its owner. */
export const CARDS = [
  { token: "tok_visa", label: "Visa •••• 4242", does: "pays", device: true },
  { token: "tok_chargeDeclined", label: "Visa •••• 0002", does: "declined", device: true },
  { token: "tok_authenticationRequired", label: "Visa •••• 3184", does: "authenticates", device: false },
];

/** The owner of the device. */
export const OWNER = { email: "livia.conti@example.com", phone: "+39 (02) 5550-0100" };
