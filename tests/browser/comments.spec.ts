// Comments under a post: written, answered in threads, judged by the merchant; with scripts and without.
import { looksRight } from "./support/axe.ts";
import type { Merchant } from "./support/office.ts";
import { expect, type Page, test } from "./support/test.ts";

const hydrated = (page: Page) => page.locator("html[data-hydrated]").waitFor();
const form = (page: Page) => page.locator("#respond");

/** A post with comments, of the test's own. */
async function post(merchant: Merchant, title: string): Promise<string> {
  const fields = { kind: "post", title, body: "<p>È arrivato.</p>", status: "published", comments: true, position: "0" };
  return ((await merchant.post("/pages", fields)) as { path: string }).path;
}

async function write(page: Page, words: string, name: string): Promise<void> {
  await form(page).getByLabel("Il tuo commento").fill(words);
  await form(page).getByLabel("Nome", { exact: true }).fill(name);
  await form(page).getByLabel("E-mail", { exact: true }).fill(`${name.toLowerCase()}@example.com`);
  await form(page).getByRole("button", { name: "Invia il commento" }).click();
  await expect(page.getByText("Il tuo commento sarà pubblicato dopo la verifica.")).toBeVisible();
}

async function publish(page: Page, merchant: Merchant, title: string, name: string): Promise<void> {
  await merchant.open(page, "/commenti");
  await page.getByRole("article", { name: `${title}: ${name}` }).getByRole("button", { name: "Pubblica" }).click();
  await expect(page.getByRole("status").filter({ hasText: "«Pubblicato»" })).toBeVisible();
}

test("a comment is read and published by the merchant, and the reply form moves under it and comes back with what was typed", async ({ page, merchant }) => {
  const path = await post(merchant, "Olio nuovo");
  await page.goto(path);
  await hydrated(page);
  await expect(page.getByText("Ancora nessun commento.")).toBeVisible();
  await write(page, "Profuma di carciofo.", "Livia");
  await expect(page.getByText("In attesa di verifica")).toBeVisible();
  await looksRight(page);
  await publish(page, merchant, "Olio nuovo", "Livia");
  await looksRight(page);

  await page.goto(path);
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "1 commento" })).toBeVisible();
  const first = page.getByRole("listitem").filter({ hasText: "Profuma di carciofo." });
  const parent = page.locator("input[name=comment_parent]");
  await expect(first.locator("#respond")).toHaveCount(0);
  await expect(parent).toHaveValue("0");
  await form(page).getByLabel("Il tuo commento").fill("Anche di erba");
  await form(page).getByLabel("Nome", { exact: true }).fill("Ugo");
  await first.getByRole("link", { name: "Rispondi a Livia" }).click();
  await expect(first.locator("#respond")).toBeVisible();
  await expect(page.locator("#respond")).toHaveCount(1);
  await expect(form(page).getByLabel("Il tuo commento")).toBeFocused();
  await expect(form(page).getByLabel("Il tuo commento")).toHaveValue("Anche di erba");
  await expect(form(page).getByLabel("Nome", { exact: true })).toHaveValue("Ugo");
  await expect(parent).toHaveValue(/^[1-9]\d*$/);
  await looksRight(page);
  expect(new URL(page.url()).search).toBe("");

  await form(page).getByRole("link", { name: "Annulla la risposta" }).click();
  await expect(first.locator("#respond")).toHaveCount(0);
  await expect(parent).toHaveValue("0");
  await expect(first.getByRole("link", { name: "Rispondi a Livia" })).toBeFocused();
  await expect(form(page).getByLabel("Il tuo commento")).toHaveValue("Anche di erba");

  await first.getByRole("link", { name: "Rispondi a Livia" }).click();
  await write(page, "Anche di erba.", "Ugo");
  await publish(page, merchant, "Olio nuovo", "Ugo");
  await page.goto(path);
  const answer = page.getByRole("listitem").filter({ hasText: "Anche di erba." });
  await expect(answer.getByRole("link", { name: "In risposta a Livia" })).toBeVisible();
  await expect(answer).toHaveAttribute("data-depth", "1");
});

