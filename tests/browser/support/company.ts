// Companies that buy, made past the shop.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const SCRIPT = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=30)
email, name = sys.argv[2:]
db.execute("INSERT INTO customer_roles (slug, is_trade, position, terms) VALUES ('ristorazione', 1, 1, '{}') ON CONFLICT (slug) DO NOTHING")
db.execute("INSERT INTO companies (owner_id, role_id, approval, name, country, content, created_at) SELECT c.id, r.id, 'approved', ?, 'IT', '{}', 0 FROM customers c, customer_roles r WHERE c.email = ? AND r.slug = 'ristorazione'", (name, email))
db.execute("UPDATE customers SET company_id = (SELECT id FROM companies WHERE name = ?) WHERE email = ?", (name, email))
db.commit()
`;

/** Makes the account with an address an approved company's main one. */
export function makeCompany(folder: string, email: string, name: string): void {
  execFileSync("python3", ["-c", SCRIPT, join(folder, "data/shop.db"), email, name], { stdio: ["ignore", "ignore", "inherit"] });
}
