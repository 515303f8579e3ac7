// A frame of a wallet: its button in the shop's page, or its sheet over the page. Which of them, the first command says.

import { showButton, updateButton } from "./wallet-button.js";
import { openSheet } from "./wallet-sheet.js";
import { answer } from "./shop.js";

let sheet = null;

answer({
  /** Shows the button; says whether the wallet can be used here. */
  button: (data) => showButton(data),
  updateButton: (data) => updateButton(data),
  /** Shows the sheet. */
  sheet(data) {
    sheet = openSheet(data);
    return {};
  },
  /** The shop's answer to a change of address or rate. */
  resolve: (data) => sheet?.resolve(data) ?? {},
  /** The shop does not take the address or the rate. */
  reject: (data) => sheet?.reject(data) ?? {},
  /** A token of what was chosen. */
  createConfirmationToken: () => sheet?.createConfirmationToken() ?? {},
});
