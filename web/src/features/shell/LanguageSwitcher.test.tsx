import { screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import { LanguageSwitcher } from "./LanguageSwitcher.tsx";

test("each language is a link with its native name, and the page's own is marked", () => {
  show(<LanguageSwitcher />);
  const italian = screen.getByRole("link", { name: "Italiano" });
  const english = screen.getByRole("link", { name: "English" });
  expect(italian).toHaveAttribute("aria-current", "true");
  expect(english).not.toHaveAttribute("aria-current");
  for (const [link, lang] of [
    [italian, "it"],
    [english, "en"],
  ] as const) {
    expect(link).toHaveAttribute("hreflang", lang);
    expect(link).toHaveAttribute("lang", lang);
    expect(link.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
  }
  expect(english).toHaveAttribute("href", expect.stringMatching(/^\/en\//));
});
