// VAT numbers as typed: { country, input } → { valid, compact }.

/** Whether a parsed file has this format. */
export const fits = (data) =>
  Array.isArray(data.cases) && data.cases.length > 0 && data.cases.every((one) => "country" in one && "input" in one && "valid" in one);

/** A case a number; the normal form counts for valid ones. */
export function* cases(data) {
  for (const [at, { country, input, valid, compact }] of data.cases.entries()) {
    yield {
      id: `cases[${at}] ${country} ${input}`,
      call: "checkVatNumber",
      args: [country, input],
      expect: { valid, compact: compact ?? null },
      of: (answer) => ({ valid: answer.valid, compact: answer.compact ?? null }),
    };
  }
}
