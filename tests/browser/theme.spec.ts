// The shop's look: tried in a frame of the back office, saved, drawn; and a preview that hears nobody else.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { looksRight } from "./support/axe.ts";
import { isRefused } from "./support/office.ts";
import { expect, type Page, test } from "./support/test.ts";

// Refused fields are a 422, a page that may not be framed an error, which the browser mentions.
test.use({ expectedMessages: [/status of 422|frame-ancestors/] });

const theme = (fields: Record<string, unknown>) => JSON.stringify({ type: "bottega_theme", theme: fields });
const preview = (page: Page) => page.frameLocator("iframe");
const colorOf = (page: Page, property: string) =>
  preview(page)
    .locator("html")
    .evaluate((root, name) => getComputedStyle(root).getPropertyValue(name).trim(), property);

/** Another site: pages with a frame around an address. It notes what the frame says as its title. */
async function otherSite() {
  const server = createServer((from, to) => {
    const shown = new URL(from.url ?? "/", "http://site").searchParams.get("frame") ?? "";
    to.writeHead(200, { "Content-Type": "text/html" });
    to.end(`<!doctype html><title>x</title><script>addEventListener("message", (e) => { document.title = e.data })</script>
      <iframe src="${shown}" width="1000" height="600"></iframe>`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const around = (address: string) => `${origin}/?frame=${encodeURIComponent(address)}`;
  return { origin, around, end: () => server.closeAllConnections() };
}

const tell = (page: Page, messages: unknown[]) =>
  page.evaluate((all) => {
    for (const one of all) document.querySelector("iframe")?.contentWindow?.postMessage(one, "*");
  }, messages);

test("at 390 px a look is tried in the frame, refused where it cannot be read, then saved and drawn, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/impostazioni/aspetto");
  await expect(preview(page).locator("html[data-hydrated]")).toBeAttached();
  const brand = page.getByRole("textbox", { name: "Pulsanti e link", exact: true });
  await brand.fill("#7a1f2b");
  await expect.poll(() => colorOf(page, "--green")).toBe("#7a1f2b");
  await page.getByRole("combobox", { name: "Caratteri dei titoli" }).selectOption({ label: "Georgia" });
  await expect.poll(() => colorOf(page, "--serif")).toContain("Georgia, Gelasio");
  // What cannot be read is told at once, stays out of the preview, and is not saved.
  const accent = page.getByRole("textbox", { name: "Accento", exact: true });
  await accent.fill("#7f7f7f");
  await expect(page.getByRole("listitem").filter({ hasText: "Scritte sull’accento" })).toContainText("si legge male");
  expect(await colorOf(page, "--accent")).toBe("#3ab1e4");
  await page.getByRole("button", { name: "Salva" }).click();
  await isRefused(page, accent);
  await expect(page.getByText(/ne serve almeno 4,5 a 1/).first()).toBeVisible();
  await looksRight(page);
  await accent.fill("#ffd200");
  await page.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByText("Salvato: vale da subito.")).toBeVisible();
  await page.goto("/");
  const drawn = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    return ["--green", "--accent", "--on-accent"].map((name) => root.getPropertyValue(name).trim());
  });
  expect(drawn).toEqual(["#7a1f2b", "#ffd200", "#1e2722"]);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector("h1") as Element).fontFamily)).toContain("Georgia");
  await looksRight(page);
});

test("what is tried and not saved is gone with the page", async ({ page, merchant }) => {
  await merchant.open(page, "/impostazioni/aspetto");
  await expect(preview(page).locator("html[data-hydrated]")).toBeAttached();
  await page.getByRole("textbox", { name: "Sfondo delle pagine", exact: true }).fill("#fffff0");
  await expect.poll(() => colorOf(page, "--paper")).toBe("#fffff0");
  // Within the preview's pages it stays; what would leave them leads nowhere.
  await preview(page).locator('a[href^="/categoria-prodotto/"]:visible').first().click();
  await expect(preview(page).locator("main[data-kind=listing]")).toBeVisible();
  expect(await colorOf(page, "--paper")).toBe("#fffff0");
  // It is a preview itself, as after a reload, and asks for no consent.
  expect(page.frames().at(-1)?.url()).toContain("theme_preview=1");
  await preview(page).locator('a[href^="/my-account/"]:visible').first().click();
  await expect(preview(page).locator("main[data-kind=listing]")).toBeVisible();
  await page.goto("/");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper").trim())).toBe("#fbf8f2");
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain("fffff0");
});

test("the named origin previews; its hostile messages change nothing", async ({ page, shopWith }) => {
  const editor = await otherSite();
  const shop = await shopWith({ theme: { look: {}, preview_origin: editor.origin } });
  await page.goto(editor.around(`${shop}/?theme_preview=1`));
  await expect(page).toHaveTitle("bottega_theme_ready");
  const before = await preview(page).locator("html").evaluate((root) => root.getAttribute("style") ?? "");
  await tell(page, [
    { type: "bottega_theme", theme: { paper: "#ffffff" } },
    null,
    42,
    "{",
    theme({ paper: "red" }),
    theme({ paper: "#777777" }),
    theme({ paper: "#ffffff;}body{background:url(https://evil.example)" }),
    theme({ ink: "</style><script>document.title='x'</script>" }),
    theme({ paper: "#ffffff", css: "*{display:none}" }),
    theme({ paper: ["#ffffff"] }),
    theme({ text_font: "x\"; } * { display: none } /*" }),
    theme({ logo: "javascript:alert(1)", logo_width: "1", logo_height: "1" }),
    theme({ logo: "https://evil.example/x.webp", logo_width: "1", logo_height: "1" }),
    theme({ paper: "#ffffff", ink: "0".repeat(20_000_000) }),
    `${theme({ paper: "#ffffff" })}${" ".repeat(10_000)}`,
    JSON.stringify({ type: "bottega_theme", theme: { paper: "#ffffff" }, run: "alert(1)" }),
  ]);
  // Messages are read in their order: once this one is shown, the others were read.
  await tell(page, [theme({ corner: "2" })]);
  const style = () => preview(page).locator("html").evaluate((root) => root.getAttribute("style") ?? "");
  await expect.poll(style).not.toBe(before);
  expect(await style()).toBe("--radius-s: 1px; --radius-m: 2px; --radius-l: 3px;");
  await expect(preview(page).locator("header img")).toHaveCount(0);
  editor.end();
});

test("no other origin is shown the preview in a frame, and no page but a preview is shown in any", async ({ page, shopWith }) => {
  const [editor, stranger] = [await otherSite(), await otherSite()];
  const shop = await shopWith({ theme: { look: {}, preview_origin: editor.origin } });
  for (const address of [stranger.around(`${shop}/?theme_preview=1`), editor.around(`${shop}/`)]) {
    await page.goto(address);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  }
  stranger.end();
  editor.end();
});
