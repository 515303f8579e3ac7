// HTML as the editor represents it. The server decides which HTML the shop allows.

import { generateHTML, generateJSON } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";

/** Elements that the editor supports. */
export const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null } },
    underline: false,
  }),
  Image,
  Subscript,
  Superscript,
  TableKit.configure({ table: { resizable: false } }),
];

/** Elements that the editor replaces by synonyms. */
const SYNONYMS: Record<string, string> = { B: "STRONG", I: "EM", DEL: "S" };
/** Wrapper elements that the editor adds or removes as needed. */
const WRAPPERS =
  "colgroup, col, tbody, thead, body > p:only-child, li > p:only-of-type, td > p:only-of-type, th > p:only-of-type";
const COMPARED_ATTRIBUTES = ["href", "src", "alt", "title", "colspan", "rowspan", "start"];

function parseHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, "text/html").body;
}

/** Serializes the elements with their attributes, in order, and the text, for comparison. */
function normalize(body: HTMLElement): string {
  for (const frame of body.querySelectorAll(WRAPPERS)) frame.replaceWith(...frame.childNodes);
  const elements = [...body.querySelectorAll("*")].map((element) => {
    const attributes = COMPARED_ATTRIBUTES.filter(
      (name) => element.hasAttribute(name) && element.getAttribute(name) !== "1",
    );
    const values = attributes.map((name) => `${name}=${element.getAttribute(name)}`);
    return [SYNONYMS[element.tagName] ?? element.tagName, ...values].join(" ");
  });
  return JSON.stringify([elements, body.textContent?.replace(/\s+/g, "")]);
}

/** Whether the editor preserves everything in a text; otherwise the text is edited as HTML. */
export function isPreserved(html: string): boolean {
  // Lines outside any element are separate paragraphs in the shop, but a single one in the editor.
  const hasLooseLines = [...parseHtml(html).childNodes].some(
    (node) => node instanceof Text && /\S\s*\n\s*\S/.test(node.data),
  );
  const roundTrip = generateHTML(generateJSON(html, EXTENSIONS), EXTENSIONS);
  return !hasLooseLines && normalize(parseHtml(html)) === normalize(parseHtml(roundTrip));
}

/** Simplifies the editor's HTML: list entries and cells without a single wrapping paragraph, an empty string for an empty text. */
export function tidyHtml(html: string): string {
  const body = parseHtml(html);
  for (const frame of body.querySelectorAll("colgroup")) frame.remove();
  for (const paragraph of body.querySelectorAll("li > p:only-child, td > p:only-child, th > p:only-child"))
    paragraph.replaceWith(...paragraph.childNodes);
  return body.textContent?.trim() || body.querySelector("img, hr") ? body.innerHTML : "";
}
