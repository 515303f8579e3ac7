// The merchant reads what shoppers write, and publishes it.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./support/test.ts";

test("a review that waits is read, published, and then stands on the product's page", async ({ page, merchant }) => {
  await page.goto("/prodotto/cucchiaino-di-madreperla/#reviews");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.getByRole("radio", { name: "5 stelle su 5" }).check();
  await page.getByLabel("La tua recensione").fill("Leggero e bello: il caviale non sa di metallo.");
  await page.getByLabel("Nome", { exact: true }).fill("Livia");
  await page.getByLabel("E-mail", { exact: true }).fill("livia@example.com");
  await page.getByRole("button", { name: "Invia la recensione" }).click();
  await expect(page.getByText("In attesa di verifica")).toBeVisible();

  await merchant.open(page, "/recensioni");
  const review = page.getByRole("article", { name: "Cucchiaino di madreperla: Livia" });
  await expect(review).toContainText("non sa di metallo");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
  await review.getByRole("button", { name: "Pubblica" }).click();
  await expect(page.getByRole("status").filter({ hasText: "«Pubblicata»" })).toBeVisible();
  await expect(page.getByText("Da leggere: 0")).toBeVisible();

  await page.goto("/prodotto/cucchiaino-di-madreperla/#reviews");
  await expect(page.getByRole("tabpanel").getByText("non sa di metallo")).toBeVisible();
});
