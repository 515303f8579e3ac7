// Messages between the page and a frame of the sandbox. Both sides check the other's exact origin and this frame's token;
// anything else is dropped unread.

/** Handles an event of the frame: `ready`, `height`, `change`, `focus`, `blur`. */
export type FrameEvent = (name: string, data: Record<string, unknown>) => void;

export interface Channel {
  /** Sends a command to the frame and resolves to its answer. */
  call: (command: string, data: object) => Promise<Record<string, unknown>>;
  close: () => void;
}

/** Creates an unguessable token. */
export function channelToken(): string {
  return crypto.randomUUID();
}

const address = (page: string, token: string) =>
  `${page}?${new URLSearchParams({ origin: window.location.origin, channel: token })}`;

/** Address of a frame that talks to this page alone. */
export const frameAddress = (origin: string, token: string): string => address(`${origin}/elements/`, token);

/** Address of a wallet's frame that talks to this page alone. */
export const walletAddress = (origin: string, token: string): string =>
  address(`${origin}/elements/wallet`, token);

/** Opens a channel to a frame. */
export function openChannel(
  frame: HTMLIFrameElement,
  origin: string,
  token: string,
  onEvent: FrameEvent,
): Channel {
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  let count = 0;
  const onMessage = (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const message = event.data as { elements?: unknown; event?: unknown; answer?: unknown; data?: unknown };
    if (message?.elements !== token) return;
    const data = (message.data ?? {}) as Record<string, unknown>;
    if (typeof message.event === "string") onEvent(message.event, data);
    else if (typeof message.answer === "number") {
      waiting.get(message.answer)?.(data);
      waiting.delete(message.answer);
    }
  };
  window.addEventListener("message", onMessage);
  return {
    call: (command, data) =>
      new Promise((done) => {
        count += 1;
        waiting.set(count, done);
        frame.contentWindow?.postMessage({ elements: token, command, id: count, data }, origin);
      }),
    close: () => window.removeEventListener("message", onMessage),
  };
}
