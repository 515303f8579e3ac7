import "@testing-library/jest-dom";
import * as rules from "@bottega/shop-core";
import { act, configure } from "@testing-library/react";
import { words as en } from "../pkg/words/en/all.ts";
import { words as it } from "../pkg/words/it/all.ts";
import { adoptNonce } from "../src/api/storeApi.ts";
import { resetNotes } from "../src/context/analytics/notes.ts";
import { initialCartState, setCartState } from "../src/context/cart/cartState.ts";
import { setCore } from "../src/core/core.ts";
import { registerWords } from "../src/i18n/words.ts";

// What is waited for comes as soon as it can: the limits only end what would never come, also on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

setCore(rules);
registerWords("it", it);
registerWords("en", en);

// What one test keeps in the browser, what it notes for who counts, and the cart that it leaves are nothing to the next.
afterEach(() => {
  sessionStorage.clear();
  resetNotes();
  act(() => setCartState(initialCartState));
  adoptNonce("");
});
