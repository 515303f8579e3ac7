import { useState } from "react";
import {
  addAttribute,
  addValue,
  deleteAttribute,
  deleteValue,
  orderValues,
  saveAttribute,
  saveValue,
} from "../api/calls.ts";
import { type ApiError, apiQuery } from "../api/client.ts";
import type { AttributeRow } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import details from "../components/details.module.css";
import { Loaded } from "../components/Loaded.tsx";
import { moveEntry } from "../components/nested.ts";
import { RowButtons } from "../components/RowButtons.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./catalogue.module.css";
import { noTerm, TermEditor, TermRow } from "./TermRow.tsx";

/** Global attributes with their values. */
export function AttributesList() {
  const { t } = useLanguage();
  return (
    <Loaded query={apiQuery("/api/admin/catalogue/attributes")}>
      {(data, { reload }) => (
        <>
          <Card id="new-attribute" title={t("newAttribute")}>
            <p className={ui.small}>{t("attributeHint")}</p>
            <TermEditor
              label={t("newAttribute")}
              initial={noTerm}
              withSlug
              save={async (fields) => {
                await addAttribute(fields);
                reload();
              }}
            />
          </Card>
          {data.length === 0 && <p className={ui.empty}>{t("noAttributes")}</p>}
          {data.map((attribute) => (
            <Attribute key={attribute.id} attribute={attribute} reload={reload} />
          ))}
        </>
      )}
    </Loaded>
  );
}

function Attribute({ attribute, reload }: { attribute: AttributeRow; reload: () => void }) {
  const { t } = useLanguage();
  const [error, setError] = useState<ApiError | null>(null);
  const { id, name, values } = attribute;
  const sure = (term: string) => window.confirm(t("deleteTermSure", { name: term }));
  const move = async (from: number, by: number) => {
    try {
      await orderValues(
        id,
        moveEntry(values, from, by).map((one) => one.id),
      );
      setError(null);
    } catch (reason) {
      setError(reason as ApiError);
    }
    reload();
  };
  return (
    <Card id={`attribute-${id}`} title={name}>
      <ul className={styles.rows}>
        <TermRow
          name={name}
          facts={`${attribute.name_en && `${attribute.name_en} · `}${attribute.taxonomy} · ${t("usedByCount", { count: attribute.products })}`}
          initial={{ name, name_en: attribute.name_en, slug: attribute.taxonomy.replace(/^pa_/, "") }}
          withSlug={false}
          save={async (fields) => {
            await saveAttribute(id, fields);
            reload();
          }}
          remove={async () => {
            if (!sure(name)) return;
            await deleteAttribute(id);
            reload();
          }}
        />
      </ul>
      <Outcome error={error} />
      <details className={details.more}>
        <summary>{t("valuesCount", { count: values.length })}</summary>
        <div className={details.stack}>
          <ul className={styles.rows}>
            {values.map((value, n) => (
              <TermRow
                key={value.id}
                name={value.name}
                facts={`${value.name_en && `${value.name_en} · `}${value.slug} · ${t("usedByCount", { count: value.products })}`}
                initial={{ name: value.name, name_en: value.name_en, slug: value.slug }}
                withSlug={false}
                save={async (fields) => {
                  await saveValue(id, value.id, fields);
                  reload();
                }}
                remove={async () => {
                  if (!sure(value.name)) return;
                  await deleteValue(id, value.id);
                  reload();
                }}
              >
                <RowButtons
                  name={value.name}
                  list={`values-${id}`}
                  index={n}
                  count={values.length}
                  move={(by) => void move(n, by)}
                />
              </TermRow>
            ))}
          </ul>
          <TermEditor
            label={t("newValueOf", { name })}
            initial={noTerm}
            withSlug
            save={async (fields) => {
              await addValue(id, fields);
              reload();
            }}
          />
        </div>
      </details>
    </Card>
  );
}
