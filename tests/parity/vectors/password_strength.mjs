// Scores of passwords: `password` and `words` to penalise give `score` 0-4.

/** Whether a parsed file has this format. */
export const fits = (data) =>
  Array.isArray(data.cases) && data.cases.length > 0 && data.cases.every((c) => Array.isArray(c.words) && typeof c.score === "number");

/** The cases, each one call of the password checker. */
export function* cases(data) {
  for (const [at, c] of data.cases.entries())
    yield {
      id: `cases[${at}] ${c.password}`,
      call: "passwordStrength",
      args: [c.password, c.words],
      expect: c.score,
      of: (answer) => answer.score,
    };
}
