"""Draws the pictures of the seed catalogue. See README.md."""
import argparse, csv, io, json, os, pathlib, re, sys, time, types
from concurrent.futures import ProcessPoolExecutor
import numpy as np, resvg_py
from PIL import Image
import math
from kit import *
from objects import *

HERE = pathlib.Path(__file__).resolve().parent
SEED = HERE.parent / "seed"
OUT = SEED / "images"
LIMIT = 69_000

ACCENTS = {
    "CAV": ["#1f3a44", "#26324a", "#173c3a", "#3a2f45", "#20262e"], "BOT": ["#8e4a1c", "#7a3a22", "#a0621e", "#2f4f5a"], "TAR": ["#3b2f2a", "#5a4632", "#46523a", "#4a2f3a"],
    "PAS": ["#2f4b6e", "#7d3428", "#3f5f4a", "#a8702a", "#4a3a5e", "#23566a"], "RIS": ["#3f5f4a", "#7d3428", "#2b2a2e"], "CER": ["#7a5a26", "#a8702a", "#4a5a30", "#8e3f2a"],
    "OLI": ["#55622f", "#3d5a3a", "#77702a", "#2f4a44", "#6a7a2a"], "ACE": ["#4a2331", "#5a2a24", "#8a7a3e", "#6a2432"], "FOR": ["#8a6420", "#2f3f36", "#7a4426", "#3f5a6a", "#9a5a2e", "#32506a"],
    "SAL": ["#7b2d2a", "#5a2430", "#8e4a26", "#34402f", "#6a3a2a"], "CON": ["#23566a", "#a63d2a", "#3f5f3a", "#7a5a22", "#8a3a4a", "#2f4560"], "DOL": ["#4a2e22", "#8a3f46", "#2f5a5a", "#7a5a2a", "#5a3a5e", "#a0562e"],
    "MIE": ["#8a5a12", "#5a3a1e", "#9a3a34", "#7a4a6a", "#4f5f2e"], "VIN": ["#571f2b", "#2f3a2f", "#7a5a22", "#3a2a44", "#6a2a22"], "CAF": ["#3a2a20", "#7d2f26", "#2a4458"], "TE-": ["#3f5f4a", "#2a4458", "#7a6a2a"],
    "CES": ["#2f4a3c", "#7b2d2a", "#1f3a44", "#8a5a2a", "#8a4a52"], "BUO": ["#6b2e3a", "#1f3a44"], "COR": ["#1f3a44", "#55622f"], "RIC": ["#7d3428"],
}
ICONS = {"CAV": ["fish", "wave"], "BOT": ["fish", "wave"], "TAR": ["leaf", "mountain"], "PAS": ["wheat", "sun"], "RIS": ["wheat"], "CER": ["wheat", "mountain"], "OLI": ["branch"], "ACE": ["grape"],
         "FOR": ["mountain", "sun"], "SAL": ["tower", "star"], "CON": ["sun", "branch"], "DOL": ["star", "tower"], "MIE": ["bee"], "VIN": ["grape", "tower"], "CAF": ["sun"], "TE-": ["leaf"], "CES": ["star"], "BUO": ["star"], "COR": ["star"], "RIC": ["leaf"]}
SEA = {"CON-ACC", "CON-TON", "CON-COL", "CON-SGO", "CON-SCA"}
BACK = [("#f3eadb", "#e2cfb0"), ("#ebe5d6", "#d4c7aa"), ("#f0e2d2", "#dcc0a0"), ("#e6e6da", "#cbc9b2"), ("#f1e5dd", "#dcc3b2"), ("#e6e4de", "#cbc4b6"), ("#efe7cf", "#dcc99a"), ("#e2e5e1", "#c3c8bf")]
DEEP = [("#2f4844", "#24352f"), ("#5a2a2c", "#431d20"), ("#2a3646", "#1f2834"), ("#4a3524", "#36261a")]

def back(sc, n, horizon=760, deep=False):
    wall, table = (DEEP if deep else BACK)[n % len(DEEP if deep else BACK)]
    w, h = sc.w, sc.h
    sc.add(R(0, 0, w, h, fill=wall), R(0, 0, w, h, fill=sc.rad([(0, "#fffaf0", .85 if not deep else .22), (.6, "#fffaf0", 0), (1, "#4a2c10", .16)], .26, .2, .95)))
    sc.add(f'<g filter="{sc.blur(3)}">', R(-20, horizon, w + 40, h, fill=sc.lin([(0, dark(table, .10), 1), (.35, table, 1), (1, light(table, .18), 1)], 0, 0, 0, 1)), "</g>")
    sc.add(R(0, horizon - 46, w, 50, fill=sc.lin([(0, "#5a3a1e", 0), (1, "#5a3a1e", .13)], 0, 0, 0, 1)))
    sc.add(R(0, horizon, w, h - horizon, fill=sc.rad([(0, "#fff6e2", .4), (1, "#4a2c10", .16)], .4, .3, .8)))

def top_back(sc, n, cloth=None):
    wall, table = BACK[n % len(BACK)]
    w, h = sc.w, sc.h; rng = sc.rng
    sc.add(R(0, 0, w, h, fill=table))
    wood = n % 3
    if wood == 0:  # boards
        for k in range(5):
            c = jitter(mix(table, "#a87c4c", .42), rng, .03)
            sc.add(R(0, k * h / 5, w, h / 5 - 3, fill=c))
            for _ in range(9):
                yy = k * h / 5 + rng.uniform(8, h / 5 - 10); sc.add(P(f"M0 {yy} C{w * .3} {yy + rng.uniform(-14, 14)} {w * .6} {yy + rng.uniform(-14, 14)} {w} {yy + rng.uniform(-6, 6)}", stroke=dark(c, .25), stroke_width=rng.uniform(1, 3), fill="none", opacity=.28))
            sc.add(R(0, (k + 1) * h / 5 - 4, w, 5, fill="#3a2410", opacity=.35))
    elif wood == 1:  # marble
        sc.add(R(0, 0, w, h, fill="#ece7de"))
        for _ in range(11):
            a, b = rng.uniform(0, w), rng.uniform(-100, h)
            sc.add(P(f"M{a} {b} q{rng.uniform(-160, 160)} {rng.uniform(60, 160)} {rng.uniform(-60, 260)} {rng.uniform(140, 300)} t{rng.uniform(-100, 300)} {rng.uniform(100, 300)}", stroke="#9a948c", stroke_width=rng.uniform(2, 12), fill="none", opacity=rng.uniform(.08, .2), filter=sc.blur(5)))
    else:
        sc.add(R(0, 0, w, h, fill=sc.lin([(0, wall, 1), (1, table, 1)], 0, 0, 1, 1)))
    if cloth:  # folded linen in a corner
        d = f"M{w * .52} -20 L{w + 20} -20 V{h * .56} C{w * .9} {h * .46} {w * .82} {h * .5} {w * .76} {h * .36} C{w * .66} {h * .3} {w * .6} {h * .2} {w * .52} -20Z"
        sc.drop(P(d), 10, 16, 16, .3); sc.add(P(d, fill=cloth)); i = sc.clip(P(d))
        sc.add(f'<g clip-path="{i}">', "".join(P(f"M{w * (.6 + k * .09)} -20 q60 220 {60 + k * 34} {h * .62}", stroke=light(cloth, .4), stroke_width=16, fill="none", opacity=.45) for k in range(5)), P(f"M{w * .52} -20 C{w * .6} {h * .2} {w * .66} {h * .3} {w * .76} {h * .36} C{w * .82} {h * .5} {w * .9} {h * .46} {w + 20} {h * .56}", stroke=light(cloth, .6), stroke_width=9, fill="none", stroke_dasharray="26 12", transform="translate(22 -26)"), "</g>")
    sc.add(R(0, 0, w, h, fill=sc.rad([(0, "#fffaf0", .4), (.55, "#fffaf0", 0), (1, "#3a2008", .26)], .3, .24, .95)))

# ---- what each kind of product is made of, for plates and close views: piece, colours, size, count
FOOD = {
    "caviar": ("pearl", ["#3b3a33", "#4a4639", "#2f302e"], 30, 0), "roe": ("roe", ["#e9772a", "#ef8a38"], 60, 150), "bottarga": ("bottarga_slice", ["#c9822b", "#d6953c", "#b86d1f"], 250, 17),
    "truffle_white": ("white_slice", ["#c9a983", "#bd9b74"], 220, 16), "truffle_black": ("truffle_slice", ["#4a352a", "#57402f"], 230, 16), "sack": ("rice", ["#f4ecd8", "#efe4cc"], 54, 420),
    "cheese_hard": ("cheese_chunk", ["#ecd28d", "#e6c878"], 170, 18), "cheese_wheel": ("cheese_chunk", ["#f0e0b4", "#ead6a2"], 170, 16), "cheese_blue": ("blue_chunk", ["#f1e8cc"], 200, 13),
    "ham": ("ham_slice", ["#c4625a", "#bd5850"], 330, 13), "culatello": ("ham_slice", ["#b04a48", "#a8403f"], 300, 13), "salami": ("salami_slice", ["#a8403a", "#b34a42"], 240, 15), "guanciale": ("guanciale_bit", ["#f6e6d6", "#f0dac6"], 120, 34),
    "chocbar": ("choc", ["#4a2a1c", "#3d2116"], 170, 17), "chocbox": ("gianduiotto", ["#c9a04e", "#b8903e", "#d6b064"], 190, 22), "cookies": ("cantuccio", ["#d9a55c", "#cf974c"], 270, 18), "torrone": ("nougat", ["#f2e6cf", "#efe0c4"], 210, 15),
    "coffee": ("bean", ["#4a2a18", "#3d2113", "#5a3620"], 74, 260), "teabox": ("tea", ["#3f4a2c", "#55603a", "#33301f"], 70, 420), "teatin": ("flower", ["#f0e6cf"], 90, 70), "olive": ("olive", ["#4a2f38", "#5d4030", "#6b5a33"], 90, 70),
    "tomatotin": ("tomato", ["#c8391f", "#d24a27"], 190, 17), "honey": ("almond", ["#b0763c"], 100, 20),
}
PASTA_C = "#e6bd6a"

