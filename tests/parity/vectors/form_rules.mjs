// Single values of form fields, one array of { value, valid } a rule.
const arrays = {
  checkout_email: (value) => ({ call: "checkEmail", args: ["checkout", value] }),
  capture_email: (value) => ({ call: "checkEmail", args: ["capture", value] }),
  quote_email: (value) => ({ call: "checkEmail", args: ["quote", value] }),
  phone: (value) => ({ call: "checkPhone", args: [value] }),
  subaccount_username: (value) => field("username", value),
  subaccount_password: (value) => field("password", value),
};

/** One field of a sub-account form whose other fields are right. */
function field(name, value) {
  const form = { username: "cucina.rossi", email: "cucina@esempio.it", password: "abcdefg1", [name]: value };
  return { call: "subaccountErrors", args: [form], of: (errors) => errors.length === 0 };
}

/** Whether a parsed file has this format. */
export const fits = (data) => Object.keys(arrays).some((name) => Array.isArray(data[name]));

/** The cases of all arrays that the file has. */
export function* cases(data) {
  for (const [name, question] of Object.entries(arrays)) {
    for (const [at, { value, valid }] of (data[name] ?? []).entries()) {
      yield { id: `${name}[${at}] ${value}`, expect: valid, of: (answer) => answer, ...question(value) };
    }
  }
}