test("mistakes are told at their fields before anything is sent, and the first one has the focus", async ({ page, merchant }) => {
  await page.goto(await post(merchant, "Senza parole"));
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await form(page).getByRole("button", { name: "Invia il commento" }).click();
  const words = form(page).getByLabel("Il tuo commento");
  await expect(words).toBeFocused();
  await expect(words).toHaveAttribute("aria-invalid", "true");
  await expect(form(page).getByText("Scrivi il commento.")).toBeVisible();
  await expect(form(page).getByText("Inserisci il tuo nome.")).toBeVisible();
  await looksRight(page);
  await words.fill("Ecco.");
  await expect(form(page).getByText("Scrivi il commento.")).toHaveCount(0);
  expect(sent).toEqual([]);
});

test.describe("the shop's answer", () => {
  test.use({ expectedMessages: [/status of 422/] });

  test("the merchant answers a comment that is published, and readers see whose answer it is", async ({ page, merchant }) => {
    const path = await post(merchant, "Olio e pane");
    await page.goto(path);
    await hydrated(page);
    await write(page, "Con quale pane?", "Livia");
    await publish(page, merchant, "Olio e pane", "Livia");
    await merchant.open(page, "/commenti?state=approved");
    const comment = page.getByRole("article", { name: "Olio e pane: Livia" });
    await comment.getByText("Rispondi", { exact: true }).click();
    const words = comment.getByLabel("Risposta del negozio");
    await comment.getByRole("button", { name: "Pubblica la risposta" }).click();
    await expect(words).toHaveAttribute("aria-invalid", "true");
    await expect(comment.getByText("Questo dato è obbligatorio.")).toBeVisible();
    await words.fill("Sciocco: <b>toscano</b>.");
    await looksRight(page);
    await comment.getByRole("button", { name: "Pubblica la risposta" }).click();
    await expect(comment.getByText("Risposta pubblicata.")).toBeVisible();
    await expect(words).toHaveValue("");
    await page.goto(path);
    const answer = page.getByRole("listitem").filter({ hasText: "Sciocco: <b>toscano</b>." });
    await expect(answer.getByText("Il negozio", { exact: true })).toBeVisible();
    await expect(answer.getByRole("link", { name: "In risposta a Livia" })).toBeVisible();
    await expect(answer).toHaveAttribute("data-depth", "1");
    await looksRight(page);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, expectedMessages: [/status of 422/] });

  test("the reply link leads to the form under its comment, the cancel link back, and a refused answer stays there", async ({ page, merchant }) => {
    const path = await post(merchant, "Senza script");
    await page.goto(path);
    await form(page).getByLabel("Il tuo commento").fill("Primo.");
    await form(page).getByLabel("Nome", { exact: true }).fill("Livia");
    await form(page).getByLabel("E-mail", { exact: true }).fill("livia@example.com");
    await form(page).getByRole("button", { name: "Invia il commento" }).click();
    await expect(page.getByText("In attesa di verifica")).toBeVisible();
    const waiting = (await merchant.get("/comments")) as { comments: { id: number; title: string }[] };
    const id = waiting.comments.find(({ title }) => title === "Senza script")?.id ?? 0;
    await page.goto(path);
    await expect(page.getByText("Primo.")).toHaveCount(0);
    await merchant.decide(`/comments/${id}/state`, { state: "approved" });

    await page.goto(path);
    const first = page.locator(`#comment-${id}`);
    await expect(first.locator("#respond")).toHaveCount(0);
    await first.getByRole("link", { name: "Rispondi a Livia" }).click();
    await expect(page).toHaveURL(new RegExp(`replytocom=${id}#respond$`));
    await expect(first.locator("#respond")).toBeVisible();
    await form(page).getByLabel("Il tuo commento").fill("Secondo.");
    await form(page).getByRole("button", { name: "Invia il commento" }).click();
    await expect(first.locator("#respond").getByText("Inserisci il tuo nome.")).toBeVisible();
    await expect(form(page).getByLabel("Il tuo commento")).toHaveValue("Secondo.");
    await form(page).getByRole("link", { name: "Annulla la risposta" }).click();
    await expect(page.locator("#respond")).toBeVisible();
    await expect(page.locator(`#comment-${id} #respond`)).toHaveCount(0);
  });
});
