// Journeys of one visitor: page views, and the order-attribution fields after each.

/** Whether a parsed file has this format (by its keys, never by its name or its cases). */
export const fits = (data) =>
  Array.isArray(data.cases) &&
  "first_view_at" in data &&
  data.cases.every((journey) => Array.isArray(journey.steps) && Array.isArray(journey.expect));

/** Seconds since 1970 of each view. */
const moments = (data, journey) => {
  let now = Date.parse(`${data.first_view_at.replace(" ", "T")}Z`) / 1000;
  return journey.steps.map((step) => (now += 60 * (step.after_minutes ?? 0)));
};

/** The cookies that a browser holds when it asks for view `at`, given the answers to the views before. */
const jarBefore = (journey, times, answers, at) => {
  const jar = new Map();
  for (let view = 0; view <= at; view += 1) {
    for (const [name, cookie] of jar) {
      const closed = journey.steps[view].restart && cookie.until === undefined;
      if (closed || cookie.until <= times[view]) jar.delete(name);
    }
    if (view < at) apply(jar, answers[view].cookies, times[view]);
  }
  return jar;
};

const apply = (jar, changes, now) => {
  for (const { name, value, max_age: age } of changes) {
    if (age === 0) jar.delete(name);
    else jar.set(name, { value, until: age === null || age === undefined ? undefined : now + age });
  }
};

/** The cases: id, the export and its arguments, and what the answer must be. */
export function* cases(data) {
  for (const [number, journey] of data.cases.entries()) {
    const times = moments(data, journey);
    const sent = [];
    const steps = journey.steps.map((step, at) => {
      const expected = journey.expect[at];
      return {
        call: "attributionVisit",
        args: (answers) => {
          sent[at] = jarBefore(journey, times, answers, at);
          const cookies = [...sent[at]].map(([name, { value }]) => `${name}=${value}`).join("; ");
          const view = {
            cookies,
            url: step.url,
            referrer: step.referrer,
            user_agent: data.user_agent,
            now: times[at],
            chance: 0,
          };
          const settings = {
            tracking: step.tracking !== false,
            lifetime_months: data.lifetime_months.toFixed(8),
            session_minutes: data.session_minutes,
            promo: null,
            campaign_parameter: "",
            content_parameter: "",
            term_parameter: "",
          };
          return [view, settings];
        },
        expect: {
          fields: Object.entries({ user_agent: data.user_agent, ...expected.fields }).sort(),
          ...(expected.cookies_left && { cookies_left: [...expected.cookies_left].sort() }),
        },
        of: (answer) => {
          const jar = new Map(sent[at]);
          apply(jar, answer.cookies, times[at]);
          const left = [...jar.keys()].sort();
          const fields = Object.entries(answer.fields).sort();
          return { fields, ...(expected.cookies_left && { cookies_left: left }) };
        },
      };
    });
    yield { id: `cases[${number}] ${journey.kind}`, steps };
  }
}
