import type { ShopCore } from "./types.ts";

const messages = (words: string) => ({ messageText: () => words }) as unknown as Partial<ShopCore>;

describe("rules in modules", () => {
  it.each([
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ])("are those of the fullest module alone, in whatever order they load: %i, %i, %i", async (...order) => {
    jest.resetModules();
    const { addRules, core } = await import("./core.ts");
    const modules = [messages("few"), messages("more"), messages("all")];
    for (const full of order) addRules(modules[full] ?? {}, full);
    expect(core()).toBe(modules[2]);
    expect(core().messageText("any", {}, "it")).toBe("all");
  });
});
