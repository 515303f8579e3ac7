import { channelToken, frameAddress, openChannel } from "./channel.ts";

const SANDBOX = "https://sandbox.example";

function opened() {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const events: string[] = [];
  const token = channelToken();
  const channel = openChannel(frame, SANDBOX, token, (name) => events.push(name));
  const post = (data: object, origin = SANDBOX, source: MessageEventSource | null = frame.contentWindow) =>
    window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
  return { channel, frame, events, post, token };
}

test("an event counts only from the sandbox's origin and frame, and with the frame's token", () => {
  const { events, post, token, channel } = opened();
  post({ elements: token, event: "ready" }, "https://sandbox.example.evil.example");
  post({ elements: token, event: "ready" }, "http://sandbox.example");
  post({ elements: token, event: "ready" }, "null");
  post({ elements: token, event: "ready" }, SANDBOX, window);
  post({ elements: channelToken(), event: "ready" });
  post({ event: "ready" });
  window.dispatchEvent(new MessageEvent("message", { data: null, origin: SANDBOX }));
  expect(events).toEqual([]);
  post({ elements: token, event: "ready" });
  expect(events).toEqual(["ready"]);
  channel.close();
  post({ elements: token, event: "ready" });
  expect(events).toEqual(["ready"]);
});

test("a response from elsewhere settles nothing, and commands go only to the sandbox's origin", async () => {
  const { channel, frame, post, token } = opened();
  const sent: [unknown, string][] = [];
  if (frame.contentWindow) {
    frame.contentWindow.postMessage = ((data: unknown, origin: string) => sent.push([data, origin])) as never;
  }
  let answer: unknown = "none";
  const call = channel.call("submit", {}).then((data) => {
    answer = data;
  });
  expect(sent).toEqual([[{ elements: token, command: "submit", id: 1, data: {} }, SANDBOX]]);
  post({ elements: token, answer: 1, data: { error: null } }, "https://evil.example");
  post({ elements: token, answer: 2, data: { error: null } });
  await Promise.resolve();
  expect(answer).toBe("none");
  post({ elements: token, answer: 1, data: { fine: true } });
  await call;
  expect(answer).toEqual({ fine: true });
});

test("the frame receives the origin of its page", () => {
  const address = new URL(frameAddress(SANDBOX, "a-word-of-a-frame"));
  expect(address.origin).toBe(SANDBOX);
  expect(address.searchParams.get("origin")).toBe(window.location.origin);
});
