// Fakes the sandbox's frames, which jsdom does not load: the other end of the channel.
import { act } from "@testing-library/react";

export interface Frame {
  /** The commands that the page has sent, oldest first. */
  commands: { command: string; data: Record<string, unknown> }[];
  /** Sends an event to the page. */
  emit: (event: string, data?: object) => Promise<void>;
}

/** Starts a frame's script; `answer` responds to commands. */
export async function startFrame(
  frame: HTMLIFrameElement,
  answer: (command: string, data: Record<string, unknown>) => object | Promise<object>,
): Promise<Frame> {
  const address = new URL(frame.src);
  const token = address.searchParams.get("channel");
  const source = frame.contentWindow as Window;
  const commands: Frame["commands"] = [];
  const send = (data: object) =>
    window.dispatchEvent(
      new MessageEvent("message", { data: { elements: token, ...data }, origin: address.origin, source }),
    );
  source.postMessage = ((message: { command: string; id: number; data: Record<string, unknown> }) => {
    commands.push({ command: message.command, data: message.data });
    void Promise.resolve(answer(message.command, message.data)).then((data) =>
      send({ answer: message.id, data }),
    );
  }) as typeof source.postMessage;
  const emit = (event: string, data: object = {}) => act(async () => void send({ event, data }));
  await emit("ready");
  return { commands, emit };
}
