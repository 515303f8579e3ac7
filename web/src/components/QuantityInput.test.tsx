// A quantity that cannot be ordered is corrected, and the field explains why.
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { show } from "../../tests/fixture.tsx";
import { core } from "../core/core.ts";
import { QuantityInput } from "./QuantityInput.tsx";

const bounds = { min: 6, max: 24, step: 6, sold_individually: false };

function Field({ optional = false, settled }: { optional?: boolean; settled?: (pieces: number) => void }) {
  const [value, setValue] = useState("6");
  return (
    <QuantityInput
      name="quantity"
      product="Olio"
      value={value}
      bounds={bounds}
      onChange={setValue}
      onSettle={settled}
      {...(optional && {
        optional,
        fit: (typed: string) => core().fitLineQuantity("Olio", typed, 0, bounds),
      })}
    />
  );
}

const field = () => screen.getByRole("textbox");
const type = (value: string) => {
  fireEvent.change(field(), { target: { value } });
  fireEvent.blur(field());
};

test.each([
  ["999", "24", "La quantità massima di «Olio» è 24: abbiamo messo 24."],
  ["0", "6", "La quantità minima di «Olio» è 6: abbiamo messo 6."],
  ["-3", "6", "La quantità minima di «Olio» è 6: abbiamo messo 6."],
  ["abc", "6", "Scrivi la quantità di «Olio» con un numero: abbiamo messo 6."],
  ["13", "12", "«Olio» si vende in multipli di 6: abbiamo messo 12."],
])("%s is corrected to %s, and the field explains why", (typed, corrected, message) => {
  show(<Field />);
  type(typed);
  expect(field()).toHaveValue(corrected);
  expect(field()).toHaveAccessibleDescription(message);
  expect(screen.getByRole("status")).toHaveTextContent(message);
});

test("a quantity that can be ordered is not changed, and no message is shown", () => {
  const settled = jest.fn();
  show(<Field settled={settled} />);
  type("999");
  type("18");
  expect(field()).toHaveValue("18");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(settled.mock.calls).toEqual([[24], [18]]);
});

test("the arrow keys replace the buttons, which are not tab stops", () => {
  const settled = jest.fn();
  show(<Field settled={settled} />);
  for (const button of screen.getAllByRole("button")) expect(button).toHaveAttribute("tabindex", "-1");
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  expect(settled).not.toHaveBeenCalled();
  for (let press = 0; press < 4; press += 1) fireEvent.keyDown(field(), { key: "ArrowUp" });
  expect(field()).toHaveValue("24");
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  expect(settled.mock.calls).toEqual([[12], [18], [24], [18]]);
});

test("Enter corrects a quantity as leaving the field does", () => {
  show(<Field />);
  fireEvent.change(field(), { target: { value: "999" } });
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(field()).toHaveValue("24");
});

test("the buttons step by packs and stop at the limits", () => {
  show(<Field />);
  const [less, more] = screen.getAllByRole("button");
  expect(less).toBeDisabled();
  for (const expected of ["12", "18", "24"]) {
    fireEvent.click(more as HTMLElement);
    expect(field()).toHaveValue(expected);
  }
  expect(more).toBeDisabled();
});

test("where zero is allowed, one step below a pack is zero", () => {
  show(<Field optional />);
  const [less] = screen.getAllByRole("button");
  fireEvent.click(less as HTMLElement);
  expect(field()).toHaveValue("0");
  expect(less).toBeDisabled();
});
