// Error reporting for uploads that did not arrive. The network is stubbed.
import { serve } from "../../tests/server.ts";
import { ConversationError, sendMessage } from "./conversations.ts";

const message = (files: File[]) => {
  const fields = new FormData();
  fields.set("message", "Ecco la foto");
  for (const file of files) fields.append("files", file);
  return fields;
};
const photo = new File(["x".repeat(10)], "foto.jpg", { type: "image/jpeg" });
const empty = new File([], "");
const codes = async (work: Promise<unknown>) => {
  const reason = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return reason instanceof ConversationError
    ? reason.errors.map(({ field, code }) => `${field} ${code}`)
    : String(reason);
};

test("an upload larger than the server accepts is reported as failed", async () => {
  serve(() => ({ status: 413, body: null, html: "length limit exceeded" }));
  expect(await codes(sendMessage("t", message([photo])))).toEqual(["files request_upload_failed"]);
});

test("a connection lost while files are sent is reported as a failed upload, any other as a network error", async () => {
  serve(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await codes(sendMessage("t", message([photo])))).toEqual(["files request_upload_failed"]);
  for (const files of [[], [empty]])
    expect(await codes(sendMessage("t", message(files)))).toBe("TypeError: Failed to fetch");
});

test("being offline is reported as such even when files were sent", async () => {
  serve(() => Promise.reject(new TypeError("Failed to fetch")));
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(await codes(sendMessage("t", message([photo])))).toBe("TypeError: Failed to fetch");
  online.mockRestore();
});

test("the server's own error about a file takes precedence", async () => {
  const errors = [{ field: "files", code: "file_kind", params: {}, message: "Solo PDF" }];
  serve(() => ({ status: 422, body: { success: false, data: { errors } } }));
  expect(await codes(sendMessage("t", message([photo])))).toEqual(["files file_kind"]);
});
