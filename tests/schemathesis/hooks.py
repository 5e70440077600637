"""
What is there already, in the place of most of what was made up: a name that nobody has shows nothing but 404. Of every
three bodies one is known to be good, one names a model that is there, and one stays as it was made up.
"""

import atexit
import collections
import json
import os

import schemathesis

KNOWN = json.loads(os.environ["FISHBOWL_KNOWN"])
# How often each operation answered with which status, and how often it was called.
STATUSES = collections.Counter()
CALLS = collections.Counter()


def without_tuples(schema):
    """It reads `prefixItems` as `items` of an earlier draft, which it then takes for no schema: any of them, at any place."""
    if isinstance(schema, dict):
        if "prefixItems" in schema:
            schema["items"] = {"anyOf": schema.pop("prefixItems")}
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            without_tuples(part)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Frames of streams are described by their data, which this tool reads otherwise; our own suite holds them to it."""
    without_tuples(raw_schema)
    for path in raw_schema["paths"].values():
        for operation in path.values():
            for response in operation.get("responses", {}).values() if isinstance(operation, dict) else []:
                response.get("content", {}).get("text/event-stream", {}).pop("schema", None)


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    deletes = case.operation.method.upper() == "DELETE"
    # It also deletes what it was told of before: whoever the others are tried with stays.
    if deletes and path in KNOWN["deletes"]:
        case.path_parameters = KNOWN["deletes"][path]
    if case.path_parameters and not deletes:
        known = next((ids for start, ids in KNOWN["paths"].items() if path.startswith(start)), {})
        case.path_parameters = {name: known.get(name, value) for name, value in case.path_parameters.items()}
    if path == "/mcp":
        case.headers = {**(case.headers or {}), "Accept": "application/json, text/event-stream"}
    operation = f"{case.operation.method.upper()} {path}"
    case.query = KNOWN["queries"].get(operation, case.query)
    CALLS[operation] += 1
    if not isinstance(case.body, dict):
        return
    turn = CALLS[operation] % 3
    if turn == 0 and operation in KNOWN["bodies"]:
        case.body = KNOWN["bodies"][operation]
    elif turn == 1 and "model" in case.body and path.startswith("/v1/"):
        case.body = {**case.body, "model": KNOWN["model"]}


@schemathesis.hook
def after_call(context, case, response):
    STATUSES[f"{case.operation.method.upper()} {case.operation.path} {response.status_code}"] += 1


@atexit.register
def tell():
    with open(os.environ["FISHBOWL_STATUSES"], "w", encoding="utf-8") as file:
        json.dump(STATUSES, file)
