import "@testing-library/jest-dom";
import * as rules from "@bottega/shop-core";
import { setCore } from "../src/core/core.ts";
import { en } from "../src/i18n/en.ts";
import { it } from "../src/i18n/it.ts";
import { registerWords } from "../src/i18n/words.ts";

setCore(rules);
registerWords({ it, en });

// What one test keeps in the browser is nothing to the next.
afterEach(() => sessionStorage.clear());
