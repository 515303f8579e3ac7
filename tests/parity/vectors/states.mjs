// States of countries, in display order, and the countries whose field is hidden.

export const fits = (data) => typeof data.countries === "object" && Array.isArray(data.empty);

export function* cases(data) {
  for (const [country, states] of Object.entries(data.countries)) {
    for (const [lang, name] of [
      ["it", "it"],
      ["en", "name"],
    ]) {
      const options = states.map((state) => ({ code: state.code, name: state[name] }));
      yield { id: `countries.${country} ${lang}`, call: "stateField", args: [country, lang], expect: { kind: "select", options } };
    }
    for (const { code } of states) {
      yield { id: `countries.${country} ${code} is kept`, call: "stateAfterCountryChange", args: [country, country, code], expect: code };
    }
  }
  for (const country of data.empty) {
    yield { id: `empty ${country}`, call: "stateField", args: [country, "it"], expect: { kind: "hidden" } };
  }
}
