import { core } from "../core/core.ts";
import type { Lang } from "../core/types.ts";
import type { StoreApiError } from "./storeApi.ts";

/** Returns the message to show for a failed request: the server's own, or the reason why there is none. */
export function requestMessage(error: Pick<StoreApiError, "code" | "message">, lang: Lang): string {
  return error.message || core().messageText(codeOf(error.code), {}, lang);
}

function codeOf(code: string) {
  if (code === "network") return navigator.onLine ? "request_failed" : "request_offline";
  if (code === "given_up") return "request_given_up";
  return code === "invalid_json" ? "request_invalid_json" : "request_unknown";
}
