// Names for the shapes of the server's API. schema.d.ts is generated from openapi.json, which the server's code writes.

import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];

export type Problem = Schemas["Problem"];
export type FieldProblem = Schemas["FieldProblem"];
export type Me = Schemas["Me"];
export type Dashboard = Schemas["DashboardView"];
export type DayRevenue = Schemas["DayView"];
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
export type OpenRefund = Schemas["OpenRefund"];
export type NewRefund = Schemas["NewRefund"];
export type CouponList = Schemas["CouponList"];
export type CouponDetail = Schemas["CouponDetail"];
export type CouponFields = Schemas["CouponFields"];
export type BulkCoupons = Schemas["BulkCoupons"];
export type NamedEntry = Schemas["NamedEntry"];
export type CustomerList = Schemas["CustomerList"];
export type CustomerDetail = Schemas["CustomerDetail"];
export type CreditList = Schemas["CreditList"];
export type CreditDetail = Schemas["CreditDetail"];
export type IssueCredits = Schemas["IssueCredits"];
export type Issued = Schemas["Issued"];
export type Withdrawal = Schemas["Withdrawal"];
export type Made = Schemas["Made"];
export type MailList = Schemas["MailList"];
export type MailRow = Schemas["MailRow"];
export type MailDetail = Schemas["MailDetail"];
export type ReviewList = Schemas["ReviewList"];
export type ReviewRow = Schemas["ReviewRow"];
