// Postcodes as typed: { country, postcode } → { valid, normal }.

/** Whether a parsed file has this format. */
export const fits = (data) =>
  Array.isArray(data.cases) && data.cases.length > 0 && data.cases.every((one) => "country" in one && "postcode" in one && "valid" in one);

/** A case a postcode; the layout counts for valid ones. */
export function* cases(data) {
  for (const [at, { country, postcode, valid, normal }] of data.cases.entries()) {
    yield {
      id: `cases[${at}] ${country} ${postcode}`,
      call: "checkPostcode",
      args: [country, postcode],
      expect: { valid, normal: normal ?? null },
      of: (answer) => ({ valid: answer.valid, normal: answer.normal ?? null }),
    };
  }
}
