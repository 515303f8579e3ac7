import { useWords } from "../../../context/PageContext.tsx";
import type { Repeats, StandingOrderFields } from "../../../core/types.ts";
import { Field } from "../../../ui/Field.tsx";

const REPEATS: readonly Repeats[] = ["weekly", "two_weeks", "four_weeks", "monthly"];

interface StandingFieldsProps {
  fields: StandingOrderFields;
  /** Returns a field's error message; empty if it is valid. */
  errorOf: (field: string) => string;
}

/** List, interval and first date of a standing order. */
export function StandingFields({ fields, errorOf }: StandingFieldsProps) {
  const words = useWords("account");
  const { form, lists } = fields;
  return (
    <>
      <Field id="list_id" label={words.standingList} error={errorOf("list_id")}>
        {(control) => (
          <select {...control} name="list_id" defaultValue={form.list_id} required>
            <option value="">{words.standingChoose}</option>
            {lists.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field id="repeats" label={words.standingRepeats} error={errorOf("repeats")}>
        {(control) => (
          <select {...control} name="repeats" defaultValue={form.repeats || "weekly"}>
            {REPEATS.map((repeats) => (
              <option key={repeats} value={repeats}>
                {words.repeats[repeats]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        id="first_on"
        label={words.standingFirst}
        hint={words.standingFirstHint}
        error={errorOf("first_on")}
      >
        {(control) => (
          <input
            {...control}
            name="first_on"
            type="date"
            required
            min={fields.earliest || undefined}
            max={fields.latest}
            defaultValue={form.first_on}
          />
        )}
      </Field>
    </>
  );
}
