import "@testing-library/jest-dom";
import * as rules from "@bottega/shop-core";
import { setCore } from "../src/core/core.ts";

setCore(rules);

// What one test keeps in the browser is nothing to the next.
afterEach(() => sessionStorage.clear());
