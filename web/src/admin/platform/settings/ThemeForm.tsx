import { addLogo, saveTheme } from "../../api/calls.ts";
import { apiQuery } from "../../api/client.ts";
import type { ThemeDetail, ThemeFields } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import details from "../../components/details.module.css";
import { Choice, Text } from "../../components/fields.tsx";
import { Loaded } from "../../components/Loaded.tsx";
import { useNestedForm } from "../../components/nested.ts";
import { PictureFile } from "../../components/PictureFile.tsx";
import { SaveBar } from "../../components/SaveBar.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { ColorField } from "./ColorField.tsx";
import { ThemeContrasts } from "./ThemeContrasts.tsx";
import { ThemePreview } from "./ThemePreview.tsx";
import styles from "./theme.module.css";
import { useContrasts } from "./useContrasts.ts";

const COLORS = ["paper", "ink", "brand", "highlight", "accent"] as const;

/** Form for the shop's theme with a live preview. */
export function ThemeForm() {
  return (
    <Loaded query={apiQuery("/api/admin/theme")}>{(data) => <Editor detail={data as ThemeDetail} />}</Loaded>
  );
}

const valuesOf = ({ fields, preview_origin }: ThemeDetail) => ({ ...fields, preview_origin });

function Editor({ detail }: { detail: ThemeDetail }) {
  const { t, named } = useLanguage();
  const form = useNestedForm(valuesOf(detail));
  const { preview_origin, ...fields } = form.value;
  const { contrasts, readable } = useContrasts(fields);
  const put = (change: Partial<ThemeFields>) => form.setValue({ ...form.value, ...change });
  const field = (name: keyof typeof form.value) => ({ form, name, label: named("themeField", name) });
  const save = () =>
    form.send(async () => {
      form.markSaved(valuesOf((await saveTheme(fields, preview_origin)) as ThemeDetail));
      return t("settingsSaved");
    });
  const choose = (file: File) =>
    form.send(async () => {
      const sent = new FormData();
      sent.append("file", file);
      const { src, width, height } = await addLogo(sent);
      put({ logo: src, logo_width: String(width), logo_height: String(height) });
      return t("logoChosen");
    });
  return (
    <div className={styles.editor}>
      <SendForm form={form} send={save}>
        <Card id="theme-logo" title={t("themeLogo")}>
          {fields.logo && <img className={styles.logo} src={fields.logo} alt={t("themeLogo")} />}
          <PictureFile
            error={form.error("file") ?? form.error("logo")}
            choose={([file]) => file && void choose(file)}
          />
          {fields.logo && (
            <div>
              <button
                type="button"
                className={ui.plain}
                onClick={() => put({ logo: "", logo_width: "", logo_height: "" })}
              >
                {t("removeLogo")}
              </button>
            </div>
          )}
          <Text {...field("logo_size")} inputMode="numeric" />
        </Card>
        <Card id="theme-colors" title={t("themeColors")}>
          <div className={details.roomy}>
            {COLORS.map((name) => (
              <ColorField key={name} {...field(name)} picked={readable?.[name] ?? detail.usual[name]} />
            ))}
          </div>
          <ThemeContrasts contrasts={contrasts} />
        </Card>
        <Card id="theme-type" title={t("themeType")}>
          <div className={details.roomy}>
            <Choice {...field("heading_font")} group="font" options={detail.fonts} />
            <Choice {...field("text_font")} group="font" options={detail.fonts} />
            <Text {...field("text_size")} inputMode="numeric" />
            <Text {...field("corner")} inputMode="numeric" />
          </div>
        </Card>
        <Card id="theme-origin" title={t("themeElsewhere")}>
          <Text {...field("preview_origin")} hint={t("previewOriginHint")} />
        </Card>
        <SaveBar form={form} unsaved={form.unsaved}>
          <button type="button" className={ui.plain} onClick={() => put(detail.usual)}>
            {t("usualTheme")}
          </button>
        </SaveBar>
      </SendForm>
      <ThemePreview fields={fields} />
    </div>
  );
}
