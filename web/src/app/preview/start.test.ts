import { loadTheme } from "../../core/load.ts";
import { startPreview } from "./start.ts";

const OWN = window.location.origin;
const EDITOR = "https://editor.example.com";
const theme = (fields: Record<string, unknown>) => JSON.stringify({ type: "bottega_theme", theme: fields });
const LIGHT = theme({ paper: "#ffffff" });
const paper = () => document.documentElement.style.getPropertyValue("--paper");

let stop = () => {};
beforeEach(async () => {
  stop = await startPreview({ origins: [EDITOR], closed: ["/cart"] });
});
afterEach(() => {
  post(theme({}));
  stop();
});

function post(data: unknown, origin = OWN, source: MessageEventSource | null = window.parent): void {
  window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
}

test.each([OWN, EDITOR])("a theme from %s is shown, and replaced by the next one", (origin) => {
  post(theme({ paper: "#ffffff", corner: "2" }), origin);
  expect(paper()).toBe("#ffffff");
  expect(document.documentElement.style.getPropertyValue("--radius-m")).toBe("2px");
  post(theme({ paper: "#fffff0" }), origin);
  expect(paper()).toBe("#fffff0");
  expect(document.documentElement.style.getPropertyValue("--radius-m")).toBe("");
});

test("a message of another origin, of another window or of none changes nothing", () => {
  for (const origin of [
    "https://evil.example",
    "null",
    "",
    `${EDITOR}.evil.example`,
    "http://editor.example.com",
  ]) {
    post(LIGHT, origin);
  }
  const frame = document.createElement("iframe");
  document.body.append(frame);
  post(LIGHT, OWN, frame.contentWindow);
  post(LIGHT, OWN, null);
  frame.remove();
  expect(document.documentElement.getAttribute("style") ?? "").toBe("");
});

test("a message that is not a theme, or too long, changes nothing", async () => {
  const limit = (await loadTheme()).themeMessageLimit();
  for (const data of [
    { type: "bottega_theme", theme: { paper: "#ffffff" } },
    null,
    7,
    "",
    "{",
    theme({ paper: "red" }),
    theme({ paper: "#ffffff;background:url(https://evil.example)" }),
    theme({ paper: "#ffffff", css: "*{display:none}" }),
    theme({ text_font: "</style><script>alert(1)</script>" }),
    theme({ logo: "https://evil.example/x.webp", logo_width: "1", logo_height: "1" }),
    theme({ paper: "#777777" }),
    LIGHT + " ".repeat(limit),
    theme({ paper: "#ffffff", ink: "0".repeat(5_000_000) }),
  ]) {
    post(data);
  }
  expect(document.documentElement.getAttribute("style") ?? "").toBe("");
});

test("links out of the preview's pages lead nowhere", () => {
  document.body.innerHTML =
    '<a href="/checkout/">a</a><a href="https://example.com/">b</a><a href="/negozio/">c</a><a href="#d">d</a><a href="/cart/">e</a>';
  const followed: string[] = [];
  const follow = (event: Event) => {
    if (!event.defaultPrevented) followed.push((event.target as HTMLElement).textContent ?? "");
    event.preventDefault();
  };
  document.addEventListener("click", follow);
  for (const link of document.querySelectorAll("a")) link.click();
  document.removeEventListener("click", follow);
  expect(followed).toEqual(["c", "d"]);
});