def product(row, looks, rank):
    sku = row["SKU"]; pre = sku[:3]
    p = types.SimpleNamespace(sku=sku, row=row, look=looks[sku])
    p.kind = p.look["kind"]; s = seed_of(sku)
    ac = ACCENTS[pre]; p.accent = ac[rank % len(ac)]
    p.style = (0, 1, 3, 0, 2)[(rank + s) % 5]
    ic = ICONS[pre]; p.icon = "fish" if sku in SEA else ic[rank % len(ic)]
    p.title = short_title(row["Name"])
    prod = row["Meta: producer"].split(",")[0]
    p.sub = region(row) or "Bottega"
    if sku == "ACE-BIA": p.style = 0
    p.foot = net_text(row) or "Bottega"
    p.n = s; p.producer = prod
    return p

def short_title(n):
    n = re.sub(r"\s*\(.*?\)|, .*$", "", n)
    n = re.sub(r"\b20\d\d$", "", n).strip()
    return n[0].upper() + n[1:] if not n.startswith("’") else n

def region(row):
    for i in range(1, 5):
        if row[f"Attribute {i} name"] == "Regione": return row[f"Attribute {i} value(s)"]
    return ""

def net_text(row):
    g, ml = row["Meta: net_weight_g"], row["Meta: net_volume_ml"]
    for i in range(1, 5):
        if row[f"Attribute {i} name"] == "Formato": return (row[f"Attribute {i} default"] or row[f"Attribute {i} value(s)"].split(",")[0]).strip()
    return f"{g} g" if g else f"{ml} ml" if ml else ""

def pasta_c(p): return {"black": "#2b292b"}.get(p.look.get("colour")) or {"PAS-GRA": "#b98548", "PAS-TAJ": "#eeb944", "PAS-TAG": "#e9b54e", "PAS-FRE": "#c98f4a", "PAS-PIZ": "#8a6a4c"}.get(p.sku, PASTA_C)
CAVC = {"CAV-CROC": "#2e2a28", "CAV-OSC": "#6a5230", "CAV-SIB": "#2b2a2a", "CAV-BIA": "#55585a", "CAV-BEL": "#7d8284"}
HON = {"pale": "#e9bb4e", "dark": "#6f3a12", "amber": "#b9701c", "set": "#e3c27a"}
JAM = {"apricot": "#d9822b", "fig": "#6a3038", "orange": "#d98a26", "mixed": "#c98a3a"}
SACKP = {"RIS-CAR": ("rice", ["#f4ecd8", "#efe4cc"]), "RIS-VIA": ("rice", ["#f4ecd8", "#efe4cc"]), "RIS-NER": ("rice", ["#2b2530", "#3a3036"]), "CER-FAR": ("farro", ["#b98a54", "#a87a44"]), "CER-POL": ("polenta", ["#e8b53c", "#e0a82e"]), "CER-LEN": ("lentil", ["#8a8a4a", "#7a6a3a", "#a09454"])}

def oregano(sc, x, y, s, rot, c="#7d8450"):
    """A dried sprig: thin stem, tiny leaves in pairs, tufted heads."""
    rng = sc.rng; sc.add(f'<g transform="rotate({rot:.1f} {x:.0f} {y:.0f})">', P(f"M{x} {y} q{s * .03} {-s * .5} 0 {-s}", stroke="#8a7448", stroke_width=4.5, fill="none"))
    for k in range(26):
        t = .18 + .8 * k / 26; sg = 1 if k % 2 else -1; X = x + s * .03 * math.sin(t * 3); Y = y - s * t
        if t > .62:
            q = s * (.05 + .07 * (1 - t)); sc.add(P(f"M{X} {Y} l{sg * q} {-q * .7}", stroke="#8a7448", stroke_width=2.5), "".join(E(X + sg * q + rng.uniform(-11, 11), Y - q * .7 + rng.uniform(-12, 8), rng.uniform(3, 7), rng.uniform(3, 6), fill=jitter(rng.choice(["#a39a6a", "#8a8a52", "#b5a984", "#9a8a7a"]), rng, .05)) for _ in range(9)))
        else: sc.add(f'<ellipse cx="{X + sg * 17:.0f}" cy="{Y - 5:.0f}" rx="{rng.uniform(12, 18):.0f}" ry="{rng.uniform(5, 8):.0f}" fill="{jitter(c, rng, .07)}" transform="rotate({-sg * rng.uniform(15, 45):.0f} {X + sg * 17:.0f} {Y - 5:.0f})"/>')
    sc.add("</g>")

def herb(sc, x, y, s, rot=0, c="#6f7d46"):
    sc.add(f'<g transform="rotate({rot} {x} {y})">', P(f"M{x} {y} q{s * .1} {-s * .5} 0 {-s}", stroke=dark(c, .2), stroke_width=s * .025, fill="none"))
    for k in range(9):
        t = k / 9; sg = 1 if k % 2 else -1
        sc.add(f'<ellipse cx="{x + s * .05 + sg * s * .11:.1f}" cy="{y - s * t - s * .08:.1f}" rx="{s * .12 * (1 - t * .4):.1f}" ry="{s * .05 * (1 - t * .3):.1f}" fill="{jitter(c, sc.rng, .06)}" transform="rotate({-sg * 30} {x + s * .05 + sg * s * .11:.1f} {y - s * t - s * .08:.1f})"/>')
    sc.add("</g>")

