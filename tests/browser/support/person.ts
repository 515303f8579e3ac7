// A visitor whom the shop takes for a person.
import type { PlaywrightWorkerOptions } from "@playwright/test";

/** Chromium without a window names itself a program that visits pages, and is asked nothing. */
export const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

type LaunchOptions = PlaywrightWorkerOptions["launchOptions"];
type Launch = (fixtures: { launchOptions: LaunchOptions }, use: (options: LaunchOptions) => Promise<void>) => Promise<void>;

const launchAsPerson: Launch = ({ launchOptions }, use) =>
  use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--user-agent=${PERSON}`] });

/**
 * Options for a file whose visitors are asked for consent. The name is given to the browser itself too: a page's own `userAgent` is
 * taken from its document just before the next one takes its place, and what still runs then would run as a bot's.
 */
export const asPerson = {
  userAgent: PERSON,
  launchOptions: [launchAsPerson, { scope: "worker" }] as [Launch, { scope: "worker" }],
};
