import { fireEvent, render, screen, within } from "@testing-library/react";
import { Refused } from "../api/client.ts";
import { LanguageProvider } from "../context/language.tsx";
import { Text, useForm } from "./fields.tsx";
import { SaveBar } from "./SaveBar.tsx";

const error = (field: string, message: string) => ({ field, code: "x", params: {}, message });

function Form({ refuse }: { refuse: Refused }) {
  const form = useForm({});
  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.send(() => Promise.reject(refuse));
      }}
    >
      <Text form={form} name="name" label="Nome" />
      <details>
        <summary>Altro</summary>
        <fieldset>
          <legend>35 g</legend>
          <Text form={form} name="variations.2.price" label="Prezzo" />
        </fieldset>
      </details>
      <SaveBar form={form} unsaved={false} />
    </form>
  );
}

function refuse(status: number, message: string, ...errors: ReturnType<typeof error>[]) {
  const scrolled = jest.spyOn(Element.prototype, "scrollIntoView");
  render(
    <LanguageProvider>
      <Form refuse={new Refused(status, "x", message, errors)} />
    </LanguageProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Salva" }));
  return scrolled;
}
afterEach(() => jest.restoreAllMocks());

test("what was refused is listed above the buttons, takes the focus, and the first field is scrolled to the middle", async () => {
  const scrolled = refuse(422, "Controlla i campi.", error("variations.2.price", "Prezzo non valido."));
  const summary = await screen.findByRole("region", { name: "Che cosa correggere" });
  expect(summary).toHaveFocus();
  expect(summary).toHaveTextContent("Controlla i campi.");
  expect(within(summary).getByRole("listitem")).toHaveTextContent("35 g › Prezzo: Prezzo non valido.");
  expect(scrolled.mock.contexts[0]).toBe(screen.getByLabelText("Prezzo"));
  expect(scrolled).toHaveBeenCalledWith({ block: "center" });
  expect(summary.compareDocumentPosition(screen.getByRole("button", { name: "Salva" }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test("each refusal leads to its field, also one that lies folded", async () => {
  refuse(422, "Controlla.", error("name", "Manca."), error("variations.2.price", "Manca anche questo."));
  const summary = await screen.findByRole("region", { name: "Che cosa correggere" });
  const fold = screen.getByText("Altro").closest("details") as HTMLDetailsElement;
  expect(fold.open).toBe(false);
  fireEvent.click(within(summary).getByRole("link", { name: "35 g › Prezzo" }));
  expect(fold.open).toBe(true);
  expect(screen.getByLabelText("Prezzo")).toHaveFocus();
  fireEvent.click(within(summary).getByRole("link", { name: "Nome" }));
  expect(screen.getByLabelText("Nome")).toHaveFocus();
});

test("what concerns no field of the page is told in words alone", async () => {
  refuse(409, "Qualcun altro ha salvato.", error("", "Tutto."), error("attributes", "Sono troppi."));
  const summary = await screen.findByRole("region", { name: "Che cosa correggere" });
  expect(
    within(summary)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual(["Tutto.", "Sono troppi."]);
  expect(within(summary).queryAllByRole("link")).toEqual([]);
});
