// Pages are painted before their scripts answer; what is pressed until then works as plain HTML. Tests act once scripts answer:
// before each action and expectation they wait until a document that has scripts is taken over by them, or is known to stay plain.
import type { Page } from "@playwright/test";

const notYet = (page: Page) => page.locator("html:not([data-hydrated], [data-plain]):has(script[data-modules])");

/** Makes what is done in a page from now on wait for the scripts of its documents. */
export const waitForScripts = (page: Page): Promise<void> =>
  // Nothing is to be done about it: after the handler the wait goes on until the locator finds nothing more.
  page.addLocatorHandler(notYet(page), async () => {});

/** Makes what is done in a page reach documents as they are painted. */
export const actEarly = (page: Page): Promise<void> => page.removeLocatorHandler(notYet(page));
