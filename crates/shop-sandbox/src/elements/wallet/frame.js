// A frame of a wallet: its button in the shop's page, or its sheet over the page. The first command decides which.

import { showButton, updateButton } from "./wallet-button.js";
import { openSheet } from "./wallet-sheet.js";
import { answer } from "./shop.js";

let sheet = null;

answer({
  /** Shows the button; reports whether the wallet can be used here. */
  button: (data) => showButton(data),
  updateButton: (data) => updateButton(data),
  /** Shows the sheet. */
  sheet(data) {
    sheet = openSheet(data);
    return {};
  },
  /** Applies the shop's response to a change of address or rate. */
  resolve: (data) => sheet?.resolve(data) ?? {},
  /** Shows that the shop rejects the address or the rate. */
  reject: (data) => sheet?.reject(data) ?? {},
  /** Creates a token of the choices. */
  createConfirmationToken: () => sheet?.createConfirmationToken() ?? {},
});
