import { act, screen } from "@testing-library/react";
import { pageOf, show } from "../../../tests/fixture.tsx";
import { ResultCount } from "./ResultCount.tsx";

test("the number of results is announced 2 s after the list came, not before", () => {
  jest.useFakeTimers();
  try {
    show(<ResultCount page={pageOf("listing", "listing")} />, "listing");
    const announced = screen.getByRole("status");
    act(() => jest.advanceTimersByTime(1_999));
    expect(announced).toBeEmptyDOMElement();
    act(() => jest.advanceTimersByTime(1));
    expect(announced).toHaveTextContent(/\d+ prodotti$/);
  } finally {
    jest.useRealTimers();
  }
});
