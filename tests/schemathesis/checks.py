"""What is checked beyond schemathesis' own checks."""

import re

import schemathesis

# A refusal with one of these says that the request is not of the described form. What a rule refuses has other codes.
MALFORMED = {
    "body_invalid",
    "rest_invalid_json",
    "rest_invalid_type",
    "rest_missing_callback_param",
    "rest_not_in_enum",
    "rest_out_of_bounds",
    "rest_too_many_items",
    "rest_invalid_date",
}


# Which ways to pay there are is the merchant's choice, and no part of the description.
BY_SHOP = {("payment_method", "rest_not_in_enum")}


def codes(problem):
    """The codes of a refusal, and those by field that the store API has within."""
    details = (problem.get("data") or {}).get("details")
    within = details.items() if isinstance(details, dict) else []
    return {problem.get("code"), *(one.get("code") for name, one in within if (name, one.get("code")) not in BY_SHOP)}


@schemathesis.check
def described_requests_are_understood(ctx, response, case):
    """What the description allows may be refused by a rule, but never as malformed."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or not 400 <= response.status_code < 500:
        return
    try:
        problem = response.json()
    except ValueError:
        return
    found = MALFORMED & codes(problem) if isinstance(problem, dict) else None
    assert not found, f"a request as described was refused as malformed: {', '.join(sorted(found))}"


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Empty entries of a list in the query are no entries, as on the platform: a list of nothing else is not refused."""
    wrong = re.findall(r"Invalid component: parameters? (.*) in query", failure.message)
    names = [name for listed in wrong for name in re.findall("`([^`]*)`", listed)]
    values = [(case.query or {}).get(name) for name in names]
    return not values or not all(isinstance(value, list) and not any(value) for value in values)
