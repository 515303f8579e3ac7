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

/** Applies the last choice to the form, which does not do so by itself. */
let applyChoice = () => {};

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
        applyChoice = () => setValue(code);
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

test("a choice that the form applies late does not overwrite what was typed since", () => {
  const { container } = show(<Form />);
  chooseMilano();
  fireEvent.change(field(), { target: { value: "" } });
  act(() => applyChoice());
  expect(field()).toHaveValue("");
  fireEvent.blur(field());
  act(() => applyChoice());
  expect(sent(container)).toHaveValue("");
});

test("a choice shows its name once the form has applied it", () => {
  const { container } = show(<Form />);
  chooseMilano();
  act(() => applyChoice());
  expect(field()).toHaveValue("Milano");
  expect(sent(container)).toHaveValue("MI");
});

/** Shows Italian provinces and, after a click, Spanish ones. */
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

test("a code that two countries share shows the name from the current country", () => {
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
