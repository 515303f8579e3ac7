import { linked, listed, wrapped } from "./marks.ts";

const marked = { text: "Olio buono qui", from: 5, to: 10 };

test("a tag goes around what is selected, which stays selected", () => {
  expect(wrapped(marked, "strong")).toEqual({ text: "Olio <strong>buono</strong> qui", from: 13, to: 18 });
});

test("each selected line becomes an entry", () => {
  expect(listed({ text: "uno\n due", from: 0, to: 8 }, "ul").text).toBe(
    "<ul>\n<li>uno</li>\n<li>due</li>\n</ul>",
  );
});

test("an address cannot end the attribute that it stands in, and stands for words when none are selected", () => {
  expect(linked(marked, '/a"><b').text).toBe('Olio <a href="/a&quot;>&lt;b">buono</a> qui');
  expect(linked({ text: "", from: 0, to: 0 }, "/cart/").text).toBe('<a href="/cart/">/cart/</a>');
});
