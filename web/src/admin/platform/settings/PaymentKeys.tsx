import { useState } from "react";
import { forgetPaymentKeys, savePaymentKeys } from "../../api/calls.ts";
import type { PaymentKeysDetail, PaymentSetupDetail } from "../../api/types.ts";
import { Text, useForm } from "../../components/fields.tsx";
import { SaveBar } from "../../components/SaveBar.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";

interface Props {
  keys: PaymentKeysDetail;
  replace: (setup: PaymentSetupDetail) => void;
}

/** The provider's keys: their source, and a form if they can be stored. */
export function PaymentKeys({ keys, replace }: Props) {
  const { t } = useLanguage();
  // Only the initial state: saving must not collapse the section with its message.
  const [open] = useState(keys.from === "unreadable" || keys.from === "nowhere");
  return (
    <details open={open}>
      <summary>{t("keysTitle")}</summary>
      {keys.from === "environment" && <p className={ui.small}>{t("keysFrom.environment")}</p>}
      {keys.from === "unreadable" && <p>{t("keysFrom.unreadable")}</p>}
      {keys.from !== "environment" && !keys.can_store && <p className={ui.small}>{t("keysCannotStore")}</p>}
      {keys.from !== "environment" && keys.can_store && <KeysForm {...{ keys, replace }} />}
    </details>
  );
}

function KeysForm({ keys, replace }: Props) {
  const { t } = useLanguage();
  const stored = { publishable_key: keys.publishable_key, secret_key: "", webhook_secret: "" };
  const [saved, setSaved] = useState(keys);
  const form = useForm(stored);
  const unsaved = Object.entries({ ...stored, publishable_key: saved.publishable_key }).some(
    ([name, value]) => form.values[name] !== value,
  );
  const done = (setup: PaymentSetupDetail) => {
    setSaved(setup.keys);
    // Remove secrets from the page.
    form.fill({ publishable_key: setup.keys.publishable_key, secret_key: "", webhook_secret: "" });
    replace(setup);
  };
  const save = () =>
    form.send(async () => {
      const text = (name: string) => String(form.values[name] ?? "");
      done(
        await savePaymentKeys({
          publishable_key: text("publishable_key"),
          secret_key: text("secret_key"),
          webhook_secret: text("webhook_secret"),
        }),
      );
      return t("keysSaved");
    });
  const forget = () => {
    if (!window.confirm(t("keysForgetSure"))) return;
    void form.send(async () => {
      done(await forgetPaymentKeys());
      return t("keysForgotten");
    });
  };
  const secretHint = saved.secret_key_end ? t("keySecretKept", { end: saved.secret_key_end }) : undefined;
  return (
    <SendForm form={form} send={save}>
      <p className={ui.small}>{t("keysIntro")}</p>
      <Text form={form} name="publishable_key" label={t("keyPublishable")} />
      <Text form={form} name="secret_key" type="password" label={t("keySecret")} hint={secretHint} />
      <Text
        form={form}
        name="webhook_secret"
        type="password"
        label={t("keyWebhook")}
        hint={t(saved.has_webhook_secret ? "keyWebhookKept" : "keyWebhookHint")}
      />
      <SaveBar form={form} unsaved={unsaved}>
        {saved.from !== "sandbox" && saved.from !== "nowhere" && (
          <button type="button" className={ui.plain} onClick={forget}>
            {t("keysForget")}
          </button>
        )}
      </SaveBar>
    </SendForm>
  );
}
