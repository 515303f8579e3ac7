// Empty answers of the server for tests, made from the API's description, so that a sample says only what its test is about.

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

/** An answer in which every text and list is empty, every number 0 and every mark off. What may be missing is `null`. */
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
