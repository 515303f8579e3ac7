import { render, screen } from "@testing-library/react";
import { LanguageProvider } from "../../context/language.tsx";
import { ThemeContrasts } from "./ThemeContrasts.tsx";
import type { Contrasts } from "./useContrasts.ts";

const shown = (contrasts: unknown) => (
  <LanguageProvider>
    <ThemeContrasts contrasts={contrasts as Contrasts} />
  </LanguageProvider>
);

test("colours on which text is read badly are announced, and those on which it is read well are not", () => {
  const good = { pair: "ink_on_paper", ratio: "12.5", minimum: "4.5", enough: true };
  const { rerender } = render(shown([good]));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  rerender(shown([good, { pair: "brand_on_paper", ratio: "2.1", minimum: "4.5", enough: false }]));
  expect(screen.getByRole("status")).toHaveTextContent(
    /^Link sullo sfondo: 2,1 a 1: si legge male, serve almeno 4,5 a 1$/,
  );
});
