import type { ShopCore } from "./types.ts";

const messages = (words: string) => ({ messageText: () => words }) as unknown as Partial<ShopCore>;

describe("rules that come in modules", () => {
  it.each([
    ["first", [false, true]],
    ["last", [true, false]],
  ])("are those of the fuller module alone when the browsing module comes %s", async (_when, order) => {
    jest.resetModules();
    const { addRules, core } = await import("./core.ts");
    const modules = { few: messages("few"), all: messages("all") };
    for (const fuller of order) addRules(fuller ? modules.all : modules.few, fuller);
    expect(core()).toBe(modules.all);
    expect(core().messageText("any", {}, "it")).toBe("all");
  });
});
