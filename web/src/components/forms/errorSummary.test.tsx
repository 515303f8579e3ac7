import { act } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import { ErrorSummary } from "./ErrorSummary.tsx";

test("the page scrolls to a summary in 1000 ms and stops 100 px above it", async () => {
  jest.useFakeTimers();
  const places: number[] = [];
  const { scrollTo } = window;
  window.scrollTo = ((to: ScrollToOptions) => void places.push(to.top ?? 0)) as typeof scrollTo;
  const box = jest
    .spyOn(Element.prototype, "getBoundingClientRect")
    .mockReturnValue({ top: 1_100 } as unknown as DOMRect);
  show(<ErrorSummary errors={[{ field: "city", text: "Inserisci la città." }]} attempts={1} />);
  await act(() => jest.advanceTimersByTimeAsync(950));
  expect(places.at(-1)).toBeGreaterThan(0);
  expect(places.at(-1)).toBeLessThan(1_000);
  await act(() => jest.advanceTimersByTimeAsync(70));
  expect(places.at(-1)).toBe(1_000);
  box.mockRestore();
  window.scrollTo = scrollTo;
  jest.useRealTimers();
});
