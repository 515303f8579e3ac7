import { channelWord, frameAddress, openChannel } from "./channel.ts";

const SANDBOX = "https://sandbox.example";

function opened() {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const heard: string[] = [];
  const word = channelWord();
  const channel = openChannel(frame, SANDBOX, word, (name) => heard.push(name));
  const say = (data: object, origin = SANDBOX, source: MessageEventSource | null = frame.contentWindow) =>
    window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
  return { channel, frame, heard, say, word };
}

test("an event counts from the sandbox's origin, its frame and with the frame's word alone", () => {
  const { heard, say, word, channel } = opened();
  say({ elements: word, event: "ready" }, "https://sandbox.example.evil.example");
  say({ elements: word, event: "ready" }, "http://sandbox.example");
  say({ elements: word, event: "ready" }, "null");
  say({ elements: word, event: "ready" }, SANDBOX, window);
  say({ elements: channelWord(), event: "ready" });
  say({ event: "ready" });
  window.dispatchEvent(new MessageEvent("message", { data: null, origin: SANDBOX }));
  expect(heard).toEqual([]);
  say({ elements: word, event: "ready" });
  expect(heard).toEqual(["ready"]);
  channel.close();
  say({ elements: word, event: "ready" });
  expect(heard).toEqual(["ready"]);
});

test("an answer from elsewhere settles nothing, and commands go to the sandbox's origin alone", async () => {
  const { channel, frame, say, word } = opened();
  const sent: [unknown, string][] = [];
  if (frame.contentWindow) {
    frame.contentWindow.postMessage = ((data: unknown, origin: string) => sent.push([data, origin])) as never;
  }
  let answer: unknown = "none";
  const asked = channel.ask("submit", {}).then((data) => {
    answer = data;
  });
  expect(sent).toEqual([[{ elements: word, command: "submit", id: 1, data: {} }, SANDBOX]]);
  say({ elements: word, answer: 1, data: { error: null } }, "https://evil.example");
  say({ elements: word, answer: 2, data: { error: null } });
  await Promise.resolve();
  expect(answer).toBe("none");
  say({ elements: word, answer: 1, data: { fine: true } });
  await asked;
  expect(answer).toEqual({ fine: true });
});

test("the frame is told whose page it is on", () => {
  const address = new URL(frameAddress(SANDBOX, "a-word-of-a-frame"));
  expect(address.origin).toBe(SANDBOX);
  expect(address.searchParams.get("origin")).toBe(window.location.origin);
});
