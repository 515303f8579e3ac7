// The merchant reads what shoppers write, publishes it and replies.
import { isAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("a review that waits is read, published, and stands on the product's page with the shop's reply until it is taken away", async ({ page, merchant }) => {
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
  await isAccessible(page);
  await review.getByRole("button", { name: "Pubblica" }).click();
  await expect(page.getByRole("status").filter({ hasText: "«Pubblicata»" })).toBeVisible();
  await expect(page.getByText("Da leggere: 0")).toBeVisible();
  await merchant.open(page, "/recensioni?state=approved");
  await review.getByText("Rispondi", { exact: true }).click();
  await review.getByLabel("Risposta del negozio").fill("Grazie!\nÈ proprio madreperla <b>.");
  await review.getByRole("button", { name: "Pubblica la risposta" }).click();
  await expect(review.getByText("Risposta pubblicata.")).toBeVisible();

  await page.goto("/prodotto/cucchiaino-di-madreperla/#reviews");
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByText("non sa di metallo")).toBeVisible();
  await expect(panel.getByText(/^Risposta di /)).toBeVisible();
  await expect(panel.getByText("È proprio madreperla <b>.")).toBeVisible();
  await merchant.open(page, "/recensioni?state=approved");
  await review.getByText("Modifica la risposta").click();
  await review.getByRole("button", { name: "Togli la risposta" }).click();
  await expect(review.getByText("Risposta tolta.")).toBeVisible();
  await page.goto("/prodotto/cucchiaino-di-madreperla/#reviews");
  await expect(panel.getByText("non sa di metallo")).toBeVisible();
  await expect(page.getByText(/^Risposta di /)).toHaveCount(0);
});
