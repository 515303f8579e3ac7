// Names for the shapes of the server's API. schema.d.ts is generated from openapi.json, which the server's code writes.

import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];

export type Problem = Schemas["Problem"];
export type FieldProblem = Schemas["FieldProblem"];
export type Me = Schemas["Me"];
export type OrderList = Schemas["OrderList"];
export type OrderRow = Schemas["OrderRow"];
export type OrderDetail = Schemas["OrderDetail"];
export type OrderLine = Schemas["OrderLine"];
export type OrderEvent = Schemas["Event"];
export type StatusChange = Schemas["StatusChange"];
export type NewNote = Schemas["NewNote"];
export type ProductList = Schemas["ProductList"];
export type ProductRow = Schemas["ProductRow"];
export type ProductDetail = Schemas["ProductDetail"];
export type VariationDetail = Schemas["VariationDetail"];
export type ProductChange = Schemas["ProductChange"];
export type VariationChange = Schemas["VariationChange"];
export type MailList = Schemas["MailList"];
export type MailRow = Schemas["MailRow"];
export type MailDetail = Schemas["MailDetail"];
