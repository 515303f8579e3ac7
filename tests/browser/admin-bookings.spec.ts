// Booked times as the merchant finds them. The tasting is that of crates/shop-server/seed.
import { looksRight } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

// Refused fields are a 422, which the browser mentions.
test.use({ expectedMessages: [/status of 422/] });

test("at 390 px days are refused by their field and bookings come as a file, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/prenotazioni");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prenotazioni");
  await expect(page.getByText("Nessuna prenotazione in questi giorni.")).toBeVisible();
  await page.getByLabel("Dal giorno").fill("2026-03-02");
  await page.getByLabel("Al giorno", { exact: true }).fill("2026-03-01");
  await page.getByRole("button", { name: "Filtra" }).click();
  await expect(page.getByText("La fine viene prima dell'inizio.").first()).toBeVisible();
  await looksRight(page);
  await page.getByLabel("Al giorno", { exact: true }).fill("2026-03-31");
  await page.getByRole("button", { name: "Filtra" }).click();
  await expect(page).toHaveURL(/to=2026-03-31/);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Scarica CSV" }).click();
  expect((await waiting).suggestedFilename()).toBe("prenotazioni.csv");
});