def hero_object(sc, p, x=600, y=985, k=1.0):
    """The pack or the product itself, standing at x, y."""
    kd, lk = p.kind, p.look; col = lk.get("colour"); K = lambda v: v * k
    if kd == "caviar": caviar_tin(sc, p, x - K(70), y, K(290), CAVC.get(p.sku, "#3a3a36"), K(13))
    elif kd == "caviar_trio":
        q = vars(p)
        for dx, dy, c, r in ((-230, -120, "#6a5230", 190), (240, -100, "#e9772a", 190), (0, 20, "#4a4c4c", 240)): caviar_tin(sc, p, x + K(dx), y + K(dy), K(r), c, K(12), False)
    elif kd == "roe": jar(sc, p, x, y, K(500), K(500), "roe", "accent", .4)
    elif kd == "spoon":
        sc.add(f'<g transform="rotate(-32 {x} {y - 330})">'); d = f"M{x - 330} {y - 330} C{x - 330} {y - 430} {x - 120} {y - 420} {x - 70} {y - 345} L{x + 380} {y - 352} Q{x + 410} {y - 330} {x + 380} {y - 308} L{x - 70} {y - 315} C{x - 120} {y - 240} {x - 330} {y - 230} {x - 330} {y - 330}Z"
        sc.drop(P(d), 22, 30, 18, .4); sc.add(P(d, fill=sc.lin([(0, "#f7f1e8", 1), (.3, "#e3d9d8", 1), (.5, "#f6efe0", 1), (.7, "#d6dcda", 1), (1, "#efe2d2", 1)], 0, 0, 1, 1)))
        i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">', "".join(P(f"M{x - 360 + j * 40} {y - 440} q60 110 -10 240", stroke=sc.rng.choice(["#fff", "#d9c3d2", "#bcd3d0", "#f0dcb4"]), stroke_width=12, fill="none", opacity=.4) for j in range(20)), E(x - 205, y - 332, 96, 58, fill=sc.rad([(0, "#bdb4ac", .6), (1, "#fff", 0)])), "</g>")
        sc.add(scatter(sc, "pearl", x - 208, y - 336, 70, 26, "#3b3a36", 46, 40), "</g>")
    elif kd == "slicer":
        sc.add(f'<g transform="rotate(-18 {x} {y - 330})">'); b = R(x - 380, y - 440, 480, 220, rx=24)
        sc.drop(b, 22, 32, 20, .4); sc.add(R(x - 380, y - 440, 480, 220, rx=24, fill=sc.lin([(0, "#f1efea", 1), (.4, "#bcbab4", 1), (.6, "#e9e7e1", 1), (1, "#8f8d87", 1)], 0, 0, 1, 1)), P(f"M{x - 190} {y - 420} " + " ".join(f"q12 9 0 18 q-12 9 0 18" for _ in range(5)), stroke="#5f5d58", stroke_width=14, fill="none"), P(f"M{x - 176} {y - 420} " + " ".join("q12 9 0 18 q-12 9 0 18" for _ in range(5)), stroke="#fff", stroke_width=5, fill="none", opacity=.8))
        wd = "#a8713c"; sc.add(R(x + 90, y - 400, 330, 140, rx=64, fill=sc.lin([(0, light(wd, .4), 1), (.5, wd, 1), (1, dark(wd, .4), 1)], 0, 0, 0, 1)), "".join(P(f"M{x + 110} {y - 380 + j * 16} q140 {sc.rng.uniform(-16, 16)} 290 0", stroke=dark(wd, .4), stroke_width=3, fill="none", opacity=.4) for j in range(7)), *[E(x + q, y - 330, 11, 11, fill="#d9c28c") for q in (160, 350)], E(x - 20, y - 330, 34, 34, fill=metal(sc, GOLD)), "</g>")
        for dx, dy, r in ((-230, -40, 150), (-60, 30, 110)): sc.add(piece(sc, "truffle_slice", x + dx, y + dy, r * 1.3, "#4a352a", sc.rng))
        truffle(sc, x + 210, y - 50, 120, "#3a2c24", True)
    elif kd == "bottarga": (bottarga(sc, p, x - K(20), y - K(230), K(740), K(215), "#6a3218" if col == "dark" else "#a8581a"),
        sc.add("".join(piece(sc, "bottarga_slice", x - K(250) + j * K(105), y + K(40) + (j % 2) * K(22), K(175), "#8e4a22" if col == "dark" else "#c97a26", sc.rng) for j in range(4))))
    elif kd == "truffle_white":
        for dx, dy, r in ((190, -270, 160), (-190, -190, 215), (150, -95, 130)): truffle(sc, x + K(dx), y + K(dy), K(r), "#c9a574", False)
        price_flag(sc, p, x - K(120), y - K(420), K(330))
    elif kd == "truffle_black":
        c = "#4a3a2e" if p.sku == "TAR-EST" else "#33271f"
        for dx, dy, r in ((200, -250, 165), (-180, -190, 210), (140, -80, 130)): truffle(sc, x + K(dx), y + K(dy), K(r), c, True)
        sc.add(piece(sc, "truffle_slice", x + K(330), y + K(20), K(170), "#b79a72" if p.sku == "TAR-EST" else "#4d382b", sc.rng)); price_flag(sc, p, x - K(120), y - K(410), K(330))
    elif kd == "jar":
        f = lk.get("fill", "green"); tall = f in ("mixed", "tomato", "green", "aubergine", "dried"); w = 430 if tall else 460; h = 640 if tall else 520
        if p.sku == "CON-ACC": w, h = 380, 600
        jar(sc, p, x, y, K(w), K(h), f, ("gold", "black", "white", "accent")[p.n % 4], .42)
    elif kd == "pot": pot(sc, p, x, y, K(600), K(430), "#f0dc9c")
    elif kd in ("pasta_long",): pasta_bag(sc, p, x, y, K(440), K(780), "long", pasta_c(p))
    elif kd == "pasta_short": pasta_bag(sc, p, x, y, K(500), K(740), p.look["shape"], pasta_c(p))
    elif kd == "pasta_nest": pasta_bag(sc, p, x, y, K(520), K(700), "nest", pasta_c(p))
    elif kd == "pasta_trio":
        for dx, dy, w, sh, a, kk in ((-270, -40, 350, "paccheri", "#7d3428", .9), (270, -40, 350, "mezze", "#3f5f4a", .9), (0, 30, 350, "long", "#2f4b6e", 1)):
            q = types.SimpleNamespace(**vars(p)); q.accent = a; q.title = {"paccheri": "Paccheri di Gragnano", "mezze": "Mezze maniche", "long": "Spaghettoni di Gragnano"}[sh]; q.foot = "500 g"; pasta_bag(sc, q, x + K(dx), y + K(dy), K(w), K(640 * kk), sh, PASTA_C)
    elif kd == "sack":
        pc = SACKP[p.sku]; sack(sc, p, x, y - K(20), K(560), K(720), pc[0], pc[1])
    elif kd == "oil":
        g, lq = {"lemon": ("#e6e0b0", "#d9c02e"), "chili": ("#e0b890", "#c2661c")}.get(col, (["#2e3a1e", "#1f2a20", "#3a4420", "#26302a"][p.n % 4], None))
        if p.n % 3 == 1 and not lq: bottle(sc, p, x, y, K(330), K(790), g, .3, .12, .7, p.accent, .12, (.36, .34), lq)
        else: bottle(sc, p, x, y, K(250 if not lq else 230), K(820), g, .34, .14, .68, p.accent, .14, (.34, .36), lq)
    elif kd == "oil_trio":
        for dx, dy, w, h, g, a, t in ((-250, -40, 210, 700, "#3a4420", "#77702a", "Taggiasca"), (250, -40, 210, 700, "#1f2a20", "#2f4a44", "Toscano"), (0, 20, 230, 780, "#2e3a1e", "#55622f", "Nocellara del Belice")):
            q = types.SimpleNamespace(**vars(p)); q.accent, q.title, q.foot = a, t, "500 ml"; bottle(sc, q, x + K(dx), y + K(dy), K(w), K(h), g, .34, .14, .68, a, .14, (.34, .36))
    elif kd == "vinegar":
        g, lq = {"white": ("#e9e2c0", "#e0c05a"), "red": ("#d9b0a0", "#7a1f26")}.get(col, ("#3a1f18", None)); bottle(sc, p, x, y, K(270), K(760), g, .32, .16, .6, None if lq else p.accent, .12, (.3, .34), lq, cork=bool(lq))
    elif kd == "balsamic": balsamic(sc, p, x, y, K(520), K(700))
    elif kd == "cruet": bottle(sc, p, x, y, K(220), K(660), "#e6d2a0", .34, .16, .58, None, .1, (.3, .36), "#b5651d", cork=True)
    elif kd == "passata": bottle(sc, p, x, y, K(290), K(740), "#e6cfc0", .4, .16, .64, "#c4a15c", .09, (.34, .36), "#b5301c")
    elif kd in ("cheese_hard", "cheese_blue", "cheese_soft"):
        a = {"cheese_hard": ("#ecd290", "#b98a3e", "hard"), "cheese_blue": ("#f2ead2", "#b9a684", "blue"), "cheese_soft": ("#f4e6bc", "#cf9a78", "soft")}[kd]
        wedge(sc, p, x - K(10), y, K(760), K(540 if kd != "cheese_soft" else 400), *a)
    elif kd == "cheese_wheel": wheel(sc, p, x, y, K(760), K(410), "#f1e2b6" if col != "amber" else "#e6c98a", "#2b2624" if col == "black" else "#a8783c")
    elif kd == "cheese_pear": pear_cheese(sc, p, x, y, K(620), K(820), "#d9a548")
    elif kd == "cheese_board": board(sc, p, x, y)
    elif kd == "burrata": burrata(sc, p, x, y, K(700), lk.get("look") != "mozz"); price_flag(sc, p, x + K(210), y - K(480), K(330))
    elif kd == "ham": ham(sc, p, x - K(60), y - K(300), K(640))
    elif kd == "culatello": pear_cheese(sc, p, x, y, K(560), K(820), "#a86a4a")
    elif kd == "salami":
        if lk.get("look") == "nduja": salami(sc, p, x, y - K(170), K(700), K(260), "#a83a1e", True, False, -10, True)
        elif lk.get("look") == "wide": salami(sc, p, x, y - K(200), K(760), K(330), "#b0564c", False)
        else: salami(sc, p, x, y - K(190), K(880), K(210), "#a8403a")
    elif kd == "speck": slab(sc, p, x, y, K(760), K(330), "#9a3a34", "#f0d6c0", "#4a2a1c", 2)
    elif kd == "guanciale": slab(sc, p, x, y, K(680), K(330), "#c0655a", "#f6e6d6", "#8a6a4a", 1)
    elif kd == "mortadella": mortadella(sc, p, x + K(20), y, K(760), K(410))
    elif kd == "bag_bread":
        for j in range(16): sc.add(f'<g transform="rotate({-9 + j * 1.2} {x} {y})">', R(x - 130 + j * 17, y - 860 + sc.rng.uniform(-40, 40), 20, 700, rx=10, fill=sc.lin([(0, "#a8703a", 1), (.3, "#e9c48a", 1), (1, "#a06a34", 1)])), "".join(E(x - 120 + j * 17 + sc.rng.uniform(-8, 8), y - sc.rng.uniform(300, 850), 3, 5, fill="#f6e8c8") for _ in range(16)), "</g>")
        pasta_bag(sc, p, x, y, K(440), K(520), "long", "#d9a864")
    elif kd == "fishtin": fish_tin(sc, p, x, y - K(30), K(760), K(430))
    elif kd == "tomatotin":
        can(sc, p, x - K(40), y - K(10), K(430), K(560))
        for dx, dy, r in ((260, 10, 190), (360, -40, 150), (190, 60, 140)): sc.shadow(x + K(dx), y + K(dy) + K(r) * .36, K(r) * .4, K(r) * .1); sc.add(piece(sc, "tomato", x + K(dx), y + K(dy), K(r), "#c8391f", sc.rng))
    elif kd == "herbs":
        for j in range(17): oregano(sc, x - 60 + j * 8, y - 40, 740 + sc.rng.uniform(-110, 70), -21 + j * 2.7)
        sc.add(R(x - 90, y - 250, 180, 30, rx=12, fill="#b99a66"), P(f"M{x} {y - 235} q90 40 70 140 M{x} {y - 235} q-20 80 30 150", stroke="#b99a66", stroke_width=8, fill="none")); sc.add(lab(sc, p, x + 20, y - 190, 260, 220))
    elif kd == "chocbar":
        if lk.get("look") == "modica": choc_bar(sc, p, x - 60, y - 420, 440, 640); squares(sc, x + 60, y - 210, 4, 2, 105, "#4a2c1e")
        else: squares(sc, x + 40, y - 560, 3, 5, 118, "#3d2217"); choc_bar(sc, p, x - 110, y - 400, 460, 760)
    elif kd == "chocbox":
        box(sc, p, x - K(40), y, K(700), K(380), 120, None, (.2, .12, .6, .76)); sc.add(scatter(sc, "gianduiotto", x + K(120), y + K(70), K(260), K(150), ["#c9a04e", "#b8903e"], 7, K(60)))
    elif kd == "panettone":
        if lk.get("look") == "colomba":
            d = f"M{x} {y - 90} C{x - 120} {y - 60} {x - 420} {y - 60} {x - 440} {y - 260} C{x - 440} {y - 420} {x - 200} {y - 420} {x - 140} {y - 380} C{x - 160} {y - 560} {x - 60} {y - 640} {x} {y - 640} C{x + 60} {y - 640} {x + 160} {y - 560} {x + 140} {y - 380} C{x + 200} {y - 420} {x + 440} {y - 420} {x + 440} {y - 260} C{x + 420} {y - 60} {x + 120} {y - 60} {x} {y - 90}Z"
            sc.drop(P(d), 20, 34, 22, .42); sc.add(P(d, fill=p.accent, transform="translate(0 26)"), P(d, fill=sc.rad([(0, "#d9974e", 1), (.6, "#a8622a", 1), (1, "#6f3a16", 1)], .4, .35, .7))); i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">')
            for _ in range(150): sc.add(R(x + sc.rng.uniform(-430, 430), y - sc.rng.uniform(70, 640), 12, 11, rx=3, fill="#fbf4e4", opacity=.95))
            for _ in range(26): sc.add(piece(sc, "almond", x + sc.rng.uniform(-400, 400), y - sc.rng.uniform(100, 620), 62, "#b0763c", sc.rng))
            sc.add("</g>"); price_flag(sc, p, x, y - 190, 300)
        else: panettone(sc, p, x, y, K(600), K(690), **PAN.get(getattr(p, "variant", ""), {}))
    elif kd == "torrone":
        box(sc, p, x - 60, y - 90, 640, 330, 80); sc.add(f'<g transform="rotate(-4 {x} {y})">')
        for j in range(3): sc.add(piece(sc, "nougat", x - 210 + j * 215, y + 40 - (j % 2) * 14, 190, "#f3e7d0", sc.rng))
        sc.add("</g>")
    elif kd == "cookies":
        kk = "amaretto" if lk.get("look") == "amaretti" else "cantuccio"
        FIL = ["#d9b27c", "#cda068"] if kk == "amaretto" else ["#d9a55c", "#cf974c"]
        pasta_bag2(sc, p, x - 30, y - 40, 470, 680, kk, FIL); sc.add(scatter(sc, kk, x + 150, y + 60, 300, 150, FIL, 7, 40))
    elif kd == "honey": honey_jar(sc, p, x, y, K(520), K(560), HON[col])
    elif kd == "jam": honey_jar(sc, p, x, y, K(500), K(570), JAM[col], True)
    elif kd == "wine":
        g = {"red": "#1f2a20", "white": "#6f7a3a", "amber": "#a8742a"}[col]; bottle(sc, p, x, y, K(235), K(880), g, .34, .15 if col == "red" else .22, .6 if col == "red" else .5, p.accent if col == "red" else GOLD, .16, (.28, .32), "#d9a83a" if col == "amber" else None)
    elif kd == "sparkling": sparkling(sc, p, x, y, K(270), K(890))
    elif kd == "coffee": tin_box(sc, p, x, y, K(470), K(560), p.sku != "CAF-ARA"); sc.add(scatter(sc, "bean", x + K(230), y + K(60), K(210), K(46), ["#4a2a18", "#3d2113"], 26, K(36)))
    elif kd == "teatin": tin_box(sc, p, x, y, K(430), K(540))
    elif kd == "teabox": teabox(sc, p, x, y)
    elif kd in ("basket", "crate"): hamper(sc, p, x, y)
    elif kd == "giftbox": ribbon_box(sc, p, x - 30, y, 680, 440, p.accent, "#c9a25d" if lum(p.accent) < .4 else "#7b2d2a")
    elif kd == "voucher": voucher(sc, p, x, y)
    elif kd == "course": course(sc, p, x, y)
    elif kd == "book": book(sc, p, x, y)
    else: raise KeyError(kd)

