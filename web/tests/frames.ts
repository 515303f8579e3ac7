// Plays the sandbox's frames, which jsdom does not load: the other end of the channel, at the edge of the network.
import { act } from "@testing-library/react";

export interface Frame {
  /** What the page has told it, oldest first. */
  told: { command: string; data: Record<string, unknown> }[];
  /** Tells the page of an event. */
  say: (event: string, data?: object) => Promise<void>;
}

/** A frame's script begins to run; `answer` says what it answers to a command. */
export async function startFrame(
  frame: HTMLIFrameElement,
  answer: (command: string, data: Record<string, unknown>) => object | Promise<object>,
): Promise<Frame> {
  const address = new URL(frame.src);
  const word = address.searchParams.get("channel");
  const source = frame.contentWindow as Window;
  const told: Frame["told"] = [];
  const send = (data: object) =>
    window.dispatchEvent(
      new MessageEvent("message", { data: { elements: word, ...data }, origin: address.origin, source }),
    );
  source.postMessage = ((message: { command: string; id: number; data: Record<string, unknown> }) => {
    told.push({ command: message.command, data: message.data });
    void Promise.resolve(answer(message.command, message.data)).then((data) =>
      send({ answer: message.id, data }),
    );
  }) as typeof source.postMessage;
  const say = (event: string, data: object = {}) => act(async () => void send({ event, data }));
  await say("ready");
  return { told, say };
}
