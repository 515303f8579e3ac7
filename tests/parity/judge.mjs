// How a case is judged, wherever the rules run: natively, as WebAssembly or in the page renderer.

/** JSON with sorted keys: what "equal to the byte" means for values whose keys have no order. */
export const canonical = (value) =>
  JSON.stringify(value ?? null, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/**
 * Asks for the calls of a case one by one (`{ call, args }`; it is resumed with the answer) and ends with `null` when all is as
 * expected, or with the first difference: `{ expected, got }`. A generator, so that answers may come at once or later.
 */
export function* judge(one) {
  const answers = [];
  for (const step of one.steps ?? [one]) {
    const args = typeof step.args === "function" ? step.args(answers) : step.args;
    answers.push(yield { call: step.call, args });
    if ("expect" in step) {
      const got = step.of ? step.of(answers.at(-1), answers) : answers.at(-1);
      if (canonical(got) !== canonical(step.expect)) return { expected: canonical(step.expect), got: canonical(got) };
    }
  }
  return null;
}
