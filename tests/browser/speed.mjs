// How long a changed cart takes to show its new sums, for `scripts/bench`: from a click on "more" or "less" to the new total, laid out,
// with the server's answer held back. Prints the median and the 95th percentile in ms. Judges nothing.
//
//     node tests/browser/speed.mjs SHOP CHROME
import { chromium } from "playwright-core";

const [shop, executablePath] = process.argv.slice(2);
const LINES = 10;
const ROUNDS = 60;

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ baseURL: shop, viewport: { width: 1280, height: 900 } });
const api = "/wp-json/wc/store/v1";
const { nonce } = (await page.request.get(`${api}/cart`)).headers();
const products = await page.request.get(`${api}/products?type=simple&stock_status=instock&per_page=${LINES}`);
for (const { id } of await products.json()) {
  const added = await page.request.post(`${api}/cart/add-item`, { headers: { Nonce: nonce }, data: { id, quantity: 1 } });
  if (!added.ok()) throw new Error(await added.text());
}
await page.goto("/cart/");
await page.waitForSelector("html[data-hydrated]");
await page.waitForLoadState("networkidle");
await page.route("**/cart/update-item", () => new Promise(() => {}));

const once = (step) =>
  page.evaluate(async (step) => {
    const total = () => document.querySelector("dl:has(> div > dt > small) > div:last-of-type > dd");
    const before = total().textContent;
    const changed = new Promise((done, failed) => {
      setTimeout(() => failed(new Error("the total stays: the page prices nothing by itself")), 5_000);
      const observer = new MutationObserver(() => {
        if (total().textContent === before) return;
        observer.disconnect();
        total().getBoundingClientRect();
        done(performance.now());
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const start = performance.now();
    document.querySelector(`button[aria-label^='${step} la quantità']`).click();
    return (await changed) - start;
  }, step);

const times = [];
for (let round = 0; round < ROUNDS; round += 1) {
  times.push(await once(round % 2 === 0 ? "Aumenta" : "Riduci"));
  // As a shopper clicks: not before what is drawn is seen.
  await page.waitForTimeout(100);
}
await browser.close();
times.sort((one, other) => one - other);
const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
console.log(at(0.5), at(0.95));
