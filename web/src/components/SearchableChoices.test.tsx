import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { show } from "../../tests/fixture.tsx";
import { SearchableChoices } from "./SearchableChoices.tsx";

const PROVINCES = [
  { code: "MI", name: "Milano" },
  { code: "RO", name: "Rovigo" },
  { code: "TO", name: "Torino" },
];

const CONTROL = {
  id: "provincia",
  className: "",
  "aria-required": true,
  "aria-invalid": undefined,
  "aria-describedby": undefined,
} as const;

/** A form that takes a choice over when it is told to: `takeOver`. */
let takeOver = () => {};

function Form() {
  const [value, setValue] = useState("");
  return (
    <SearchableChoices
      control={CONTROL}
      name="billing_state"
      label="Provincia"
      autoComplete="address-level1"
      options={PROVINCES}
      value={value}
      empty="Scegli"
      onChange={(code) => {
        takeOver = () => setValue(code);
      }}
    />
  );
}

const field = () => screen.getByRole("combobox");
const sent = (container: HTMLElement) => container.querySelector("input[type=hidden]");

function chooseMilano() {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: "Milano" } });
  fireEvent.keyDown(field(), { key: "Enter" });
}

test("a choice that the form takes over late does not overwrite what was typed since", () => {
  const { container } = show(<Form />);
  chooseMilano();
  fireEvent.change(field(), { target: { value: "" } });
  act(() => takeOver());
  expect(field()).toHaveValue("");
  fireEvent.blur(field());
  act(() => takeOver());
  expect(sent(container)).toHaveValue("");
});

test("a choice shows its name once the form has taken it over", () => {
  const { container } = show(<Form />);
  chooseMilano();
  act(() => takeOver());
  expect(field()).toHaveValue("Milano");
  expect(sent(container)).toHaveValue("MI");
});

/** The provinces of Italy, and at a press those of Spain. */
function Provinces() {
  const [name, setName] = useState("Vicenza");
  return (
    <>
      <SearchableChoices
        control={CONTROL}
        name="billing_state"
        label="Provincia"
        autoComplete="address-level1"
        options={[{ code: "VI", name }]}
        value="VI"
        onChange={() => {}}
      />
      <button type="button" onClick={() => setName("Álava")}>
        Spagna
      </button>
    </>
  );
}

test("a code that two countries share shows the name of the country's own choice", () => {
  show(<Provinces />);
  expect(field()).toHaveValue("Vicenza");
  fireEvent.click(screen.getByRole("button", { name: "Spagna" }));
  expect(field()).toHaveValue("Álava");
});

test.each(["l'aquila", "l’aquila", "laquila", "l aquila", "L´AQUILA"])("%s finds L’Aquila", (typed) => {
  show(
    <SearchableChoices
      control={CONTROL}
      name="billing_state"
      label="Provincia"
      autoComplete="address-level1"
      options={[...PROVINCES, { code: "AQ", name: "L’Aquila" }]}
      value=""
      onChange={() => {}}
    />,
  );
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: typed } });
  expect(screen.getAllByRole("option")[0]).toHaveTextContent("L’Aquila");
});
