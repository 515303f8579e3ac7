"""Asks the live search of the bulk order form as a trade buyer does, one question after the other, for `scripts/bench`.

    bulk-search.py URL DATABASE SECONDS     prints DONE, MEDIAN_MS, P95_MS

The buyer registers in the shop's form and opens the link of its message; the company is written into the (SQLite) database, as how
one comes to be is not what is measured.
"""

import http.cookiejar
import json
import re
import sqlite3
import statistics
import sys
import time
import urllib.parse
import urllib.request

url, database, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
EMAIL, PASSWORD = "ingrosso@example.com", "Tartufo-blu-e-7-sedie"
WORDS = ["ol", "oli", "olio", "olio li", "tart", "tartufo", "miele", "caffe", "pasta", "zzzz"]
# Below what an account may ask in ten seconds.
PAUSE_S = 0.18

opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def get(path, accept="text/html"):
    return opener.open(urllib.request.Request(url + path, headers={"Accept": accept})).read().decode()


def post(path, fields):
    return opener.open(url + path, urllib.parse.urlencode(fields).encode()).read().decode()


nonce = re.search(r'name="woocommerce-register-nonce" value="([^"]+)"', get("/my-account/")).group(1)
post("/my-account/", {"email": EMAIL, "password": PASSWORD, "woocommerce-register-nonce": nonce, "register": "1"})
shop = sqlite3.connect(database, timeout=20)
(text,) = shop.execute("SELECT body_text FROM outbox WHERE recipient = ? ORDER BY id DESC", [EMAIL]).fetchone()
link = urllib.parse.urlsplit(re.search(r"https?:\S+\?key=\w+", text).group(0))
get(f"{link.path}?{link.query}")
shop.execute("INSERT INTO customer_roles (slug, is_trade, position, terms) VALUES ('bench', 1, 9, '{}')")
shop.execute(
    "INSERT INTO companies (owner_id, role_id, approval, name, country, content, created_at) SELECT c.id, r.id, 'approved', "
    "'Bench', 'IT', '{}', 0 FROM customers c, customer_roles r WHERE c.email = ? AND r.slug = 'bench'",
    [EMAIL],
)
shop.execute("UPDATE customers SET company_id = (SELECT MAX(id) FROM companies) WHERE email = ?", [EMAIL])
shop.commit()
page = json.loads(get("/my-account/bulkorder/", "application/vnd.bottega.page+json"))
token = page["page"]["trade_token"]

times_ms, end = [], time.monotonic() + seconds
while time.monotonic() < end or len(times_ms) < len(WORDS):
    for by in ("productname", "sku", "category"):
        fields = {"action": "b2bking_ajax_search", "security": token, "searchby": by}
        fields["searchValue"] = WORDS[len(times_ms) % len(WORDS)]
        begun = time.monotonic()
        post("/wp-admin/admin-ajax.php", fields)
        times_ms.append((time.monotonic() - begun) * 1000)
        time.sleep(PAUSE_S)
times_ms.sort()
print(len(times_ms), f"{statistics.median(times_ms):.1f}", f"{times_ms[int(len(times_ms) * 0.95)]:.1f}")
