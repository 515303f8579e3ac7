// Where an order of the classic form came from: its hidden fields, filled by the page's script.
import { ARRIVALS, arrive, expected, originOf } from "./support/origin.ts";
import { asPerson } from "./support/person.ts";
import { fillCart, fillCheckout, openPage, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

test.use({ ...asPerson, settings: { checkout_form: "classic" } });

for (const arrival of ARRIVALS) {
  test(`an order of the classic form after ${arrival.way} says so`, async ({ page, merchant, shop }) => {
    await arrive(page, arrival, "Accetta");
    await fillCart(page);
    await openPage(page, "/cart/");
    await toCheckout(page);
    const inputs = page.locator("form#cassa wc-order-attribution-inputs input[type=hidden]");
    await expect(inputs).toHaveCount(16);
    await fillCheckout(page, "livia@example.com");
    const sent = page.waitForRequest((request) => request.url().includes("wc-ajax=checkout"));
    const order = await placeOrder(page);
    const form = new URLSearchParams((await sent).postData() ?? "");
    expect([...form.keys()].filter((name) => name.startsWith("wc_order_attribution_"))).toHaveLength(16);
    expect(await originOf(merchant, order)).toEqual(expected(arrival, shop.url));
  });
}