PAN = {"cioccolato": dict(crumb="#e0b060", dome="#3d2116", fruit=("#2a1510", "#3d2116")), "pistacchio": dict(crumb="#c9c070", dome="#7d7a34", fruit=("#5a6a2a", "#9aa04a"))}

def pasta_bag2(sc, p, x, y, w, h, kind, cols):
    pasta_bag(sc, p, x, y, w, h, kind, cols[0])

def board(sc, p, x, y):
    wd = "#a8743e"; d = R(x - 460, y - 120, 920, 130, rx=60)
    sc.shadow(x, y, 470, 90, .4); sc.add(E(x, y - 50, 500, 110, fill=dark(wd, .3)), E(x, y - 70, 500, 110, fill=sc.lin([(0, light(wd, .3), 1), (1, wd, 1)], 0, 0, 1, 1)))
    q = types.SimpleNamespace(**vars(p))
    wedge(sc, q, x + 190, y - 110, 360, 300, "#f2ead2", "#b9a684", "blue", False); wedge(sc, q, x - 240, y - 100, 400, 330, "#f1e2b6", "#2b2624", "plain", False); wedge(sc, q, x + 20, y - 30, 380, 210, "#f4e6bc", "#cf9a78", "soft", False)
    for k in range(10): sc.add(f'<circle cx="{x + 330 + (k % 4) * 34 - (k // 4) * 10}" cy="{y - 70 + (k // 4) * 26}" r="22" fill="{sc.ball("#4a2a44")}"/>')
    price_flag(sc, p, x - 40, y - 420, 330)

def teabox(sc, p, x, y):
    c = "#c99d66"; w, h = 820, 470; X, Y = x - w / 2, y - h - 130
    sc.drop(R(X, Y, w, h, rx=14), 24, 36, 26, .4); sc.add(R(X, Y, w, h, rx=14, fill=sc.lin([(0, light(c, .35), 1), (1, dark(c, .15), 1)], 0, 0, 1, 1)))
    for j, (cols, kk, s) in enumerate(((["#2f2a20", "#4a4030"], "tea", 64), (["#f0e6cf"], "flower", 74))):
        bx = X + 34 + j * (w / 2 - 8); bw = w / 2 - 60
        sc.add(R(bx, Y + 34, bw, h - 68, rx=8, fill=dark(c, .6))); i = sc.clip(R(bx, Y + 34, bw, h - 68, rx=8)); sc.add(f'<g clip-path="{i}">', scatter(sc, kk, bx + bw / 2, Y + h / 2, bw * .62, s, cols, 420 if kk == "tea" else 90, h * .56), R(bx, Y + 34, bw, 60, fill=sc.lin([(0, "#000", .55), (1, "#000", 0)], 0, 0, 0, 1)), "</g>")
    sc.drop(R(x - 160, y - 190, 320, 230, rx=6), 8, 14, 12, .3); sc.add(lab(sc, p, x - 160, y - 190, 320, 230))

def hamper(sc, p, x, y):
    """Basket or crate with bottles, jars and boxes looking out."""
    crate = p.kind == "crate"; q = lambda **k: types.SimpleNamespace(**{**vars(p), **k})
    sc.shadow(x, y, 440, 110, .42)
    if not crate: wicker(sc, x, y - 20, 800, 300)
    base = y - 150
    if p.look.get("look") == "pasta":
        pasta_bag(sc, q(title="Spaghettoni", accent="#2f4b6e", foot="500 g"), x - 250, base, 250, 520, "long", PASTA_C); pasta_bag(sc, q(title="Paccheri", accent="#7d3428", foot="500 g"), x + 10, base, 270, 490, "paccheri", PASTA_C); bottle(sc, q(title="Nocellara", accent="#55622f", icon="branch", foot="500 ml"), x + 230, base, 140, 560, "#2e3a1e", .34, .14, .68, "#55622f"); can(sc, q(title="San Marzano", accent="#a63d2a", foot="400 g"), x + 340, base + 30, 170, 230)
    elif crate:
        sparkling(sc, q(title="Franciacorta", accent="#2f3a2f", icon="grape", foot="750 ml"), x - 290, base, 180, 640); panettone(sc, q(title="Panettone", accent="#7b2d2a", foot="1 kg"), x + 10, base + 20, 390, 470); honey_jar(sc, q(title="Miele", accent="#8a5a12", icon="bee", foot="400 g"), x + 310, base + 30, 210, 240, "#6f3a12"); 
    else:
        bottle(sc, q(title="Prosecco", accent="#7a5a22", icon="grape", foot="750 ml"), x - 230, base, 160, 620, "#2f3a24", .36, .26, .5, GOLD, .2, (.27, .28)); jar(sc, q(title="Olive", accent="#55622f", icon="branch", foot="180 g"), x - 40, base + 20, 210, 330, "olive"); salami(sc, q(title="Salame", accent="#7b2d2a", foot="350 g"), x + 170, base - 160, 460, 120, "#a8403a", True, True, -48); jar(sc, q(title="Acciughe", accent="#23566a", icon="fish", foot="90 g"), x + 290, base + 20, 170, 290, "anchovy")
    for _ in range(130):  # straw
        a = sc.rng.uniform(-390, 390); sc.add(P(f"M{x + a} {base + sc.rng.uniform(-6, 40)} q{sc.rng.uniform(-60, 60)} {sc.rng.uniform(-60, -10)} {sc.rng.uniform(-100, 100)} {sc.rng.uniform(-30, 30)}", stroke=sc.rng.choice(["#e0c284", "#d2ae68", "#ecd6a2"]), stroke_width=sc.rng.uniform(2, 5), fill="none"))
    if crate: crate_front(sc, p, x, y, 840, 220)
    else:
        wicker_front(sc, x, y, 860, 250); sc.add(P(f"M{x + 40} {y - 150} q30 30 20 70", stroke="#7b2d2a", stroke_width=6, fill="none")); sc.drop(R(x - 20, y - 140, 230, 180, rx=8), 8, 12, 10, .3); sc.add(lab(sc, p, x - 20, y - 140, 230, 180, rx=8))

def voucher(sc, p, x, y):
    am = re.search(r"\d+", p.row["Name"]).group(0); w, h = 860, 500; X, Y = x - w / 2, y - 690
    sc.add(f'<g transform="rotate(-5 {x} {y - 440})">'); env = R(X + 60, Y + 90, w, h, rx=10); sc.drop(env, 26, 34, 24, .36); sc.add(R(X + 60, Y + 90, w, h, rx=10, fill="#d9c39c"), P(f"M{X + 60} {Y + 100} L{x + 60} {Y + 420} L{X + w + 60} {Y + 100}", fill="none", stroke="#b99a66", stroke_width=5), "</g>")
    sc.add(f'<g transform="rotate(3 {x} {y - 440})">'); sc.drop(R(X, Y, w, h, rx=12), 14, 22, 18, .34)
    sc.add(R(X, Y, w, h, rx=12, fill=sc.lin([(0, light(p.accent, .14), 1), (1, dark(p.accent, .12), 1)], 0, 0, 1, 1)), R(X + 26, Y + 26, w - 52, h - 52, rx=6, fill="none", stroke=GOLD, stroke_width=3), R(X + 36, Y + 36, w - 72, h - 72, rx=4, fill="none", stroke=GOLD, stroke_width=1.2), emblem("branch", x, Y + 100, 130, GOLD), sc.text("Bottega", x, Y + 205, "Serif", 92, "#f6e9cf"), spaced(sc, "Buono regalo", x, Y + 258, 26, GOLD, w * .7), sc.text(f"{am} €", x, Y + 396, "Serif", 128, "#f6e9cf"), sc.text("cose buone, scelte da te", x, Y + 450, "SerifIt", 34, GOLD), "</g>")

