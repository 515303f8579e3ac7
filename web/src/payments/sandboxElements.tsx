// The sandbox provider: its fields and its calls run in frames of its own origin.

import { useEffect, useRef, useState } from "react";
import { useLang } from "../context/PageContext.tsx";
import type { Lang } from "../core/types.ts";
import { showChallenge } from "./challenge.ts";
import { type Channel, channelToken, frameAddress, openChannel } from "./channel.ts";
import {
  type ConfirmedIntent,
  type FieldsProps,
  failure,
  type Outcome,
  type Provider,
  type ProviderSettings,
} from "./elements.ts";
import styles from "./payments.module.css";
import { SandboxWallet } from "./SandboxWallet.tsx";

/** If the frame has not answered by then, it could not be loaded. */
const LOAD_LIMIT_MS = 15_000;
/** Polling interval of the intent while its page is open. The page reports when it has ended, but a bank's page may not. */
const POLL_MS = 1500;

interface Answer {
  error?: Record<string, string>;
  paymentMethod?: { id: string };
  confirmationToken?: { id: string };
  intent?: SandboxIntent;
}

interface SandboxIntent {
  id: string;
  status: string;
  payment_method: string;
  next_action: ({ type: string } & Record<string, unknown>) | null;
  error: Record<string, string> | null;
}

/** Returns the page on which an intent is confirmed, whatever the kind of its action; empty if there is none. */
function challengeAddress({ next_action: action }: SandboxIntent): string {
  const detail = (action?.[action.type] ?? {}) as Record<string, unknown>;
  const found = ["url", "stripe_js", "hosted_voucher_url", "hosted_instructions_url"].map(
    (name) => detail[name],
  );
  return found.find((one): one is string => typeof one === "string") ?? "";
}

/** Creates a provider whose calls go through a hidden frame, which the first call creates. */
export function sandboxProvider(settings: ProviderSettings, origin: string, lang: Lang): Provider {
  let control: Promise<Channel> | undefined;
  const callFrame = async (command: string, data: object): Promise<Answer> => {
    control ??= hiddenFrame(origin, settings.key, lang);
    return (await (await control).call(command, data)) as Answer;
  };

  const confirm = async (
    setup: boolean,
    clientSecret: string,
    kind: "bank" | "voucher" | "wallet" = "bank",
  ): Promise<Outcome<ConfirmedIntent>> => {
    const intentRef = { setup, clientSecret };
    let answer = await callFrame("retrieve", intentRef);
    if (answer.intent?.status === "requires_confirmation") answer = await callFrame("confirm", intentRef);
    const neededAction = answer.intent?.status === "requires_action";
    if (answer.intent && neededAction) {
      const url = challengeAddress(answer.intent);
      const byApp = answer.intent.next_action?.type === "blik_authorize";
      if (byApp || url.startsWith(`${origin}/`)) {
        const ended = async () =>
          (await callFrame("retrieve", intentRef)).intent?.status !== "requires_action";
        const page = { kind: byApp ? "app" : kind, url: byApp ? "" : url } as const;
        await showChallenge({ ...page, origin, lang, ended, pollMs: POLL_MS });
        answer = await callFrame("retrieve", intentRef);
      }
    }
    const { intent, error } = answer;
    if (!intent) return { failure: failure(error ?? {}) };
    if (intent.error) return { failure: failure(intent.error) };
    // Closed before it ended, or refused on the bank's page.
    if (
      kind === "bank" &&
      neededAction &&
      ["requires_action", "requires_payment_method", "canceled"].includes(intent.status)
    ) {
      return { failure: failure({ code: "payment_intent_authentication_failure" }) };
    }
    return { value: { id: intent.id, status: intent.status, paymentMethod: intent.payment_method } };
  };

  return {
    renderFields: (props) => <SandboxFields {...props} origin={origin} providerKey={settings.key} />,
    renderWallet: (props) => <SandboxWallet {...props} origin={origin} providerKey={settings.key} />,
    confirmPayment: (secret) => confirm(false, secret),
    confirmSetup: (secret) => confirm(true, secret),
    confirmVoucher: (secret) => confirm(false, secret, "voucher"),
    confirmWallet: (secret, setup) => confirm(setup, secret, "wallet"),
  };
}

function hiddenFrame(origin: string, key: string, locale: Lang): Promise<Channel> {
  return new Promise((done, fail) => {
    const frame = document.createElement("iframe");
    const token = channelToken();
    frame.className = "visuallyHidden";
    frame.tabIndex = -1;
    frame.setAttribute("aria-hidden", "true");
    frame.src = frameAddress(origin, token);
    const limit = setTimeout(() => fail(new Error("The payment provider did not answer")), LOAD_LIMIT_MS);
    const channel = openChannel(frame, origin, token, (name) => {
      if (name !== "ready") return;
      clearTimeout(limit);
      void channel.call("init", { key, locale }).then(() => done(channel));
    });
    document.body.append(frame);
  });
}

function SandboxFields({
  origin,
  providerKey,
  method,
  types,
  title,
  look,
  billing,
  onReady,
  onLoadError,
}: FieldsProps & { origin: string; providerKey: string }) {
  const lang = useLang();
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<Channel | null>(null);
  const [token] = useState(channelToken);
  const [height, setHeight] = useState(0);
  const latest = useRef({ types, look, billing, onReady, onLoadError, lang });
  latest.current = { types, look, billing, onReady, onLoadError, lang };

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const limit = setTimeout(() => latest.current.onLoadError(), LOAD_LIMIT_MS);
    const opened = openChannel(element, origin, token, async (name, data) => {
      if (name === "height") setHeight(Number(data.height) || 0);
      if (name !== "ready") return;
      const { types, look, billing, lang } = latest.current;
      await opened.call("init", { key: providerKey, method, types, locale: lang, appearance: look, billing });
      clearTimeout(limit);
      channel.current = opened;
      const callFields = async (command: string, data: object) =>
        (await opened.call(command, data)) as Answer;
      const toOutcome = (answer: Answer, id?: string): Outcome<string> =>
        id ? { value: id } : { failure: failure(answer.error ?? {}) };
      latest.current.onReady({
        submit: async () => {
          const { error } = await callFields("submit", {});
          return error ? failure(error) : null;
        },
        createPaymentMethod: async (billing) => {
          const answer = await callFields("createPaymentMethod", { billing });
          return toOutcome(answer, answer.paymentMethod?.id);
        },
        createConfirmationToken: async (billing) => {
          const answer = await callFields("createConfirmationToken", { billing });
          return toOutcome(answer, answer.confirmationToken?.id);
        },
      });
    });
    element.src = frameAddress(origin, token);
    return () => {
      clearTimeout(limit);
      opened.close();
    };
  }, [origin, providerKey, token, method]);

  useEffect(() => {
    void channel.current?.call("update", { locale: lang, billing, appearance: look });
  }, [lang, billing, look]);

  // The frame reports its height; until then the height of a card's fields is reserved.
  useEffect(() => {
    if (height > 0) frame.current?.style.setProperty("height", `${height}px`);
  }, [height]);

  return <iframe ref={frame} className={styles.frame} title={title} allow="payment *" />;
}
