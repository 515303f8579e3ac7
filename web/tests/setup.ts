import "@testing-library/jest-dom";
import * as rules from "@bottega/shop-core";
import { act, configure } from "@testing-library/react";
import { words as en } from "../pkg/words/en/all.ts";
import { words as it } from "../pkg/words/it/all.ts";
import { storeNonce } from "../src/api/storeApi.ts";
import { resetNotes } from "../src/context/analytics/notes.ts";
import { initialCartState, setCartState } from "../src/context/cart/cartState.ts";
import { setCore } from "../src/core/core.ts";
import { registerWords } from "../src/i18n/words.ts";

// Waits end as soon as their condition holds; the limits only end those that never would, also on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

setCore(rules);
registerWords("it", it);
registerWords("en", en);

// Storage, analytics notes and the cart of one test must not affect the next.
afterEach(() => {
  sessionStorage.clear();
  resetNotes();
  act(() => setCartState(initialCartState));
  storeNonce("");
});
