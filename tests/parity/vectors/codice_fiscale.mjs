// Italian tax codes as typed: { input } → { valid, compact, gender, birth_mmdd }.

/** Whether a parsed file has this format. */
export const fits = (data) =>
  Array.isArray(data.cases) && data.cases.length > 0 && data.cases.every((one) => "input" in one && "valid" in one && !("country" in one));

/** A case a code; sex and birthday count where the file gives them. */
export function* cases(data) {
  for (const [at, { kind, input, ...expect }] of data.cases.entries()) {
    yield {
      id: `cases[${at}] ${input}`,
      call: "checkTaxCode",
      args: [input],
      expect,
      of: (answer) => Object.fromEntries(Object.keys(expect).map((key) => [key, answer[key]])),
    };
  }
}
