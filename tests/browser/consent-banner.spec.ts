// The cookie banner in Chromium: how it looks, how it is used by pointer, keyboard and without scripts, and what each choice stores.
import { looksRight } from "./support/axe.ts";
import { banner, cookieNames, cookieValue, openPage, press } from "./support/consent.ts";
import { asPerson } from "./support/person.ts";
import { expect, test } from "./support/test.ts";

test.use(asPerson);

test("the banner is first for the keyboard, traps nothing, moves nothing and is gone after a choice", async ({ page }) => {
  await openPage(page, "/negozio/");
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("button", { name: /Chiudi/ })).toBeFocused();
  const inBanner = () => page.evaluate(() => Boolean(document.activeElement?.closest("[data-consent-banner]")));
  for (let steps = 0; (await inBanner()) && steps < 20; steps += 1) await page.keyboard.press("Tab");
  expect(await inBanner()).toBe(false);
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  await press(page, "Rifiuta");
  await expect(banner(page)).toBeHidden();
  expect(await heading.boundingBox()).toEqual(before);
});

test("accepting and refusing are alike in size, letters and colours", async ({ page }) => {
  await openPage(page, "/");
  const look = (name: string) =>
    banner(page)
      .getByRole("button", { name, exact: true })
      .evaluate((button) => {
        const { width, height } = button.getBoundingClientRect();
        const { fontSize, fontWeight, color, backgroundColor, borderColor } = getComputedStyle(button);
        return { width, height, fontSize, fontWeight, color, backgroundColor, borderColor };
      });
  expect(await look("Accetta")).toEqual(await look("Rifiuta"));
});

test("it looks right, and on a phone leaves the page's button free", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, "/prodotto/caviale-croccante/");
  await looksRight(page, { within: "[data-consent-banner]" });
  await banner(page).getByText("Visualizza le preferenze").click();
  await looksRight(page, { within: "[data-consent-banner]" });
  const buy = page.getByRole("main").getByRole("button", { name: "Aggiungi al carrello" }).first();
  await buy.evaluate((button) => button.scrollIntoView({ block: "center", behavior: "instant" }));
  await banner(page).getByText("Visualizza le preferenze").click();
  const isFree = await buy.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isFree).toBe(true);
});

test("preferences are chosen one by one and come back as they were", async ({ page, context }) => {
  await openPage(page, "/");
  await banner(page).getByText("Visualizza le preferenze").click();
  await banner(page).getByRole("checkbox", { name: "Statistiche", exact: true }).check();
  await press(page, "Salva preferenze");
  await expect(banner(page)).toBeHidden();
  expect(await cookieValue(context, "cmplz_statistics")).toBe("allow");
  expect(await cookieValue(context, "cmplz_marketing")).toBe("deny");
  await page.getByRole("contentinfo").getByRole("button", { name: "Gestisci consenso" }).click();
  await expect(banner(page).getByRole("heading")).toBeFocused();
  await banner(page).getByText("Visualizza le preferenze").click();
  await expect(banner(page).getByRole("checkbox", { name: "Statistiche", exact: true })).toBeChecked();
  await expect(banner(page).getByRole("checkbox", { name: "Marketing" })).not.toBeChecked();
  await expect(banner(page).getByRole("checkbox", { name: /Tecnici/ })).toBeDisabled();
});

test("a service that is emptied stays refused though its category is ticked, and Enter on a box saves", async ({ page, context }) => {
  await openPage(page, "/");
  await banner(page).getByText("Visualizza le preferenze").click();
  await banner(page).getByRole("checkbox", { name: "Statistiche", exact: true }).check();
  const service = banner(page).getByRole("checkbox", { name: /Statistiche del negozio/ });
  await expect(service).toBeChecked();
  await service.uncheck();
  await service.press("Enter");
  await expect(banner(page)).toBeHidden();
  expect(await cookieValue(context, "cmplz_statistics")).toBe("allow");
  expect(await cookieValue(context, "cmplz_consented_services")).toBe(encodeURIComponent('{"shop-statistics":false}'));
});

test("a banner that was brought back gives the focus back to its button, each time", async ({ page }) => {
  await openPage(page, "/");
  await press(page, "Rifiuta");
  const button = page.getByRole("contentinfo").getByRole("button", { name: "Gestisci consenso" });
  for (const close of ["Rifiuta", "Chiudi e continua senza accettare"]) {
    await button.click();
    await expect(banner(page).getByRole("heading")).toBeFocused();
    await press(page, close);
    await expect(banner(page)).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test("what the keyboard reaches on a phone is never under the banner", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, "/");
  const covered = () =>
    page.evaluate(() => {
      const box = document.querySelector("[data-consent-banner]") as HTMLElement;
      const focused = document.activeElement as HTMLElement;
      if (box.contains(focused)) return "";
      return focused.getBoundingClientRect().top >= box.getBoundingClientRect().top ? focused.outerHTML.slice(0, 200) : "";
    });
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press("Tab");
    await expect.poll(covered).toBe("");
  }
});

test("the X accepts nothing", { tag: "@core" }, async ({ page, context }) => {
  await openPage(page, "/");
  await press(page, "Chiudi e continua senza accettare");
  await expect(banner(page)).toBeHidden();
  expect(await cookieValue(context, "cmplz_marketing")).toBe("deny");
  await openPage(page, "/negozio/");
  await expect(banner(page)).toBeHidden();
});

test("taking consent back loads the page anew half a second later", async ({ page, context }) => {
  await page.clock.install();
  await openPage(page, "/cookie/");
  await press(page, "Accetta");
  await expect(banner(page)).toBeHidden();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.getByRole("main").getByRole("button", { name: "Rifiuta", exact: true }).click();
  await expect.poll(() => cookieValue(context, "cmplz_marketing")).toBe("deny");
  await page.clock.runFor(499);
  await expect(page.locator("html[data-same]")).toHaveCount(1);
  expect(loads).toBe(0);
  const loaded = page.waitForEvent("load");
  await page.clock.runFor(1);
  await loaded;
  await expect(page.getByRole("main").getByRole("checkbox", { name: "Marketing" })).not.toBeChecked();
});

test("a browser that objects to tracking is asked nothing", async ({ page, context }) => {
  await page.setExtraHTTPHeaders({ "Sec-GPC": "1" });
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(banner(page)).toBeHidden();
  expect(await cookieNames(context)).toEqual([]);
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByRole("button", { name: "Gestisci consenso" }).click();
  await expect(page).toHaveURL(/\/cookie\/#scelte-cookie$/);
  await expect(page.getByRole("main").getByText("Il tuo browser chiede di non essere tracciato")).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the banner is answered, brought back and changed by its forms", { tag: "@core" }, async ({ page, context }) => {
    await page.goto("/negozio/");
    await press(page, "Accetta");
    await expect(page).toHaveURL(/\/negozio\/$/);
    await expect(banner(page)).toBeHidden();
    expect(await cookieValue(context, "cmplz_marketing")).toBe("allow");
    await page.getByRole("button", { name: "Gestisci consenso" }).click();
    await banner(page).getByText("Visualizza le preferenze").click();
    await expect(banner(page).getByRole("checkbox", { name: "Marketing" })).toBeChecked();
    await banner(page).getByRole("checkbox", { name: "Marketing" }).uncheck();
    await press(page, "Salva preferenze");
    expect(await cookieValue(context, "cmplz_marketing")).toBe("deny");
  });
});
