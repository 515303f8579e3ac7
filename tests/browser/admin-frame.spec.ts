// The frame of the back office: the way to its pages on a phone and on a wide screen.
import { looksRight } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("on a phone the sections are behind a button that names the page's, and close with another page and with Escape", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/ordini");
  const sections = page.getByRole("navigation", { name: "Sezioni" });
  const button = sections.getByRole("button", { name: "Sezioni: Ordini" });
  const reviews = sections.getByRole("link", { name: "Recensioni" });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await expect(reviews).toBeHidden();
  await button.click();
  await expect(sections.getByRole("list", { name: "Contenuti" }).getByRole("link", { name: "Recensioni" })).toBeVisible();
  await looksRight(page);
  await page.keyboard.press("Escape");
  await expect(reviews).toBeHidden();
  await button.click();
  await reviews.click();
  await expect(page.getByRole("heading", { level: 1, name: "Recensioni" })).toBeVisible();
  await expect(reviews).toBeHidden();
  await expect(sections.getByRole("button", { name: "Sezioni: Recensioni" })).toBeVisible();
});

test("where there is room the sections stand beside the page, and the chosen tab is in view", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await merchant.open(page, "/impostazioni/conservazione");
  const sections = page.getByRole("navigation", { name: "Sezioni" });
  await expect(sections.getByRole("link", { name: "Impostazioni" })).toHaveAttribute("aria-current", "page");
  await expect(sections.getByRole("button")).toBeHidden();
  await looksRight(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.reload();
  await expect(page.getByRole("link", { name: "Conservazione dei dati" })).toBeInViewport({ ratio: 1 });
});
