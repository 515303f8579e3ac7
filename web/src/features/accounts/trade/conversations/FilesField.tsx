import { useFormat, useWords } from "../../../../context/PageContext.tsx";
import type { InquiryFormView } from "../../../../core/types.ts";
import { Field } from "../../../../ui/Field.tsx";

/** The attachments of a message. */
export function FilesField({ limits, error }: { limits: InquiryFormView["files"]; error: string }) {
  const words = useWords("account");
  const format = useFormat();
  const hint = words.attachHint(format.integer(limits.maximum), format.integer(limits.maximum_mb));
  return (
    <Field id="files" label={words.attachFiles} required={false} error={error} hint={hint}>
      {(control) => <input {...control} type="file" name="files" multiple accept={limits.endings} />}
    </Field>
  );
}
