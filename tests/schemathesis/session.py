"""Prints what proves to a shop who asks, as lines for `export`: session.py URL LOGIN PASSWORD"""

import json
import shlex
import sys
import urllib.request

STORE = "/wp-json/wc/store/v1"


def send(url, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    sent = {"Content-Type": "application/json"} if data else {}
    with urllib.request.urlopen(urllib.request.Request(url, data, {**sent, **(headers or {})})) as answer:
        return json.load(answer), answer.headers


def back_office(url, login, password):
    me, headers = send(f"{url}/api/admin/login", {"login": login, "password": password})
    cookie = headers["Set-Cookie"].split(";")[0]
    return {"ADMIN_SESSION": cookie.split("=", 1)[1], "ADMIN_NONCE": me["nonce"]}


def visitor(url):
    """A visitor with something in the cart, whose line and product requests can name."""
    _, headers = send(f"{url}{STORE}/cart")
    token = headers["Cart-Token"]
    products, _ = send(f"{url}{STORE}/products?type=simple&stock_status=instock&orderby=id&order=asc")
    product = next(one["id"] for one in products if one["is_purchasable"])
    cart, headers = send(f"{url}{STORE}/cart/add-item", {"id": product, "quantity": 1}, {"Cart-Token": token})
    return {"CART_TOKEN": headers["Cart-Token"], "CART_KEY": cart["items"][0]["key"], "PRODUCT": str(product)}


url, login, password = sys.argv[1:]
for name, value in {**back_office(url, login, password), **visitor(url)}.items():
    print(f"export {name}={shlex.quote(value)}")
