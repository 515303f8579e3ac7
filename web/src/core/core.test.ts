import type { ShopCore } from "./types.ts";

const messages = (words: string) => ({ messageText: () => words }) as unknown as Partial<ShopCore>;

describe("rules that come in modules", () => {
  it.each([
    ["first", [false, true]],
    ["last", [true, false]],
  ])("know the fuller module's messages when the browsing module comes %s", async (_when, order) => {
    jest.resetModules();
    const { addRules, core } = await import("./core.ts");
    for (const fuller of order) addRules(messages(fuller ? "all" : "few"), fuller);
    expect(core().messageText("any", {}, "it")).toBe("all");
  });
});
