// The password meter: page, form and what is typed give the words to penalise, the level and the state of the form.

/** Whether a parsed file has this format. */
export const fits = (data) =>
  Array.isArray(data.cases) && data.cases.length > 0 && data.cases.every((c) => typeof c.form === "string" && typeof c.title === "string" && c.fields && c.expect);

const seen = (meter, expect) => {
  const all = { level: meter.level, visible: meter.visible, submit_disabled: meter.submit_disabled, label: meter.label, hint: meter.hint != null };
  return Object.fromEntries(Object.keys(expect).map((key) => [key, all[key]]));
};

/** The cases: the words alone, or words, score and meter one after the other. */
export function* cases(data) {
  for (const [at, c] of data.cases.entries()) {
    const id = `cases[${at}] ${c.kind} ${c.password ?? ""}`;
    const page = { title: c.title, url: c.url, fields: c.fields };
    const typed = { form: c.form, password: c.password, confirm: c.confirm ?? null, stop_checkout: Boolean(data.stop_checkout) };
    if (c.expect.words) {
      yield { id, call: "passwordWords", args: [page], expect: c.expect.words, of: (answer) => answer };
    } else if (c.checker_loaded === false) {
      yield { id, call: "passwordMeter", args: [{ ...typed, score: null }, "it"], expect: c.expect, of: (answer) => seen(answer, c.expect) };
    } else {
      yield {
        id,
        steps: [
          { call: "passwordWords", args: () => [page] },
          { call: "passwordStrength", args: ([words]) => [c.password, words] },
          {
            call: "passwordMeter",
            args: ([, strength]) => [{ ...typed, score: strength.score }, "it"],
            expect: c.expect,
            of: (answer) => seen(answer, c.expect),
          },
        ],
      };
    }
  }
}
