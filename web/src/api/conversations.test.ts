// What is told of files that did not arrive. The calls end at the edge of the network.
import { serve } from "../../tests/server.ts";
import { CallRefused, sendMessage } from "./conversations.ts";

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
  return reason instanceof CallRefused
    ? reason.errors.map(({ field, code }) => `${field} ${code}`)
    : String(reason);
};

test("files that are more than the server reads did not arrive", async () => {
  serve(() => ({ status: 413, body: null, html: "length limit exceeded" }));
  expect(await codes(sendMessage("t", message([photo])))).toEqual(["files request_upload_failed"]);
});

test("a connection that breaks while files are sent is told as an upload that failed, any other as itself", async () => {
  serve(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await codes(sendMessage("t", message([photo])))).toEqual(["files request_upload_failed"]);
  for (const files of [[], [empty]])
    expect(await codes(sendMessage("t", message(files)))).toBe("TypeError: Failed to fetch");
});

test("who is offline is told that, with files too", async () => {
  serve(() => Promise.reject(new TypeError("Failed to fetch")));
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(await codes(sendMessage("t", message([photo])))).toBe("TypeError: Failed to fetch");
  online.mockRestore();
});

test("what the server says of a file comes before that", async () => {
  const errors = [{ field: "files", code: "file_kind", params: {}, message: "Solo PDF" }];
  serve(() => ({ status: 422, body: { success: false, data: { errors } } }));
  expect(await codes(sendMessage("t", message([photo])))).toEqual(["files file_kind"]);
});
