import { useState } from "react";
import { addTemplate, deleteTemplate, saveTemplate } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { useUpdates } from "../api/queries.ts";
import type { TemplateRow } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import { Area, Text, useForm } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Heading, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";
import styles from "./ConversationPage.module.css";

/** Reply templates, to be added, changed or deleted. */
export function MessageTemplatesPage() {
  const { t } = useLanguage();
  const query = apiQuery("/api/admin/message-templates");
  const { reload } = useUpdates(query);
  const [edited, setEdited] = useState<number | null>(null);
  // TemplateCard by the page, as the submitted form is replaced by its template.
  const [message, setMessage] = useState("");
  const edit = (id: number) => {
    setEdited(id);
    setMessage("");
  };
  const deleted = () => {
    setMessage("");
    reload();
  };
  const saved = () => {
    setEdited(null);
    setMessage(t("templateSaved"));
    reload();
  };
  return (
    <DetailPage list="/conversazioni" all={t("conversations")} query={query}>
      {({ templates }) => (
        <>
          <Heading title={t("messageTemplates")}>{t("messageTemplates")}</Heading>
          <Outcome success={message} />
          {templates.length === 0 && <p className={ui.empty}>{t("noTemplates")}</p>}
          {templates.map((one) =>
            edited === one.id ? (
              <Editor key={`${one.id} ${one.version}`} template={one} done={saved} />
            ) : (
              <TemplateCard key={one.id} template={one} edit={() => edit(one.id)} deleted={deleted} />
            ),
          )}
          <Editor key={`new ${templates.length}`} template={null} done={saved} />
        </>
      )}
    </DetailPage>
  );
}

interface TemplateCardProps {
  template: TemplateRow;
  edit: () => void;
  deleted: () => void;
}

function TemplateCard({ template, edit, deleted }: TemplateCardProps) {
  const { t } = useLanguage();
  const { busy, error, run } = useAction();
  const [confirming, setConfirming] = useState(false);
  const remove = () =>
    run(async () => {
      await deleteTemplate(template.id);
      deleted();
      return "";
    });
  return (
    <Card id={`modello-${template.id}`} title={template.name}>
      <p className={styles.body}>{template.body}</p>
      <div className={ui.buttons}>
        <button type="button" className={ui.button} onClick={edit}>
          {t("templateEdit")}
          <span className="visuallyHidden"> {template.name}</span>
        </button>
        <button type="button" className={ui.button} onClick={() => setConfirming(true)}>
          {t("templateDelete")}
          <span className="visuallyHidden"> {template.name}</span>
        </button>
      </div>
      <Outcome error={error} />
      {confirming && (
        <ConfirmDialog
          title={t("templateDelete")}
          confirmLabel={t("templateDelete")}
          busy={busy}
          confirm={() => void remove()}
          cancel={() => setConfirming(false)}
        >
          <p>{t("templateDeleteSure", { name: template.name })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Editor({ template, done }: { template: TemplateRow | null; done: () => void }) {
  const { t } = useLanguage();
  const form = useForm({ name: template?.name ?? "", body: template?.body ?? "" });
  const send = () =>
    form.send(async () => {
      const fields = { name: String(form.values.name), body: String(form.values.body) };
      await (template ? saveTemplate(template.id, template.version, fields) : addTemplate(fields));
      done();
      return "";
    });
  const title = template ? template.name : t("newTemplate");
  return (
    <Card id={template ? `modello-${template.id}` : "nuovo-modello"} title={title}>
      <SendForm form={form} label={title} send={() => void send()}>
        <Text form={form} name="name" label={t("templateName")} />
        <Area form={form} name="body" label={t("templateBody")} rows={6} hint={t("templateBodyHint")} />
        <Outcome error={form.apiError} />
        <div className={ui.buttons}>
          <button
            type="submit"
            className={`${ui.button} ${ui.primary}`}
            aria-disabled={form.busy || undefined}
          >
            {t("save")}
          </button>
        </div>
      </SendForm>
    </Card>
  );
}
