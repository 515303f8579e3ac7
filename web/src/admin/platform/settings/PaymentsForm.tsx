import { useState } from "react";
import { savePayments } from "../../api/calls.ts";
import { apiQuery } from "../../api/client.ts";
import type { PaymentFields, PaymentList, ProvidedMethod } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import { Loaded } from "../../components/Loaded.tsx";
import { moveEntry, useNestedForm } from "../../components/nested.ts";
import { SaveBar } from "../../components/SaveBar.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { PaymentEditor } from "./PaymentEditor.tsx";
import { obstacleText } from "./paymentObstacle.ts";

interface Props {
  /** Whether there is a payment provider now; `null` if unchanged since the list was loaded. */
  provider: boolean | null;
}

/** Ordered list of payment methods. */
export function PaymentsForm({ provider }: Props) {
  return (
    <Loaded query={apiQuery("/api/admin/payments")}>
      {(data) => <Editor list={data} hasProvider={provider ?? data.has_provider} />}
    </Loaded>
  );
}

/** Returns the ids of methods in use: the shop's own, and the provider's that are enabled. */
function inUse(methods: PaymentFields[], list: PaymentList): ReadonlySet<string> {
  const provided = new Set(list.provided.map((one) => one.id));
  return new Set(methods.filter((one) => one.enabled || !provided.has(one.id)).map((one) => one.id));
}

function Editor({ list, hasProvider }: { list: PaymentList; hasProvider: boolean }) {
  const { t, named, lang } = useLanguage();
  const form = useNestedForm({ methods: list.methods });
  // A method that is switched on moves up only once the form is saved, not while the user is editing.
  const [upper, setUpper] = useState(() => inUse(list.methods, list));
  const { methods } = form.value;
  const known = new Map(list.provided.map((one) => [one.id, one]));
  const groups = [...new Set(list.provided.map((one) => one.group))];
  const save = () =>
    form.send(async () => {
      const saved = (await savePayments(methods)).methods;
      form.markSaved({ methods: saved });
      setUpper(inUse(saved, list));
      return t("settingsSaved");
    });
  const rows = methods.map((method, at) => ({ method, at, provided: known.get(method.id) ?? null }));
  const used = rows.filter(({ method }) => upper.has(method.id));
  const unused = (group: string) =>
    rows.filter(({ method, provided }) => provided?.group === group && !upper.has(method.id));
  const hint = (provided: ProvidedMethod | null) =>
    provided ? obstacleText(provided, list.currency, lang, t) : "";
  return (
    <SendForm form={form} send={save}>
      <Card id="payments" title={t("section.payments")}>
        <p className={ui.small}>{t("paymentsIntro")}</p>
        {methods.every((method) => !method.enabled) && <p className={ui.empty}>{t("noPayments")}</p>}
        {used.map(({ method, at, provided }, index) => (
          <PaymentEditor
            key={method.id}
            list="methods"
            transfer={method.id === list.transfer}
            hint={method.id === "invoice" ? t("paymentByInvoice", { days: "{days}" }) : hint(provided)}
            count={used.length}
            move={(by) => {
              const to = used[index + by];
              if (to) form.setValue({ methods: moveEntry(methods, at, to.at - at) });
            }}
            {...{ form, method, at, index, provided }}
          />
        ))}
      </Card>
      <Card id="provided" title={t("paymentsProvided")}>
        <p className={ui.small}>{t(hasProvider ? "paymentsProvidedIntro" : "paymentsNoProvider")}</p>
        {groups
          .map((group) => ({ group, own: unused(group) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => (
            <div key={group}>
              <h3>{named("paymentGroup", group)}</h3>
              {own.map(({ method, at, provided }, index) => (
                <PaymentEditor
                  key={method.id}
                  list={`methods-${group}`}
                  transfer={false}
                  hint={hint(provided)}
                  count={own.length}
                  {...{ form, method, at, index, provided }}
                />
              ))}
            </div>
          ))}
      </Card>
      <SaveBar form={form} unsaved={form.unsaved} />
    </SendForm>
  );
}
