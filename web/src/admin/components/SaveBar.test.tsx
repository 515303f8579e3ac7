import { fireEvent, screen, within } from "@testing-library/react";
import { renderOffice } from "../../../tests/backOffice.tsx";
import { ApiError } from "../api/client.ts";
import { Text, useForm } from "./fields.tsx";
import { SaveBar } from "./SaveBar.tsx";

const fieldError = (field: string, message: string) => ({ field, code: "x", params: {}, message });

function Form({ error }: { error: ApiError }) {
  const form = useForm({});
  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.send(() => Promise.reject(error));
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

function submit(status: number, message: string, ...errors: ReturnType<typeof fieldError>[]) {
  const scrolled = jest.spyOn(Element.prototype, "scrollIntoView");
  renderOffice(<Form error={new ApiError(status, "x", message, errors)} />);
  fireEvent.click(screen.getByRole("button", { name: "Salva" }));
  return scrolled;
}
afterEach(() => jest.restoreAllMocks());

test("errors are listed above the buttons and take the focus, and the first field is scrolled to the middle", async () => {
  const scrolled = submit(422, "Controlla i campi.", fieldError("variations.2.price", "Prezzo non valido."));
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

test("each error links to its field, also to one in a collapsed section", async () => {
  submit(
    422,
    "Controlla.",
    fieldError("name", "Manca."),
    fieldError("variations.2.price", "Manca anche questo."),
  );
  const summary = await screen.findByRole("region", { name: "Che cosa correggere" });
  const fold = screen.getByText("Altro").closest("details") as HTMLDetailsElement;
  expect(fold.open).toBe(false);
  fireEvent.click(within(summary).getByRole("link", { name: "35 g › Prezzo" }));
  expect(fold.open).toBe(true);
  expect(screen.getByLabelText("Prezzo")).toHaveFocus();
  fireEvent.click(within(summary).getByRole("link", { name: "Nome" }));
  expect(screen.getByLabelText("Nome")).toHaveFocus();
});

test("an error about no field of the page has no link", async () => {
  submit(
    409,
    "Qualcun altro ha salvato.",
    fieldError("", "Tutto."),
    fieldError("attributes", "Sono troppi."),
  );
  const summary = await screen.findByRole("region", { name: "Che cosa correggere" });
  expect(
    within(summary)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual(["Tutto.", "Sono troppi."]);
  expect(within(summary).queryAllByRole("link")).toEqual([]);
});
