import "@testing-library/jest-dom";
import * as rules from "@bottega/shop-core";
import { words as en } from "../pkg/words/en/all.ts";
import { words as it } from "../pkg/words/it/all.ts";
import { setCore } from "../src/core/core.ts";
import { registerWords } from "../src/i18n/words.ts";

setCore(rules);
registerWords("it", it);
registerWords("en", en);

// What one test keeps in the browser is nothing to the next.
afterEach(() => sessionStorage.clear());
