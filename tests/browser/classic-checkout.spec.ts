// The classic checkout form: the same fields and rules over the classic calls. What asks for the review is tested without a browser
// (web/src/features/checkout/classicForm.test.tsx).
import { isAccessible } from "./support/axe.ts";
import { fillCart, fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

test.use({
  settings: {
    checkout_form: "classic",
    extra_billing_fields: [{ name: "billing_field_285", label: "Citofono", label_en: "Bell", location: "address" }],
  },
});

test("an order is placed by the classic calls, which hear of every change", { tag: "@core" }, async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const name = /wc-ajax=(\w+)/.exec(request.url())?.[1];
    if (name) calls.push(name);
  });
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  const review = page.waitForRequest((request) => request.url().includes("wc-ajax=update_order_review"));
  await fillCheckout(page, "classica@example.com");
  const sent = new URLSearchParams((await review).postData() ?? "");
  expect(sent.get("country")).toBe("IT");
  expect(sent.get("has_full_address")).toBe("true");
  expect(sent.get("post_data")).toContain("billing_city=Milano");
  await page.getByLabel("Citofono").fill("Conti");
  await isAccessible(page);
  await placeOrder(page);
  expect(calls).toContain("wbte_sc_update_payment_method_on_session");
  expect(calls.filter((name) => name === "checkout")).toHaveLength(1);
});

test("the server's refusals stand at their fields, and the next try goes through", async ({ page, context }) => {
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  await fillCheckout(page, "classica@example.com");
  // What the page cannot know: the form's nonce is no longer good. Changed on its way, since the page writes its own again.
  await page.route(
    /wc-ajax=checkout/,
    (route) => {
      const form = new URLSearchParams(route.request().postData() ?? "");
      form.set("woocommerce-process-checkout-nonce", "0123456789abcdef0123");
      return route.continue({ postData: form.toString() });
    },
    { times: 1 },
  );
  // The answer asks for the review too.
  const review = page.waitForRequest((request) => request.url().includes("wc-ajax=update_order_review"));
  await page.getByRole("button", { name: /Ordine con obbligo di pagare/ }).click();
  await expect(page.getByRole("alert").first()).toContainText("La pagina era aperta da troppo tempo");
  await review;
  await expect(page.getByLabel("Città", { exact: true }).first()).toHaveValue("Milano");
  await placeOrder(page);
  expect((await context.cookies()).some((cookie) => cookie.name === "woocommerce_items_in_cart")).toBe(false);
});

test("what is typed in the classic form is there again after a reload", async ({ page }) => {
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  await page.getByLabel("E-mail", { exact: true }).fill("classica@example.com");
  await page.getByLabel("Nome", { exact: true }).fill("Livia");
  await page.getByLabel("Citofono").fill("Conti");
  await page.reload();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue("classica@example.com");
  await expect(page.getByLabel("Nome", { exact: true })).toHaveValue("Livia");
  await expect(page.getByLabel("Citofono")).toHaveValue("Conti");
});
