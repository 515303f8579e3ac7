// Messages between the page and a frame of the sandbox. Both sides name the other's origin exactly and a word for this frame;
// anything else is dropped unread.

/** An event of the frame: `ready`, `height`, `change`, `focus`, `blur`. */
export type FrameEvent = (name: string, data: Record<string, unknown>) => void;

export interface Channel {
  /** Asks the frame to do something; gives its answer. */
  ask: (command: string, data: object) => Promise<Record<string, unknown>>;
  close: () => void;
}

/** A word that nobody guesses. */
export function channelWord(): string {
  return crypto.randomUUID();
}

const address = (page: string, word: string) =>
  `${page}?${new URLSearchParams({ origin: window.location.origin, channel: word })}`;

/** The address of a frame that talks to this page alone. */
export const frameAddress = (origin: string, word: string): string => address(`${origin}/elements/`, word);

/** The same of a wallet's frame. */
export const walletAddress = (origin: string, word: string): string =>
  address(`${origin}/elements/wallet`, word);

/** Talks to a frame. */
export function openChannel(
  frame: HTMLIFrameElement,
  origin: string,
  word: string,
  onEvent: FrameEvent,
): Channel {
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  let count = 0;
  const hear = (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const message = event.data as { elements?: unknown; event?: unknown; answer?: unknown; data?: unknown };
    if (message?.elements !== word) return;
    const data = (message.data ?? {}) as Record<string, unknown>;
    if (typeof message.event === "string") onEvent(message.event, data);
    else if (typeof message.answer === "number") {
      waiting.get(message.answer)?.(data);
      waiting.delete(message.answer);
    }
  };
  window.addEventListener("message", hear);
  return {
    ask: (command, data) =>
      new Promise((done) => {
        count += 1;
        waiting.set(count, done);
        frame.contentWindow?.postMessage({ elements: word, command, id: count, data }, origin);
      }),
    close: () => window.removeEventListener("message", hear),
  };
}
