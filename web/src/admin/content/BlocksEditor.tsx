import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { apiQuery } from "../api/client.ts";
import type { BlockFields, NamedEntry } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { ChoicePicker } from "../components/ChoicePicker.tsx";
import styles from "../components/details.module.css";
import { ProductPicker, unnamed } from "../components/EntryPicker.tsx";
import { Folded } from "../components/Folded.tsx";
import { Choice, type FormState, Text } from "../components/fields.tsx";
import { moveEntry } from "../components/nested.ts";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";

interface Props {
  form: FormState;
  blocks: BlockFields[];
  /** Names of the products that the blocks refer to. */
  products: NamedEntry[];
  change: (blocks: BlockFields[]) => void;
}

const KINDS = [
  "handpicked",
  "best_sellers",
  "category",
  "newest",
  "on_sale",
  "attribute",
  "tag",
  "top_rated",
];

/** Editor for the product rows below a page's text. */
export function BlocksEditor({ form, blocks, products, change }: Props) {
  const { t, named } = useLanguage();
  return (
    <Card id="blocks" title={t("blocks")}>
      <p className={ui.small}>{t("blocksHint")}</p>
      {blocks.map((block, n) => (
        <Folded
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's fields are named by its index
          key={n}
          name={block.title || named("block", block.kind)}
          facts={[block.title && named("block", block.kind)]}
          list="blocks"
          index={n}
          count={blocks.length}
          initiallyOpen={false}
          hasError={form.hasErrorIn(`blocks.${n}`)}
          move={(by) => change(moveEntry(blocks, n, by))}
          remove={() => change(blocks.filter((_, other) => other !== n))}
        >
          <BlockEditor
            form={form}
            at={`blocks.${n}`}
            block={block}
            products={products}
            change={(changed) => change(blocks.map((one, other) => (other === n ? changed : one)))}
          />
        </Folded>
      ))}
      <div>
        <button type="button" className={ui.button} onClick={() => change([...blocks, blank])}>
          {t("addBlock")}
        </button>
      </div>
    </Card>
  );
}

const blank: BlockFields = {
  kind: "newest",
  title: "",
  title_en: "",
  count: "8",
  columns: "4",
  ids: [],
  slugs: [],
  taxonomy: "",
  terms: [],
};

interface EditorProps {
  form: FormState;
  at: string;
  block: BlockFields;
  products: NamedEntry[];
  change: (block: BlockFields) => void;
}

function BlockEditor(editor: EditorProps) {
  const { t } = useLanguage();
  const { form, at, block } = editor;
  return (
    <>
      <div className={styles.roomy}>
        <Choice form={form} name={`${at}.kind`} label={t("blockKind")} group="block" options={KINDS} />
        <Text form={form} name={`${at}.title`} label={t("blockTitle")} />
        <Text form={form} name={`${at}.title_en`} label={t("blockTitleEn")} />
        <Text form={form} name={`${at}.count`} label={t("blockCount")} inputMode="numeric" />
        <Text form={form} name={`${at}.columns`} label={t("blockColumns")} inputMode="numeric" />
      </div>
      {block.kind === "handpicked" && <Products {...editor} />}
      {block.kind === "category" && <Categories {...editor} />}
      {block.kind === "tag" && <Tags {...editor} />}
      {block.kind === "attribute" && <Values {...editor} />}
    </>
  );
}

function Products({ form, at, block, products, change }: EditorProps) {
  const { t } = useLanguage();
  const [named, setNamed] = useState<NamedEntry[]>(() =>
    block.ids.map((id) => products.find((one) => one.id === id) ?? unnamed(id)),
  );
  return (
    <>
      <ProductPicker
        name={`${at}.ids`}
        label={t("blockProducts")}
        error={form.error(`${at}.ids`)}
        chosen={named}
        change={(entries) => {
          setNamed(entries);
          change({ ...block, ids: entries.map((one) => one.id) });
        }}
      />
      <p className={ui.small}>{t("blockProductsHint")}</p>
    </>
  );
}

function Categories({ form, at, block, change }: EditorProps) {
  const { t } = useLanguage();
  const { data } = useQuery(apiQuery("/api/admin/catalogue/categories"));
  const options = (data ?? []).map((one) => ({ value: one.slug, label: "– ".repeat(one.depth) + one.name }));
  return (
    <ChoicePicker
      name={`${at}.slugs`}
      label={t("blockCategories")}
      error={form.error(`${at}.slugs`)}
      options={options}
      chosen={block.slugs}
      unknown={(slug) => (data ? t("categoryDeleted", { id: slug }) : slug)}
      change={(slugs) => change({ ...block, slugs })}
    />
  );
}

function Tags({ form, at, block, change }: EditorProps) {
  const { t } = useLanguage();
  const { data } = useQuery(apiQuery("/api/admin/catalogue/tags"));
  return (
    <ChoicePicker
      name={`${at}.slugs`}
      label={t("blockTags")}
      error={form.error(`${at}.slugs`)}
      options={(data ?? []).map((one) => ({ value: one.slug, label: one.name }))}
      chosen={block.slugs}
      unknown={(slug) => (data ? t("tagDeleted", { id: slug }) : slug)}
      change={(slugs) => change({ ...block, slugs })}
    />
  );
}

function Values({ form, at, block, change }: EditorProps) {
  const { t } = useLanguage();
  const { data } = useQuery(apiQuery("/api/admin/catalogue/attributes"));
  const attribute = data?.find((one) => one.taxonomy === block.taxonomy);
  return (
    <>
      <Field name={`${at}.taxonomy`} label={t("blockAttribute")} error={form.error(`${at}.taxonomy`)}>
        {(control) => (
          <select
            {...control}
            value={block.taxonomy}
            onChange={(event) => change({ ...block, taxonomy: event.target.value, terms: [] })}
          >
            <option value="">–</option>
            {(data ?? []).map((one) => (
              <option key={one.taxonomy} value={one.taxonomy}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChoicePicker
        name={`${at}.terms`}
        label={t("blockValues")}
        error={form.error(`${at}.terms`)}
        options={(attribute?.values ?? []).map((one) => ({ value: one.slug, label: one.name }))}
        chosen={block.terms}
        change={(terms) => change({ ...block, terms })}
      />
    </>
  );
}