def course(sc, p, x, y):
    if "OLI" in p.sku:
        for k, (g, h) in enumerate((("#b5a92e", 250), ("#8a9a2e", 280), ("#c9b53c", 250))):
            X, Y = x - 280 + k * 200, y - (k % 2) * 50; sc.shadow(X, Y, 80, 22, .36); d = f"M{X - 60} {Y - 150} C{X - 100} {Y - 60} {X - 70} {Y} {X} {Y} C{X + 70} {Y} {X + 100} {Y - 60} {X + 60} {Y - 150}Z"
            sc.add(P(d, fill="#24405a"), sc.round_shade(P(d)), E(X, Y - 150, 60, 16, fill="#18293a"), E(X, Y - 148, 46, 11, fill=g))
        bottle(sc, types.SimpleNamespace(**{**vars(p), "title": "N° 4", "foot": "alla cieca"}), x + 330, y - 60, 170, 560, "#2e3a1e", .34, .14, .68, p.accent)
    else:
        for k, c in enumerate(("#2b2a2a", "#6a5230", "#55585a", "#7d8284")): caviar_tin(sc, p, x - 290 + (k % 2) * 300, y - 200 + (k // 2) * 210, 135, c, 9, False)
        glass_of(sc, x + 340, y - 20, 620, "#e0c36a", True)
    sc.drop(R(x - 330, y - 830, 470, 340, rx=8), 14, 20, 16, .3); sc.add(f'<g transform="rotate(-3 {x} {y - 640})">', lab(sc, types.SimpleNamespace(**{**vars(p), "style": 0, "sub": "Degustazione in bottega", "foot": "posti limitati"}), x - 330, y - 830, 470, 340), "</g>")

def book(sc, p, x, y):
    w, h = 560, 740; X, Y = x - w / 2, y - h - 30
    sc.add(f'<g transform="rotate(-6 {x} {y - 400})">'); sc.drop(R(X, Y, w, h, rx=8), 28, 38, 26, .4)
    sc.add(R(X + 16, Y + 14, w, h - 4, rx=6, fill="#f4ecdb"), "".join(R(X + w + 1, Y + 20 + k * 6, 15, 2, fill="#c9b894") for k in range(118)), R(X, Y, w, h, rx=8, fill=sc.lin([(0, dark(p.accent, .3), 1), (.06, light(p.accent, .12), 1), (.1, p.accent, 1), (1, dark(p.accent, .15), 1)])), R(X + 60, Y + 50, w - 110, h - 100, fill="none", stroke=GOLD, stroke_width=3))
    for t, yy, f, s, c in (("Ricettario", 200, "Serif", 104, "#f6e9cf"), ("della bottega", 264, "SerifIt", 56, GOLD)): sc.add(sc.text(t, x + 6, Y + yy, f, s, c))
    for k, e in enumerate(("wheat", "branch", "fish", "grape", "sun", "leaf")): sc.add(emblem(e, x - 115 + (k % 3) * 120, Y + 390 + (k // 3) * 120, 84, GOLD))
    sc.add(spaced(sc, "Quaranta ricette di casa", x + 6, Y + h - 90, 24, "#f6e9cf", w * .66), "</g>")

# ---- second and third pictures
def serve(sc, p):
    """Seen from above: a plate, a board or a bowl with the product."""
    kd = p.kind; rng = sc.rng; cx, cy = 590, 620
    cloth = light(p.accent, .45) if lum(p.accent) < .5 else "#d9c3a8"
    top_back(sc, p.n // 7, cloth)
    pc = ["#f6f0e4", "#eceae4", "#f3e8d8"][p.n % 3]; rim = [None, p.accent, GOLD][p.n // 3 % 3]
    if kd == "caviar":
        v = (p.accent, "#e9e7e2", "#3a4248", "#f3ead8", "#56606a")[sorted(CAVC).index(p.sku)]; tilt = (40, -35, 12, 62, -62)[sorted(CAVC).index(p.sku)]
        plate(sc, cx, cy, 470, v, GOLD if lum(v) < .5 else None)
        for _ in range(75): sc.add(P(blob(cx + rng.uniform(-330, 330), cy + rng.uniform(-330, 330), rng.uniform(40, 70), rng.uniform(34, 60), rng, 6, .25), fill="#dfeaee", opacity=rng.uniform(.3, .7), stroke="#fff", stroke_width=4))
        tin_top(sc, p, cx, cy, 265, CAVC[p.sku], 13); a = math.radians(tilt); spoon_top(sc, cx + 250 * math.cos(a), cy + 250 * math.sin(a), tilt)
    elif kd == "roe" or p.look.get("fill") == "roe":
        plate(sc, cx, cy, 450, pc, rim); sc.add(scatter(sc, "roe", cx, cy, 270, 54, ["#e9772a", "#ef8a38", "#e2661f"], 230, 250)); herb(sc, cx + 250, cy - 120, 170, 60)
    elif kd == "pasta_long":
        plate(sc, cx, cy, 470, pc, rim)
        for k in range(95):
            a = rng.uniform(0, 6.28); q = 60 + 230 * (k / 95) ** .6; c = jitter(pasta_c(p), rng, .05)
            for wdt, cc in ((22, dark(c, .45)), (17, c), (5, light(c, .55))): sc.add(f'<ellipse cx="{cx + math.cos(a) * 30:.0f}" cy="{cy + math.sin(a) * 30:.0f}" rx="{q:.0f}" ry="{q * .86:.0f}" fill="none" stroke="{cc}" stroke-width="{wdt}" stroke-linecap="round" stroke-dasharray="{q * 1.7:.0f} {q * 6:.0f}" stroke-dashoffset="{-q * a:.0f}" transform="rotate({a * 57:.0f} {cx} {cy})"/>')
        sc.add(scatter(sc, "polenta", cx, cy, 230, 18, ["#c9822b", "#b86d1f"], 90, 190))
        for k in range(9): sc.add(piece(sc, "leaf", cx + rng.uniform(-190, 190), cy + rng.uniform(-170, 170), 44, "#5f7a2c", rng))
    elif kd in ("pasta_short", "pasta_nest"):
        bowl_top(sc, cx, cy, 430, dark(p.accent, .05))
        if kd == "pasta_nest":
            for dx, dy in ((-150, -110), (150, -120), (0, 130), (-260, 90), (250, 110)): sc.add(nest(sc, cx + dx * .8, cy + dy * .9, 165, pasta_c(p)))
        else:
            s = {"fregola": 42, "orecchiette": 110, "paccheri": 190, "mezze": 140, "fusilli": 150, "trofie": 140, "pizzoccheri": 190}[p.look["shape"]]
            sc.add(scatter(sc, p.look["shape"], cx, cy, 345, s, pasta_c(p) if p.sku != "PAS-FRE" else ["#d9a864", "#c08a4a", "#a06a34"], int(330000 / s ** 2 * (2.3 if s > 60 else 3.4))))
        for k in range(5): sc.add(piece(sc, p.look.get("shape", "pizzoccheri") if kd == "pasta_short" else "pizzoccheri", rng.choice([110, 150, 1060, 1100]) + rng.uniform(-40, 40), rng.uniform(700, 1120), 110 if p.look.get("shape") != "fregola" else 40, pasta_c(p), rng))
    elif kd in ("oil", "balsamic", "vinegar"):
        plate(sc, cx, cy, 460, pc, rim); c = {"oil": {"OLI-TAG": "#c9b53c", "OLI-TOS": "#8a9a2e", "OLI-NOC": "#a8a834"}.get(p.sku, "#b5a52e"), "balsamic": "#2a120e", "vinegar": "#4a1f1a"}[kd]
        if kd == "oil":
            sc.add(P(blob(cx - 30, cy + 20, 270, 240, rng, 12, .04), fill=sc.rad([(0, "#e0cf5a", .95), (.7, c, .95), (1, dark(c, .3), .95)])), E(cx - 120, cy - 90, 80, 26, fill="#fff", opacity=.5))
            v = ("OLI-COR", "OLI-TAG", "OLI-NOC", "OLI-TOS").index(p.sku)
            if v == 0: bread(sc, cx + 210, cy - 150, 190, -20); bread(sc, cx + 240, cy + 190, 170, 30)
            elif v == 1: sc.add(scatter(sc, "olive", cx + 210, cy - 120, 120, 84, ["#4a2f38", "#5d4030", "#6b5a33"], 11)); herb(sc, cx + 120, cy + 310, 260, 66)
            elif v == 2: sc.add("".join(piece(sc, "tomato", cx + a_, cy + b_, 140, "#c8391f", rng) for a_, b_ in ((200, -190), (300, -70), (190, -60)))); bread(sc, cx + 190, cy + 220, 180, 12); herb(sc, cx - 250, cy + 290, 200, 20)
            else: bread(sc, cx + 40, cy - 20, 330, 14); sc.add(P(blob(cx + 30, cy - 20, 210, 150, rng, 12, .1), fill=c, opacity=.5), scatter(sc, "salt", cx + 40, cy - 20, 200, 16, ["#f7f4ee"], 50, 130))
        else:
            sc.add(scatter(sc, "cheese_chunk", cx, cy, 220, 200, ["#ecd28d", "#e6c878"], 11, 190))
            for _ in range(26):
                a, b, r = cx + rng.uniform(-260, 260), cy + rng.uniform(-230, 230), rng.uniform(9, 26); sc.add(P(blob(a, b, r, r * .86, rng, 8, .08), fill=sc.rad([(0, "#6b3524", 1), (1, c, 1)], .35, .3, .7)), E(a - r * .3, b - r * .3, r * .24, r * .14, fill="#fff", opacity=.75))
    elif kd in ("jar",):
        f = p.look["fill"]; pi, cols, s, liq = FILLS[f]; bowl_top(sc, cx, cy, 390, "#efe7d6" if p.n % 2 else dark(p.accent, .05))
        if pi is None:
            sc.add(P(blob(cx, cy, 325, 315, rng, 14, .015), fill=sc.rad([(0, light(cols[0], .3), 1), (.7, cols[0], 1), (1, dark(cols[0], .35), 1)], .42, .4, .6)))
            for k in range(7): sc.add(P(f"M{cx + 250 - k * 34} {cy} A{250 - k * 34} {230 - k * 32} 0 1 1 {cx - 200 + k * 34} {cy - 120 + k * 20}", stroke=light(cols[0], .42), stroke_width=15, fill="none", opacity=.5, stroke_linecap="round"))
            sc.add(scatter(sc, "almond" if f == "cocoa" else "fregola", 250, 1010, 150, 96 if f == "cocoa" else 54, ["#b0763c"] if f == "cocoa" else ["#8f9a3c", "#7a5a4a"], 11, 60))
        else:
            sc.add(E(cx, cy, 330, 330, fill=mix(liq, "#2a1a0c", .15))); sc.add(scatter(sc, pi, cx, cy, 285, s * 1.5, cols, int(285 ** 2 * 3.14 / (s * 1.5) ** 2 * (3.0 if pi not in ("anchovy", "strip") else 5))))
        spoon_top(sc, cx + 330, cy + 180, 48)
    elif kd == "sack":
        pi, cols = SACKP[p.sku]; bowl_top(sc, cx, cy, 420, dark(p.accent, .05)); sc.add(E(cx, cy, 350, 350, fill=dark(cols[0], .2)), scatter(sc, pi, cx, cy, 335, 50, cols, 520), scatter(sc, pi, 220, 1060, 130, 46, cols, 22, 60))
    elif kd == "honey":
        plate(sc, cx, cy, 450, pc, rim); c = HON[p.look["colour"]]; sc.add(P(blob(cx, cy, 250, 230, rng, 12, .06), fill=sc.rad([(0, light(c, .5), .96), (.7, c, .96), (1, dark(c, .35), .96)], .4, .36, .66)), E(cx - 90, cy - 100, 90, 30, fill="#fff", opacity=.55), scatter(sc, "cheese_chunk", cx + 150, cy + 150, 150, 170, ["#f1e2b6", "#ecd28d"], 5), scatter(sc, "almond", cx - 190, cy + 180, 110, 90, "#b0763c", 7))
    elif kd == "jam":
        plate(sc, cx, cy, 440, pc, rim); bread(sc, cx - 20, cy, 330, -8); c = JAM[p.look["colour"]]; sc.add(P(blob(cx - 20, cy, 210, 180, rng, 13, .1), fill=sc.rad([(0, light(c, .4), 1), (1, dark(c, .2), 1)], .4, .36, .7)))
        for _ in range(40): sc.add(P(blob(cx - 20 + rng.uniform(-170, 170), cy + rng.uniform(-140, 140), rng.uniform(16, 44), rng.uniform(12, 30), rng, 8, .2), fill=jitter(c, rng, .1), opacity=.8))
        for _ in range(9): sc.add(E(cx + rng.uniform(-170, 140), cy + rng.uniform(-140, 120), 22, 7, fill="#fff", opacity=.5))
    elif p.look.get("look") == "nduja":
        board_top(sc, cx, cy, 920, 720); bread(sc, cx - 130, cy - 40, 290, -12); bread(sc, cx + 190, cy + 120, 270, 16)
        for bx, by, q in ((-130, -40, 1), (190, 120, .92)):
            sc.add(P(blob(cx + bx, cy + by, 200 * q, 130 * q, rng, 13, .12), fill="#a83418"))
            for _ in range(46): sc.add(P(blob(cx + bx + rng.uniform(-165, 165) * q, cy + by + rng.uniform(-100, 100) * q, rng.uniform(8, 30), rng.uniform(6, 18), rng, 7, .25), fill=rng.choice(["#c24a24", "#8e2612", "#d46a3c", "#b23a1c"]), opacity=.85))
        sc.add("".join(piece(sc, "strip", cx + u, cy + w_, 120, "#b3241a", rng) for u, w_ in ((-330, 230), (-230, 260), (330, -220))))
    elif kd == "burrata":
        plate(sc, cx, cy, 460, "#5f7078", GOLD); sc.add(P(blob(cx - 20, cy, 210, 200, rng, 12, .03), fill=sc.rad([(0, "#fff", 1), (.6, "#f7f2e6", 1), (1, "#cfc4ac", 1)], .4, .36, .66)), P(blob(cx + 60, cy + 60, 130, 100, rng, 12, .2), fill="#fbf7ee")); sc.add(scatter(sc, "tomato", cx + 40, cy + 40, 330, 120, ["#c8391f", "#d24a27"], 0), "".join(piece(sc, "tomato", cx + math.cos(a) * 290, cy + math.sin(a) * 280, 110, "#c8391f", rng) for a in (.3, 1, 1.7, 2.5, 3.4)), "".join(piece(sc, "leaf", cx + rng.uniform(-150, 180), cy + rng.uniform(-150, 150), 90, "#5f7a2c", rng) for _ in range(5)))
        for _ in range(30): sc.add(E(cx + rng.uniform(-260, 260), cy + rng.uniform(-260, 260), 9, 7, fill="#b5a52e", opacity=.7))
    elif kd in ("wine", "sparkling"):
        return pack_scene(sc, p)
    elif kd in ("basket", "crate"):
        gifts = ["#7b2d2a", "#2f4a3c", "#8a5a12"]; plate(sc, cx, cy, 450, pc, GOLD); fan(sc, "salami_slice", cx, cy, 220, 190, ["#a8403a"], 9); sc.add(scatter(sc, "cheese_chunk", cx - 30, cy + 40, 120, 150, ["#ecd28d"], 6), scatter(sc, "olive", cx + 160, cy - 30, 100, 60, ["#4a2f38", "#6b5a33"], 16))
    elif kd == "panettone":
        plate(sc, cx, cy, 470, pc, GOLD)
        for a, r in ((-30, 0), (30, 40)):
            sc.add(f'<g transform="translate({cx + (a * 5)} {cy + 210 + r}) rotate({a * .5})">'); cake_slice(sc, 0, 0, 380, crumb=PAN.get(getattr(p, "variant", ""), {}).get("crumb", "#ecc877")); sc.add("</g>")
    elif kd in FOOD:
        pi, cols, s, n = FOOD[kd]
        if kd == "cookies" and p.look.get("look") == "amaretti": pi = "amaretto"
        if pi in ("ham_slice", "salami_slice", "bottarga_slice", "truffle_slice", "white_slice"):
            board_top(sc, cx, cy, 920, 720); fan(sc, pi, cx, cy, 250, s, cols, n)
            if kd in ("truffle_black", "truffle_white"): truffle(sc, cx + 290, cy + 230, 120, "#33271f" if kd == "truffle_black" else "#c9a574", kd == "truffle_black")
            else: herb(sc, cx + 330, cy + 310, 200, -60)
        elif kd in ("coffee", "teabox", "teatin"):
            sc.add(scatter(sc, pi, cx - 40, cy + 330, 520, s, cols, 150, 200)); plate(sc, cx, cy - 40, 330, pc, rim); sc.add(E(cx, cy - 40, 220, 220, fill="#fbf6ea"), E(cx, cy - 40, 200, 200, fill=sc.rad([(0, "#a8703a", 1), (.6, "#6a3a1c", 1), (1, "#3a1d0e", 1)] if kd == "coffee" else [(0, "#e0a850", 1), (1, "#a8622a", 1)])), P(f"M{cx - 130} {cy - 90} q120 -90 240 10", stroke="#e6c08a", stroke_width=22, fill="none", opacity=.5, stroke_linecap="round"), P(f"M{cx + 215} {cy - 70} q90 -20 90 40 t-96 50", stroke="#fbf6ea", stroke_width=32, fill="none"))
        else:
            plate(sc, cx, cy, 460, pc, rim); sc.add(scatter(sc, pi, cx, cy, 270, s, cols, n, 260))
    else: return pack_scene(sc, p)
    # a small printed card with the name, in the corner
    cw, ch = 310, 218; X, Y = 70, 70
    sc.drop(R(X, Y, cw, ch, rx=5), 8, 12, 12, .32); sc.add(f'<g transform="rotate(-3 {X + cw / 2} {Y + ch / 2})">', lab(sc, p, X, Y, cw, ch, rx=4, style=0), "</g>")

def spoon_top(sc, x, y, rot):
    sc.add(f'<g transform="rotate({rot} {x} {y})">'); d = f"M{x - 120} {y} C{x - 120} {y - 60} {x - 20} {y - 56} {x + 20} {y - 12} L{x + 330} {y - 16} Q{x + 350} {y} {x + 330} {y + 16} L{x + 20} {y + 12} C{x - 20} {y + 56} {x - 120} {y + 60} {x - 120} {y}Z"
    sc.drop(P(d), 8, 16, 10, .4); sc.add(P(d, fill=sc.lin([(0, "#f7f1e8", 1), (.4, "#d9d2c8", 1), (.7, "#fbf6ee", 1), (1, "#cfc6ba", 1)], 0, 0, 1, .4)), E(x - 55, y, 48, 32, fill="#b9b0a4", opacity=.4), "</g>")

def bread(sc, x, y, r, rot):
    sc.add(f'<g transform="rotate({rot} {x} {y})">'); d = blob(x, y, r, r * .66, sc.rng, 11, .05); sc.drop(P(d), 10, 16, 12, .36)
    sc.add(P(d, fill="#a8672e"), P(blob(x, y - 4, r * .91, r * .58, sc.rng, 11, .04), fill="#efd9ae")); i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">')
    for _ in range(46): sc.add(P(blob(x + sc.rng.uniform(-.8, .8) * r, y + sc.rng.uniform(-.5, .5) * r, sc.rng.uniform(4, 16), sc.rng.uniform(3, 10), sc.rng, 7, .3), fill=sc.rng.choice(["#d9b880", "#fbeccb", "#c99a5c"]), opacity=.75))
    sc.add("</g></g>")

def bowl_top(sc, x, y, r, c):
    sc.drop(E(x, y, r, r), 24, 34, 28, .4); sc.add(E(x, y, r, r, fill=sc.rad([(0, c, 1), (.86, c, 1), (.9, light(c, .5), 1), (.96, light(c, .2), 1), (1, dark(c, .3), 1)])), E(x, y, r * .87, r * .87, fill=sc.rad([(0, dark(c, .12), 1), (.75, dark(c, .3), 1), (1, dark(c, .5), 1)], .56, .58, .6)))

def board_top(sc, x, y, w, h):
    wd = "#b07d46"; b = R(x - w / 2, y - h / 2, w, h, rx=60); sc.drop(b, 20, 32, 24, .42); sc.add(R(x - w / 2, y - h / 2, w, h, rx=60, fill=sc.lin([(0, light(wd, .35), 1), (1, dark(wd, .1), 1)], 0, 0, 1, 1))); i = sc.clip(b); sc.add(f'<g clip-path="{i}">')
    for k in range(34): yy = y - h / 2 + k * h / 33; sc.add(P(f"M{x - w / 2} {yy} C{x - w * .2} {yy + sc.rng.uniform(-26, 26)} {x + w * .2} {yy + sc.rng.uniform(-26, 26)} {x + w / 2} {yy + sc.rng.uniform(-10, 10)}", stroke=dark(wd, .35), stroke_width=sc.rng.uniform(1, 4), fill="none", opacity=.22))
    sc.add("</g>")

def fan(sc, kind, x, y, r, s, cols, n):
    for k in range(n):
        a = -2.6 + k * 5.6 / n; q = r * (1 if k % 2 else .82)
        sc.add(piece(sc, kind, x + math.cos(a) * q, y + math.sin(a) * q * .82, s * sc.rng.uniform(.93, 1.06), sc.rng.choice(cols), sc.rng))
    for k in range(max(2, n // 4)): sc.add(piece(sc, kind, x + sc.rng.uniform(-.3, .3) * r, y + sc.rng.uniform(-.3, .3) * r, s, sc.rng.choice(cols), sc.rng))

def pack_scene(sc, p):
    """The pack at the left with food beside it, on the table."""
    back(sc, p.n + 3, 720); kd = p.kind
    sc.view = (70, 135, 1050, 1050)
    hero_object(sc, p, 400 if kd not in ("salami", "ham") else 470, 985, .82)
    x, y = 865, 1000
    if kd == "wine": glass_of(sc, x, y - 10, 560, {"red": "#5a1622", "white": "#dcc565", "amber": "#c98a2a"}[p.look["colour"]])
    elif kd == "sparkling": glass_of(sc, x - 60, y - 40, 640, "#e3cf7c", True); glass_of(sc, x + 110, y + 20, 640, "#e3cf7c", True)
    elif kd == "oil": bread_side(sc, x + 20, y - 110, 290); bowl(sc, x - 20, y, 360, 120, "#efe7d6", lambda bx, by, rx, ry: sc.add(E(bx, by, rx, ry, fill="#b5a52e"), E(bx - 60, by - 6, 50, 8, fill="#fff", opacity=.6)))
    elif kd == "bottarga": sc.add(scatter(sc, "bottarga_slice", x, y, 210, 200, ["#c9822b", "#d6953c"], 9, 70))
    elif kd == "panettone": cake_slice(sc, x + 10, y + 20, 350)
    elif kd in FOOD or (kd == "jar" and FILLS[p.look["fill"]][0]):
        pi, cols, s, n = FOOD[kd] if kd in FOOD else (FILLS[p.look["fill"]][0], FILLS[p.look["fill"]][1], FILLS[p.look["fill"]][2], 40)
        if kd == "caviar": cols = [CAVC.get(p.sku, "#3a3a36"), light(CAVC.get(p.sku, "#3a3a36"), .1)]; s, n = 22, 340
        s *= .62 if s > 100 else 1
        def inside(bx, by, rx, ry): sc.add(scatter(sc, pi, bx, by - 34, rx * .74, s, cols, int(min(n * 1.4, 260)) or 60, 66))
        bowl(sc, x, y + 10, 430, 170, "#efe7d6", inside)
    elif kd.startswith("pasta"):
        def inside(bx, by, rx, ry): sc.add(scatter(sc, p.look.get("shape", "penne"), bx, by - 30, rx * .76, 84 if p.look.get("shape") != "fregola" else 30, pasta_c(p), 60, 60))
        if kd == "pasta_long":
            for k in range(44): sc.add(f'<g transform="rotate({-74 + sc.rng.uniform(-5, 5)} {x} {y})">', R(x + sc.rng.uniform(-70, 70), y - 380 + sc.rng.uniform(-30, 30), 11, 600, rx=5, fill=sc.lin([(0, dark(pasta_c(p), .3), 1), (.4, light(pasta_c(p), .35), 1), (1, dark(pasta_c(p), .3), 1)])), "</g>")
        elif kd == "pasta_nest": sc.shadow(x, y, 190, 40); sc.add(nest(sc, x - 60, y - 20, 140, pasta_c(p)), nest(sc, x + 120, y + 30, 130, pasta_c(p)))
        else: bowl(sc, x, y + 10, 430, 170, "#efe7d6", inside)

def bread_side(sc, x, y, s):
    for k in range(3):
        X = x - s * .4 + k * s * .42; d = f"M{X - s * .36} {y} Q{X - s * .46} {y - s * .3} {X - s * .2} {y - s * .42} Q{X + s * .2} {y - s * .5} {X + s * .34} {y - s * .26} Q{X + s * .4} {y} {X + s * .3} {y}Z"
        sc.shadow(X, y, s * .36, s * .08, .3); sc.add(P(d, fill="#efd9ae", stroke="#a8672e", stroke_width=15))
        i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">', "".join(E(X + sc.rng.uniform(-.3, .3) * s, y - sc.rng.uniform(.05, .4) * s, sc.rng.uniform(3, 11), sc.rng.uniform(2, 7), fill="#d2ac70") for _ in range(22)), "</g>")

def macro(sc, p):
    """Close view filling the frame."""
    kd = p.kind; rng = sc.rng
    if kd == "caviar":
        c = CAVC[p.sku]; sc.add(R(0, 0, 1200, 1200, fill=dark(c, .8)))
        s = 118; row = 0; y = -40
        while y < 1260:
            x = -60 + (s * .5 if row % 2 else 0)
            while x < 1280: sc.add(piece(sc, "pearl", x + rng.uniform(-14, 14), y + rng.uniform(-12, 12), s * rng.uniform(.95, 1.14), c if rng.random() > .12 else light(c, .12), rng)); x += s * .93
            y += s * .78; row += 1
        sc.add(R(0, 0, 1200, 1200, fill=sc.rad([(0, "#fff6e0", .16), (.5, "#fff", 0), (1, "#000", .62)], .36, .32, .85)))
        return
    pack_scene(sc, p)

def front(sc, p, deep=False):
    back(sc, p.n, 760 if p.kind not in ("chocbar", "voucher", "book", "spoon", "slicer", "teabox") else -60, deep)
    hero_object(sc, p)
    frame(sc, p.kind)

TALL = {"wine", "sparkling", "ham", "bag_bread", "pasta_long", "oil", "herbs", "course", "basket", "cheese_pear", "culatello"}
FLAT = {"voucher", "book", "chocbar", "spoon", "slicer", "teabox", "oil_can"}
def frame(sc, kind):
    """Comes nearer to the smaller things."""
    if kind in FLAT: sc.view = (60, 60, 1080, 1080)
    elif kind not in TALL: sc.view = (95, 165, 1010, 1010)
    elif kind not in ("wine", "sparkling", "ham"): sc.view = (60, 85, 1080, 1080)
    if kind == "bottarga": sc.view = (110, 200, 1000, 1000)

# ---- categories, home page, logo
CAT_SCENES = {"caviale": "CAV-OSC", "bottarga": "BOT-MUG", "tartufo": "TAR-NER", "pasta": "PAS-DEG", "riso-e-cereali": "RIS-CAR", "olio": "OLI-DEG", "aceti": "ACE-TRA", "formaggi": "FOR-DEG", "salumi": "SAL-PAR", "conserve": None, "dolci": "DOL-PAN", "miele-e-confetture": None, "vini": None, "caffe-e-te": None, "cesti-regalo": "CES-NAT", "buoni-e-corsi": "BUO-050"}

def category(sc, slug, name, P_):
    n = list(CAT_SCENES).index(slug); back(sc, n, 780); sc.view = (70, 120, 1060, 1060)
    def bare(sku, **k): q = types.SimpleNamespace(**vars(P_[sku])); [setattr(q, a, b) for a, b in k.items()]; return q
    if slug == "conserve":
        for s, x, k in (("CON-CAR", 250, .82), ("CON-POM", 950, .82)): hero_object(sc, bare(s), x, 930, k)
        hero_object(sc, bare("CON-OLI"), 600, 1010, .86)
    elif slug == "miele-e-confetture":
        hero_object(sc, bare("MIE-ALB"), 820, 920, .86); hero_object(sc, bare("MIE-ACA"), 400, 1000, .98)
    elif slug == "vini":
        hero_object(sc, bare("VIN-BAR"), 330, 940, .9); hero_object(sc, bare("VIN-FRA"), 830, 930, .88); hero_object(sc, bare("VIN-PAS"), 580, 960, .8); glass_of(sc, 1010, 1010, 440, "#5a1622")
    elif slug == "caffe-e-te":
        hero_object(sc, bare("TE-EAR"), 860, 900, .84); hero_object(sc, bare("CAF-ARA"), 430, 1000, 1)
    elif slug == "caviale":
        hero_object(sc, bare("CAV-OSC"), 560, 1000, 1.06)
    elif slug == "formaggi":
        wedge(sc, bare("FOR-PAR"), 420, 950, 620, 460, "#ecd290", "#b98a3e", "hard", False); wheel(sc, bare("FOR-PEC"), 860, 1010, 480, 270, "#f1e2b6", "#2b2624")
    elif slug == "aceti":
        hero_object(sc, bare("ACE-VIN"), 860, 920, .86); hero_object(sc, bare("ACE-TRA"), 420, 1000, 1)
    elif slug == "tartufo": hero_object(sc, bare("TAR-BIA"), 640, 985, 1.0); truffle(sc, 250, 960, 130, "#33271f", True)
    elif slug == "salumi": hero_object(sc, bare("SAL-PAR"), 420, 960, .94); hero_object(sc, bare("SAL-FEL"), 760, 1090, .78)
    elif slug == "riso-e-cereali":
        hero_object(sc, bare("CER-LEN"), 850, 900, .72); hero_object(sc, bare("RIS-CAR"), 440, 1000, .95); bowl(sc, 880, 1040, 360, 130, "#efe7d6", lambda bx, by, rx, ry: sc.add(scatter(sc, "rice", bx, by - 26, rx * .8, 30, ["#2b2530", "#3a3036"], 170, 52)))
    elif slug == "dolci":
        squares(sc, 60, 860, 3, 2, 104, "#4a2c1e"); hero_object(sc, bare("DOL-PAN"), 620, 960, .92); sc.add(scatter(sc, "gianduiotto", 880, 1030, 190, 130, ["#c9a04e", "#b8903e", "#d6b064"], 7, 44), scatter(sc, "cantuccio", 430, 1060, 150, 150, ["#d9a55c", "#cf974c"], 4, 30))
    elif slug == "cesti-regalo": hero_object(sc, bare("CES-APE"))
    else: hero_object(sc, bare(CAT_SCENES[slug]))

def home(sc, P_):
    back(sc, 0, 640)
    b = lambda s: P_[s]
    # the left third stays calm for the words of the page
    sc.shadow(1330, 800, 700, 110, .12)
    for s, x, y, k in (("SAL-PAR", 1580, 690, .64), ("OLI-COR", 960, 760, .72), ("VIN-BAR", 1135, 750, .72), ("ACE-TRA", 1815, 830, .58), ("PAS-SPA", 1325, 790, .66)): hero_object(sc, b(s), x, y, k)
    wedge(sc, b("FOR-PAR"), 1030, 900, 380, 285, "#ecd290", "#b98a3e", "hard", False)
    hero_object(sc, b("CON-OLI"), 1285, 905, .54); hero_object(sc, b("CAV-OSC"), 1590, 945, .5)
    truffle(sc, 850, 890, 70, "#33271f", True); truffle(sc, 770, 915, 50, "#c9a574", False)
    for x, y, r in ((1420, 930, 92), (1800, 925, 92), (1735, 950, 72)): sc.shadow(x, y + r * .36, r * .4, r * .1); sc.add(piece(sc, "tomato", x, y, r, "#c8391f", sc.rng))
    herb(sc, 700, 950, 180, 78); herb(sc, 1960, 940, 170, -70)

def text_path(text, size, x, y, font="Serif", spacing=0):
    """Outlines of a word, so that the logo needs no font."""
    from fontTools.ttLib import TTFont
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    f = TTFont(FONT_DIR / f"{font}.ttf"); gs, cm = f.getGlyphSet(), f.getBestCmap(); k = size / f["head"].unitsPerEm; out = []
    for ch in text:
        g = gs[cm[ord(ch)]]; pen = SVGPathPen(gs, lambda v: f"{v:.1f}".rstrip("0").rstrip(".")); g.draw(TransformPen(pen, (k, 0, 0, -k, x, y))); out.append(pen.getCommands()); x += g.width * k + spacing
    return "".join(out), x

def logo():
    d, end = text_path("Bottega", 96, 118, 84, spacing=1.5)
    arch = "M14 104 V56 a40 40 0 0 1 80 0 V104 M26 104 V57 a28 28 0 0 1 56 0 V104 M8 104 H100"
    w = round(end + 12)
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} 120" role="img" aria-label="Bottega"><title>Bottega</title>'
           f'<path d="{arch}" fill="none" stroke="#7b2d2a" stroke-width="5" stroke-linecap="round"/>'
           f'<g transform="translate(54 84)"><path d="M-14 14 C-16 -2 -10 -8 -5 -12 V-24 H5 V-12 C10 -8 16 -2 14 14Z" fill="#55622f"/><path d="M-5 -28 h10" stroke="#7b2d2a" stroke-width="5" stroke-linecap="round"/></g>'
           f'<path d="{d}" fill="#2b2019"/></svg>\n')
    (OUT / "logo.svg").write_text(svg, encoding="utf-8")

# ---- rendering
def grain(w, h):
    """Paper: broad soft mottling and a trace of fine grain."""
    r = np.random.default_rng(7); g = np.zeros((h, w), np.float32)
    for cell, amp in ((300, 2.4), (90, 1.5), (24, .8)):
        small = r.normal(0, 1, (h // cell + 2, w // cell + 2)).astype(np.float32)
        g += np.asarray(Image.fromarray(small).resize((w, h), Image.BICUBIC)) * amp
    return g[..., None]
_grain = {}

def render(svg, w, h, name):
    png = resvg_py.svg_to_bytes(svg_string=svg, width=w, height=h, skip_system_fonts=True, font_files=font_files())
    im = Image.open(io.BytesIO(bytes(png))).convert("RGB")
    if (w, h) not in _grain: _grain[(w, h)] = grain(w, h)
    im = Image.fromarray(np.clip(np.asarray(im, np.float32) + _grain[(w, h)], 0, 255).astype(np.uint8))
    limit = LIMIT if w == 1200 else 190_000
    for q in (82, 78, 73, 67, 60, 52, 44, 36):
        buf = io.BytesIO(); im.save(buf, "WEBP", quality=q, method=5)
        if buf.tell() <= limit: break
    (OUT / name).write_bytes(buf.getvalue()); return len(buf.getvalue()), q

_state = {}
def load():
    if _state: return _state
    rows = list(csv.DictReader(open(SEED / "products.csv", encoding="utf-8"))); looks = json.load(open(HERE / "looks.json", encoding="utf-8"))
    ps, rank, jobs = {}, {}, []
    for r in rows:
        if r["Type"] != "variation":
            k = r["SKU"][:3]; ps[r["SKU"]] = product(r, looks, rank.setdefault(k, 0)); rank[k] += 1
            for i, n in enumerate(x for x in r["Images"].split(", ") if x): jobs.append((n, "product", r["SKU"], i))
        elif r["Images"]: jobs.append((r["Images"], "variation", r["SKU"], looks[r["SKU"]]["variant"]))
    byrow = {r["SKU"]: r for r in rows}
    for c in json.load(open(SEED / "shop.json", encoding="utf-8"))["categories"]:
        if not c["parent"]: jobs.append((c["image"], "category", c["slug"], c["name"]))
    jobs.append(("hero.webp", "home", "", ""))
    _state.update(ps=ps, rows=byrow, looks=looks, jobs=jobs); return _state

def one(job):
    name, what, key, arg = job; S = load(); t = time.time()
    if what == "home": sc = Scene(5, 2000, 1000); home(sc, S["ps"])
    elif what == "category": sc = Scene(seed_of("cat", key)); category(sc, key, arg, S["ps"])
    elif what == "variation":
        r = S["rows"][key]; q = types.SimpleNamespace(**vars(S["ps"][r["Parent"]])); sc = Scene(seed_of(key)); vals = [r[f"Attribute {i} value(s)"] for i in (1, 2) if r[f"Attribute {i} value(s)"]]
        q.variant = arg; q.foot = next((v for v in vals if re.match(r"\d", v)), vals[0]); pre = key[:3]; ac = ACCENTS[pre]
        if pre not in ("CAV", "CON", "RIS", "MIE"): q.accent = ac[(ac.index(q.accent) + 1 + seed_of(arg) % (len(ac) - 1)) % len(ac)]
        if pre in ("DOL", "FOR"): q.sub = vals[0]
        back(sc, q.n, 760 if q.kind != "chocbar" else -60)
        if key == "CAV-CROC-15": hero_object(sc, q, 600, 950, .74)
        elif key == "OLI-COR-3L": q.kind = "oil_can"; oil_can(sc, q, 600, 990, 460, 690)
        elif key == "PAS-GRA-PEN-500" or key == "PAS-GRA-CAL-500": q.look = {**q.look, "shape": arg}; q.title = arg.capitalize() + " integrali" if arg == "penne" else "Calamarata integrale"; hero_object(sc, q)
        else: hero_object(sc, q, 600, 985, {"VIN-FRA-MAG": 1.06, "MIE-ACA-250": .78, "RIS-CAR-5KG": 1.12, "CON-ACC-230": 1.14}.get(key, 1))
    else:
        p = S["ps"][key]; sc = Scene(seed_of(key, arg))
        if arg == 0: front(sc, p)
        elif arg == 1: serve(sc, p)
        elif arg == 2: pack_scene(sc, p)
        else: macro(sc, p)
    if what == "variation" and key not in ("CAV-CROC-15", "VIN-FRA-MAG"): frame(sc, q.kind)
    size, q = render(sc.svg(), sc.w, sc.h, name); return name, size, q, time.time() - t

def main():
    ap = argparse.ArgumentParser(); ap.add_argument("only", nargs="*", help="parts of picture names"); ap.add_argument("--jobs", type=int, default=2); a = ap.parse_args()
    OUT.mkdir(parents=True, exist_ok=True); prepare_fonts(); logo()
    jobs = [j for j in load()["jobs"] if not a.only or any(o in j[0] for o in a.only)]
    t = time.time(); total = 0
    with ProcessPoolExecutor(a.jobs) as ex:
        for name, size, q, dt in ex.map(one, jobs):
            total += size
            if q < 60 or a.only: print(f"{name} {size} q{q} {dt:.1f}s")
    print(f"{len(jobs)} pictures, {total / 1e6:.1f} MB, {time.time() - t:.0f} s")

if __name__ == "__main__": main()
