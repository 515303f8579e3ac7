// Empty server responses for tests, generated from the OpenAPI document, so that a sample states only what its test is about.

import { readFileSync } from "node:fs";
import type { components } from "@bottega/admin-api";

type Schemas = components["schemas"];

interface Schema {
  $ref?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  type?: string | string[];
}

const description = JSON.parse(readFileSync("pkg/admin-api/openapi.json", "utf8")) as {
  components: { schemas: Record<string, Schema> };
};

/** Returns a response with empty strings and lists, zeros and `false`; nullable fields are `null`. */
export function blank<Name extends keyof Schemas>(name: Name): Schemas[Name] {
  return blankOf({ $ref: `#/components/schemas/${name}` }) as Schemas[Name];
}

function blankOf(schema: Schema): unknown {
  const named = schema.$ref && description.components.schemas[schema.$ref.split("/").pop() ?? ""];
  if (named) return blankOf(named);
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return Object.fromEntries(fields.map(([name, field]) => [name, blankOf(field)]));
  }
  if (schema.enum) return schema.enum[0];
  return (
    { array: [], boolean: false, integer: 0, number: 0, object: {}, string: "" }[String(schema.type)] ?? null
  );
}
