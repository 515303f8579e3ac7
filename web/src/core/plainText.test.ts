import { decodeEntities } from "./plainText.ts";

test.each([
  ["Biscotti d&#39;avena", "Biscotti d'avena"],
  ["Burro &amp; alici", "Burro & alici"],
  ["&lt;b&gt; &quot;x&quot; &apos;", '<b> "x" \''],
  ["L&#8217;olio &#x2019; &euro;&nbsp;5", "L’olio ’ €\u00a05"],
])("%s is %s", (html, text) => {
  expect(decodeEntities(html)).toBe(text);
});

test("a text is decoded once", () => {
  expect(decodeEntities("&amp;lt;b&amp;gt; &amp;amp;")).toBe("&lt;b&gt; &amp;");
});

test.each(["Rossi & Bianchi", "a&b;", "&#;", "&#0;", "&#27;", "&#1114112;", "&constructor;", "&AMP;", "&"])(
  "%s, which is no entity, stays",
  (text) => {
    expect(decodeEntities(text)).toBe(text);
  },
);
