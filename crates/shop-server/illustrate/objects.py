"""The things on the table: packs in elevation, seen from the front. x = middle, y = where they stand."""
import math
from kit import *

def P(d, **k): return f'<path d="{d}" ' + " ".join(f'{a.replace("_", "-")}="{v}"' for a, v in k.items()) + "/>"
def R(x, y, w, h, **k): return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" ' + " ".join(f'{a.replace("_", "-")}="{v}"' for a, v in k.items()) + "/>"
def E(x, y, rx, ry, **k): return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" ' + " ".join(f'{a.replace("_", "-")}="{v}"' for a, v in k.items()) + "/>"

def metal(sc, c, k=1):
    return sc.lin([(0, dark(c, .45), 1), (.12, c, 1), (.24, light(c, .7), 1), (.36, light(c, .2), 1), (.62, dark(c, .15), 1), (.82, light(c, .25), 1), (1, dark(c, .5), 1)])

def lab(sc, p, x, y, w, h, **k):
    o = dict(style=p.style, icon=p.icon); o.update(k)
    return label(sc, x, y, w, h, p.title, p.sub, p.foot, p.accent, **o)

def band_clip(sc, x, y, w, h, ry):
    """A label bent round a cylinder."""
    return sc.clip(P(f"M{x} {y} Q{x + w / 2} {y + ry * 2} {x + w} {y} V{y + h} Q{x + w / 2} {y + h + ry * 2} {x} {y + h}Z"))

# ---- tins and jars
def caviar_tin(sc, p, x, y, r, c, pearl=17, open_=True):
    """Open tin in three-quarter view, the lid leaning behind it."""
    ry = r * .5; h = r * .42
    if open_:
        lx, ly, lr = x + r * .58, y - h - r * 1.22, r * .96
        sc.add(E(lx + 26, ly + 30, lr, lr, fill="#3a2010", opacity=.28, filter=sc.blur(22)))
        sc.add(E(lx, ly, lr, lr, fill=metal(sc, GOLD)), E(lx, ly, lr * .955, lr * .955, fill=p.accent), E(lx, ly, lr * .955, lr * .955, fill=sc.rad([(0, "#ffffff", .25), (.6, "#ffffff", 0), (1, "#000000", .35)], .35, .3, .8)),
               E(lx, ly, lr * .86, lr * .86, fill="none", stroke=GOLD, stroke_width=3), E(lx, ly, lr * .82, lr * .82, fill="none", stroke=GOLD, stroke_width=1.2))
        sc.add(emblem("fish", lx, ly - lr * .42, lr * .46, GOLD))
        lines, sz = wrap(p.title, "Serif", lr * 1.34, lr * .25, 2)
        yy = ly + (0.06 if len(lines) == 2 else .16) * lr
        for t in lines: sc.add(sc.text(t, lx, yy, "Serif", sz, "#f5e4bf")); yy += sz * .95
        sc.add(spaced(sc, p.sub, lx, ly + lr * .5, lr * .075, GOLD, lr * 1.1), sc.text(p.foot, lx, ly + lr * .66, "SerifIt", lr * .12, "#f5e4bf"))
    sc.shadow(x, y, r * 1.02, r * .5, .42)
    sc.add(P(f"M{x - r} {y - h - ry * .2} V{y - ry * .45} A{r} {ry} 0 0 0 {x + r} {y - ry * .45} V{y - h - ry * .2}Z", fill=metal(sc, GOLD)))
    sc.add(P(f"M{x - r} {y - h * .98} V{y - h * .42} A{r} {ry} 0 0 0 {x + r} {y - h * .42} V{y - h * .98} A{r} {ry} 0 0 1 {x - r} {y - h * .98}Z", fill=p.accent), sc.round_shade(P(f"M{x - r} {y - h * .98} V{y - h * .42} A{r} {ry} 0 0 0 {x + r} {y - h * .42} V{y - h * .98} A{r} {ry} 0 0 1 {x - r} {y - h * .98}Z")))
    ty = y - h - ry * .3
    sc.add(sc.text("BOTTEGA", x, ty + ry + h * .62, "Sans", r * .09, "#f0d9a4", r * .05))
    sc.add(E(x, ty, r * 1.02, ry * 1.02, fill=metal(sc, GOLD)), E(x, ty, r * .95, ry * .94, fill=dark(c, .7)))
    i = sc.clip(E(x, ty - 6, r * .97, ry * .97))
    n = int(2.1 * (r / pearl) ** 2)
    sc.add(f'<g clip-path="{i}">' + scatter(sc, "pearl", x, ty + 2, r * .92, pearl * 1.75, c, n, ry * .9) + scatter(sc, "pearl", x - r * .06, ty - r * .05, r * .5, pearl * 1.75, light(c, .08), n // 4, ry * .42) + "</g>")

def tin_top(sc, p, x, y, r, c, pearl=20):
    """Open tin seen from above."""
    sc.drop(E(x, y, r, r), 18, 26, 22, .42)
    sc.add(E(x, y, r, r, fill=metal(sc, GOLD)), E(x, y, r * .93, r * .93, fill=dark(c, .7)))
    i = sc.clip(E(x, y, r * .925, r * .925))
    sc.add(f'<g clip-path="{i}">' + scatter(sc, "pearl", x, y, r * .93, pearl * 1.8, c, int(3.6 * (r / pearl) ** 2 / 1.6)) + "</g>")
    sc.add(E(x, y, r * .93, r * .93, fill=sc.rad([(0, "#ffffff", .10), (.6, "#ffffff", 0), (1, "#000000", .5)], .4, .36, .66)), E(x, y, r * .965, r * .965, fill="none", stroke=light(GOLD, .5), stroke_width=3))

FILLS = {  # jar contents: piece, colours, size, liquid behind
    "amber": ("polenta", ["#c9822b", "#b86d1f", "#d99a44"], 20, "#a55f1c"), "truffle": ("truffle_slice", ["#5b4231", "#6b4f3a"], 92, "#4a3a1c"),
    "butter": ("butter", ["#f3e3ae"], 60, "#efdca0"), "salt": ("salt", ["#f4f1ea", "#ebe6dc", "#f7f4ee", "#6b5a4c"], 26, "#e5dfd2"),
    "anchovy": ("anchovy", ["#9a5a45", "#a86a50", "#86493a"], 190, "#b98a2e"), "tuna": ("tuna", ["#e0b49a", "#d6a488", "#e8c2aa"], 130, "#c79a3c"),
    "red": ("veg", ["#b33a22", "#c4482b", "#d98a6a"], 60, "#a93420"), "tomato": ("tomato", ["#c8391f", "#d24a27", "#b83018"], 96, "#b23a1e"),
    "green": ("artichoke", ["#98a05a", "#858d4b", "#aab070"], 104, "#a89b35"), "aubergine": ("strip", ["#cdb98c", "#b9a274", "#8a6f58", "#a84a2a"], 130, "#b08b34"),
    "dried": ("dried", ["#8f2b1e", "#a63a24", "#7d2318"], 100, "#a8742a"), "olive": ("olive", ["#4a2f38", "#5d4030", "#6b5a33", "#3b2630"], 62, "#6f6225"),
    "caper": ("caper", ["#6f7a3c", "#7f8a4a", "#5f6a34"], 42, "#dcd6c4"), "pesto": ("leaf", ["#5f7a2c", "#4f6b26", "#7a9140"], 34, "#56702a"),
    "mixed": ("veg", ["#e28a34", "#f0e4c0", "#a3b05c", "#c8452c", "#f5ecd6", "#d9a83c"], 84, "#dccb8a"), "cocoa": (None, ["#4a2a1a"], 0, "#53301d"),
    "pistachio": (None, ["#a3a04a"], 0, "#a9a653"), "roe": ("roe", ["#e9772a", "#ef8a38", "#e2661f"], 46, "#d9651e"),
}

def jar(sc, p, x, y, w, h, fill, lid="gold", label_h=.46):
    piece_, cols, size, liquid = FILLS[fill]
    nw = w * .86; sh = h * .1; lh = h * .13
    body = f"M{x - w / 2} {y - 22} Q{x - w / 2} {y} {x - w / 2 + 26} {y} H{x + w / 2 - 26} Q{x + w / 2} {y} {x + w / 2} {y - 22} V{y - h + lh + sh} C{x + w / 2} {y - h + lh + sh * .4} {x + nw / 2} {y - h + lh + sh * .5} {x + nw / 2} {y - h + lh} H{x - nw / 2} C{x - nw / 2} {y - h + lh + sh * .5} {x - w / 2} {y - h + lh + sh * .4} {x - w / 2} {y - h + lh + sh}Z"
    sc.shadow(x, y, w * .52, w * .17, .4)
    # coloured light through the glass
    sc.add(E(x + w * .55, y + 6, w * .4, w * .07, fill=liquid, opacity=.35, filter=sc.blur(16)))
    i = sc.clip(P(body))
    sc.add(f'<g clip-path="{i}">', R(x - w, y - h, 2 * w, h, fill=sc.lin([(0, light(liquid, .25), 1), (1, dark(liquid, .18), 1)], 0, 0, 0, 1)))
    if piece_:
        rng = sc.rng; rows = int(h / (size * .52)) + 1
        for r in range(rows):
            yy = y - h + lh + size * .35 + r * size * .52
            for q in range(int(w / (size * .62)) + 2):
                sc.add(piece(sc, piece_, x - w / 2 + q * size * .62 + rng.uniform(-.2, .2) * size, yy + rng.uniform(-.15, .15) * size, size * rng.uniform(.85, 1.1), rng.choice(cols), rng))
    sc.add("</g>", sc.round_shade(P(body), .95))
    sc.add(P(body, fill="none", stroke="#ffffff", stroke_width=5, opacity=.28))
    sc.add(R(x - w * .43, y - h + lh + sh * 1.3, w * .035, h * .66, rx=8, fill="#fff", opacity=.5), R(x + w * .41, y - h + lh + sh * 1.6, w * .018, h * .5, rx=5, fill="#fff", opacity=.28))
    ly = y - h + lh + sh + (h - lh - sh) * (.5 - label_h / 2) + 4; lhh = (h - lh - sh) * label_h * 1.12; lw = w * .84
    ci = band_clip(sc, x - lw / 2, ly, lw, lhh, 7)
    sc.add(f'<g clip-path="{ci}">', lab(sc, p, x - lw / 2, ly, lw, lhh + 14, rx=0), "</g>", f'<g clip-path="{ci}">', sc.round_shade(R(x - w / 2, ly, w, lhh + 14), .62), "</g>")
    lc = {"gold": "#c4a15c", "black": "#2b2623", "white": "#e9e2d2", "accent": p.accent}[lid]
    lw2 = nw * 1.06
    lidp = P(f"M{x - lw2 / 2} {y - h + lh + 6} V{y - h + 12} Q{x - lw2 / 2} {y - h} {x - lw2 / 2 + 14} {y - h} H{x + lw2 / 2 - 14} Q{x + lw2 / 2} {y - h} {x + lw2 / 2} {y - h + 12} V{y - h + lh + 6} Q{x} {y - h + lh + 20} {x - lw2 / 2} {y - h + lh + 6}Z", fill=metal(sc, lc))
    sc.add(lidp, "".join(f'<path d="M{x - lw2 / 2 + k * lw2 / 40} {y - h + 16} v{lh - 16}" stroke="#000" stroke-width="2" opacity=".1"/>' for k in range(1, 40)), R(x - lw2 / 2, y - h + 9, lw2, 3, fill="#fff", opacity=.35))

def honey_jar(sc, p, x, y, w, h, c, jam=False):
    """Squat jar: honey glows, jam is dense; cloth or wooden lid."""
    body = f"M{x - w * .5} {y - h * .18} Q{x - w * .5} {y} {x - w * .34} {y} H{x + w * .34} Q{x + w * .5} {y} {x + w * .5} {y - h * .18} V{y - h * .6} Q{x + w * .5} {y - h * .8} {x + w * .38} {y - h * .84} H{x - w * .38} Q{x - w * .5} {y - h * .8} {x - w * .5} {y - h * .6}Z"
    sc.shadow(x, y, w * .5, w * .17, .38)
    sc.add(E(x + w * .55, y + 8, w * .45, w * .08, fill=c, opacity=.5, filter=sc.blur(18)))
    i = sc.clip(P(body))
    sc.add(P(body, fill=sc.rad([(0, light(c, .5), 1), (.5, c, 1), (1, dark(c, .42), 1)], .62, .62, .75)), f'<g clip-path="{i}">')
    if jam:
        for _ in range(70): sc.add(P(blob(x + sc.rng.uniform(-.5, .5) * w, y - sc.rng.uniform(0, .8) * h, w * sc.rng.uniform(.03, .09), w * sc.rng.uniform(.02, .06), sc.rng, 7, .3), fill=jitter(c, sc.rng, .1), opacity=.75))
    else:
        for _ in range(9): sc.add(E(x + sc.rng.uniform(-.4, .4) * w, y - sc.rng.uniform(.1, .75) * h, sc.rng.uniform(3, 7), sc.rng.uniform(3, 7), fill="#fff", opacity=.25))
    sc.add(R(x - w * .5, y - h * .84, w, h * .07, fill="#fff", opacity=.3), "</g>", sc.round_shade(P(body), .8), R(x - w * .43, y - h * .66, w * .04, h * .5, rx=9, fill="#fff", opacity=.5))
    lw, lh = w * .74, h * .44
    ci = band_clip(sc, x - lw / 2, y - h * .63, lw, lh, 8)
    sc.add(f'<g clip-path="{ci}">', lab(sc, p, x - lw / 2, y - h * .63, lw, lh + 16, rx=0), "</g>", f'<g clip-path="{ci}">', sc.round_shade(R(x - w / 2, y - h * .65, w, lh + 30), .5), "</g>")
    if jam:  # cloth cap with string
        cl = p.accent
        d = f"M{x - w * .54} {y - h * .74} Q{x - w * .5} {y - h * .8} {x - w * .41} {y - h * .85} Q{x - w * .43} {y - h * 1.0} {x - w * .3} {y - h * 1.01} H{x + w * .3} Q{x + w * .43} {y - h} {x + w * .41} {y - h * .85} Q{x + w * .5} {y - h * .8} {x + w * .55} {y - h * .73} " + " ".join(f"Q{x + w * (.55 - (k + .5) * 1.09 / 9)} {y - h * (.79 if k % 2 else .7)} {x + w * (.55 - (k + 1) * 1.09 / 9)} {y - h * .74}" for k in range(9)) + "Z"
        ci = sc.clip(P(d))
        sc.add(P(d, fill="#f4ecdc"), f'<g clip-path="{ci}">')
        for k in range(-14, 15):
            sc.add(R(x + k * w * .045, y - h * 1.05, w * .02, h * .4, fill=cl, opacity=.55))
        for k in range(12): sc.add(R(x - w * .6, y - h * (1.03 - k * .03), w * 1.2, h * .013, fill=cl, opacity=.45))
        sc.add("</g>", sc.round_shade(P(d), .7), P(f"M{x - w * .42} {y - h * .855} Q{x} {y - h * .83} {x + w * .42} {y - h * .855}", stroke="#b08c54", stroke_width=8, fill="none"), P(f"M{x + w * .12} {y - h * .84} q-40 30 -10 70 M{x + w * .12} {y - h * .84} q50 26 30 80", stroke="#b08c54", stroke_width=5, fill="none"))
    else:
        wd = "#b98a55"
        sc.add(R(x - w * .4, y - h * 1.0, w * .8, h * .17, rx=10, fill=metal(sc, wd)), "".join(f'<path d="M{x - w * .4} {y - h * (.97 - k * .035)} h{w * .8}" stroke="{dark(wd, .25)}" stroke-width="2" opacity=".35"/>' for k in range(4)))

def pot(sc, p, x, y, w, h, c):
    """Low ceramic pot with a paper lid."""
    sc.shadow(x, y, w * .48, w * .15, .36)
    d = f"M{x - w * .5} {y - h * .8} C{x - w * .5} {y - h * .2} {x - w * .42} {y} {x - w * .34} {y} H{x + w * .34} C{x + w * .42} {y} {x + w * .5} {y - h * .2} {x + w * .5} {y - h * .8}Z"
    sc.add(P(d, fill="#efe6d4"), sc.round_shade(P(d), .8))
    sc.add(E(x, y - h * .8, w * .5, w * .12, fill="#fbf5e8"), E(x, y - h * .8, w * .45, w * .1, fill=dark("#efe6d4", .18)))
    sc.add(P(blob(x, y - h * .86, w * .4, w * .1, sc.rng, 10, .05), fill=sc.lin([(0, light(c, .4), 1), (1, dark(c, .12), 1)], 0, 0, .4, 1)))
    for k in range(3): sc.add(P(f"M{x - w * (.26 - k * .04)} {y - h * (.9 - k * .05)} q{w * .2} {-h * .12} {w * .5} {h * .02}", stroke=light(c, .6), stroke_width=6, fill="none", opacity=.8))
    sc.add(lab(sc, p, x - w * .29, y - h * .66, w * .58, h * .56))
    for _ in range(9): sc.add(E(x + sc.rng.uniform(-.32, .32) * w, y - h * .86 + sc.rng.uniform(-.06, .06) * w, 7, 4, fill="#7a5a36", opacity=.8))

# ---- bottles
def bottle(sc, p, x, y, w, h, glass, neck=.3, shoulder=.2, body=.62, cap="#2b2623", cap_h=.13, label_box=(.3, .36), liquid=None, cork=False, lw=.9):
    nw = w * neck; by = y - h * body; sy = by - h * shoulder
    d = f"M{x - w / 2} {y - 14} Q{x - w / 2} {y} {x - w / 2 + 16} {y} H{x + w / 2 - 16} Q{x + w / 2} {y} {x + w / 2} {y - 14} V{by} C{x + w / 2} {by - h * shoulder * .6} {x + nw / 2} {sy + h * shoulder * .5} {x + nw / 2} {sy} V{y - h} H{x - nw / 2} V{sy} C{x - nw / 2} {sy + h * shoulder * .5} {x - w / 2} {by - h * shoulder * .6} {x - w / 2} {by}Z"
    sc.shadow(x, y, w * .54, w * .2, .4)
    sc.add(E(x + w * .75, y + 6, w * .55, w * .09, fill=liquid or glass, opacity=.35, filter=sc.blur(16)))
    sc.add(P(d, fill=sc.lin([(0, dark(glass, .4), 1), (.3, glass, 1), (.55, light(glass, .12), 1), (.8, glass, 1), (1, dark(glass, .5), 1)])))
    if liquid:
        i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">', R(x - w / 2 + 7, sy + h * shoulder * .2, w - 14, h, fill=sc.lin([(0, dark(liquid, .25), .92), (.5, light(liquid, .12), .92), (1, dark(liquid, .35), .92)])), "</g>")
    sc.add(sc.round_shade(P(d), .75))
    sc.add(P(f"M{x - w * .40} {y - h * .05} V{by - h * .01} C{x - w * .40} {by - h * shoulder * .55} {x - nw * .3} {sy + h * shoulder * .5} {x - nw * .3} {sy} V{y - h * .9}", fill="none", stroke="#fff", stroke_width=max(w * .035, 4), opacity=.36, stroke_linecap="round"))
    sc.add(P(f"M{x + w * .43} {y - h * .06} V{by}", fill="none", stroke="#fff", stroke_width=3, opacity=.25))
    ly = y - h * (label_box[0] + label_box[1] / 2); lh = h * label_box[1]; lww = w * lw
    ci = band_clip(sc, x - lww / 2, ly, lww, lh, 6)
    sc.add(f'<g clip-path="{ci}">', lab(sc, p, x - lww / 2, ly, lww, lh + 12, rx=0), "</g>", f'<g clip-path="{ci}">', sc.round_shade(R(x - w / 2, ly, w, lh + 14), .66), "</g>")
    if cork: sc.add(R(x - nw * .42, y - h - h * .035, nw * .84, h * .06, rx=4, fill=metal(sc, "#b98f5e")))
    cy = y - h - 4; chh = h * cap_h
    if cap:
        cp = P(f"M{x - nw * .56} {cy + chh} V{cy + 6} Q{x - nw * .56} {cy} {x - nw * .46} {cy} H{x + nw * .46} Q{x + nw * .56} {cy} {x + nw * .56} {cy + 6} V{cy + chh} Q{x} {cy + chh + 8} {x - nw * .56} {cy + chh}Z", fill=metal(sc, cap))
        sc.add(cp, R(x - nw * .56, cy + chh * .84, nw * 1.12, 3, fill=GOLD, opacity=.8))

def sparkling(sc, p, x, y, w, h, glass="#243222"):
    bottle(sc, p, x, y, w, h, glass, neck=.36, shoulder=.3, body=.5, cap=None, label_box=(.27, .28), lw=.84)
    nw = w * .36; c = GOLD if lum(p.accent) < .3 else p.accent
    d = f"M{x - nw * .9} {y - h * .66} C{x - nw * .66} {y - h * .8} {x - nw * .64} {y - h * .86} {x - nw * .66} {y - h * .97} Q{x - nw * .64} {y - h * 1.02} {x} {y - h * 1.02} Q{x + nw * .64} {y - h * 1.02} {x + nw * .66} {y - h * .97} C{x + nw * .64} {y - h * .86} {x + nw * .66} {y - h * .8} {x + nw * .9} {y - h * .66} L{x} {y - h * .63}Z"
    sc.add(P(d, fill=metal(sc, c)), "".join(P(f"M{x - nw * .6 + k * nw * .17} {y - h} L{x - nw * .75 + k * nw * .21} {y - h * .66}", stroke="#fff", stroke_width=1.5, opacity=.22) for k in range(8)))
    sc.add(E(x, y - h * .75, nw * .34, nw * .34, fill=p.accent), emblem("star", x, y - h * .75, nw * .5, "#f5e2b4"))

def balsamic(sc, p, x, y, w, h):
    """Bulb bottle with a square foot, dark vinegar inside."""
    sc.shadow(x, y, w * .46, w * .16, .42)
    g = "#2a1512"
    d = f"M{x - w * .3} {y} H{x + w * .3} Q{x + w * .36} {y} {x + w * .36} {y - h * .04} L{x + w * .3} {y - h * .1} C{x + w * .62} {y - h * .2} {x + w * .6} {y - h * .56} {x + w * .14} {y - h * .64} V{y - h * .84} H{x - w * .14} V{y - h * .64} C{x - w * .6} {y - h * .56} {x - w * .62} {y - h * .2} {x - w * .3} {y - h * .1} L{x - w * .36} {y - h * .04} Q{x - w * .36} {y} {x - w * .3} {y}Z"
    sc.add(P(d, fill=sc.rad([(0, "#6b3524", 1), (.4, g, 1), (1, "#120806", 1)], .4, .5, .7)), sc.round_shade(P(d), .6))
    sc.add(P(f"M{x - w * .36} {y - h * .44} Q{x - w * .3} {y - h * .56} {x - w * .12} {y - h * .61}", fill="none", stroke="#fff", stroke_width=13, opacity=.45, stroke_linecap="round"))
    lw, lh = w * .54, h * .3
    sc.add(lab(sc, p, x - lw / 2, y - h * .48, lw, lh))
    sc.add(R(x - w * .165, y - h, w * .33, h * .2, rx=9, fill=metal(sc, p.accent)), R(x - w * .165, y - h * .84, w * .33, 6, fill=GOLD), E(x, y - h * .92, w * .09, w * .09, fill=GOLD), emblem("grape", x, y - h * .92, w * .13, dark(p.accent)))

def oil_can(sc, p, x, y, w, h):
    sc.shadow(x, y, w * .54, w * .17, .4)
    body = R(x - w / 2, y - h, w, h, rx=16)
    sc.add(R(x - w / 2, y - h, w, h, rx=16, fill=sc.lin([(0, dark(p.accent, .25), 1), (.2, light(p.accent, .2), 1), (.6, p.accent, 1), (1, dark(p.accent, .4), 1)])))
    sc.add(R(x - w * .5, y - h * .985, w, 10, fill=GOLD, opacity=.8), R(x - w * .5, y - 24, w, 10, fill=GOLD, opacity=.8))
    for sg in (1, -1): sc.add(f'<g transform="translate({x} {y - h * .5}) scale({sg} 1)">', emblem("branch", w * .3, -h * .35, w * .26, GOLD), emblem("branch", w * .3, h * .35, w * .26, GOLD), "</g>")
    sc.add(lab(sc, p, x - w * .38, y - h * .76, w * .76, h * .52, style=0), R(x - w * .06, y - h * 1.1, w * .16, h * .11, rx=6, fill=metal(sc, GOLD)), P(f"M{x - w * .36} {y - h * .99} q{w * .02} {-h * .1} {w * .16} {-h * .1} h{w * .06}", stroke=GOLD, stroke_width=14, fill="none", stroke_linecap="round"))

# ---- bags, boxes, sacks
def pasta_bag(sc, p, x, y, w, h, kind, c, tall=False):
    """Paper bag with a window on the pasta; long pasta in a paper sleeve."""
    sc.shadow(x, y, w * .54, w * .17, .4)
    ac = p.accent; rng = sc.rng
    d = f"M{x - w * .49} {y} L{x - w * .5} {y - h * .9} L{x - w * .44} {y - h} H{x + w * .44} L{x + w * .5} {y - h * .9} L{x + w * .49} {y} Q{x} {y + 10} {x - w * .49} {y}Z"
    paper = mix(ac, "#f4e8d2", .12)
    sc.add(P(d, fill=sc.lin([(0, dark(ac, .3), 1), (.08, ac, 1), (.25, light(ac, .14), 1), (.7, ac, 1), (.94, dark(ac, .2), 1), (1, dark(ac, .4), 1)])))
    wy, wh = y - h * .36, h * .29
    win = f"M{x - w * .36} {wy + wh} V{wy + 26} Q{x - w * .36} {wy} {x - w * .28} {wy} H{x + w * .28} Q{x + w * .36} {wy} {x + w * .36} {wy + 26} V{wy + wh}Z"
    i = sc.clip(P(win)); sc.add(f'<g clip-path="{i}">', R(x - w, wy, 2 * w, wh, fill=dark(c, .42)))
    if kind == "long":
        k = 0
        while k < w * .74:
            t = rng.uniform(8, 12); cc = jitter(c, rng, .05)
            sc.add(R(x - w * .37 + k, wy, t, wh, fill=sc.lin([(0, dark(cc, .25), 1), (.35, light(cc, .35), 1), (1, dark(cc, .3), 1)]))); k += t
    else:
        s = {"fregola": 30, "orecchiette": 62, "trofie": 74, "pizzoccheri": 96, "paccheri": 104, "nest": 150}.get(kind, 78)
        if kind == "nest":
            for px in (-.2, .2): sc.add(nest(sc, x + px * w, wy + wh * .55, w * .22, c))
        else:
            for r in range(int(wh / (s * .42)) + 2):
                for q in range(int(w * .76 / (s * .55)) + 2): sc.add(piece(sc, kind, x - w * .38 + q * s * .55 + rng.uniform(-.2, .2) * s, wy + r * s * .42 + rng.uniform(-.15, .15) * s, s * rng.uniform(.9, 1.1), c, rng))
    sc.add("</g>", P(win, fill=sc.lin([(0, "#fff", .3), (.3, "#fff", .02), (1, "#000", .12)], 0, 0, 1, 1)), P(win, fill="none", stroke=GOLD, stroke_width=4))
    sc.add(lab(sc, p, x - w * .38, y - h * .86, w * .76, h * .44))
    sc.add(P(f"M{x - w * .5} {y - h * .9} L{x + w * .5} {y - h * .9}", stroke="#000", stroke_width=3, opacity=.18), R(x - w * .46, y - h * .985, w * .92, h * .06, fill=sc.lin([(0, "#000", .12), (.5, "#fff", .14), (1, "#000", .18)], 0, 0, 0, 1)))
    sc.add(P(f"M{x - w * .43} {y - h * .9} L{x - w * .4} {y - h * .4} L{x - w * .44} {y - 8} M{x + w * .44} {y - h * .88} L{x + w * .41} {y - h * .45} L{x + w * .45} {y - 12}", stroke="#fff", stroke_width=5, opacity=.14, fill="none"))

def nest(sc, x, y, r, c):
    o = E(x + 8, y + r * .2, r, r * .72, fill="#1c0d05", opacity=.25)
    for k in range(46):
        a = sc.rng.uniform(0, 6.28); q = r * (.35 + .62 * (k / 46) ** .7); cc = jitter(c, sc.rng, .07)
        o += f'<ellipse cx="{x + math.cos(a) * r * .09:.1f}" cy="{y + math.sin(a) * r * .07:.1f}" rx="{q * .92:.1f}" ry="{q * .7:.1f}" fill="none" stroke="{cc}" stroke-width="{r * .075:.1f}" transform="rotate({sc.rng.uniform(-18, 18):.0f} {x:.0f} {y:.0f})" stroke-dasharray="{q * sc.rng.uniform(1.4, 3):.0f} {q * .3:.0f}"/>' + f'<ellipse cx="{x + math.cos(a) * r * .09:.1f}" cy="{y + math.sin(a) * r * .07 - 2:.1f}" rx="{q * .92:.1f}" ry="{q * .7:.1f}" fill="none" stroke="{light(cc, .4)}" stroke-width="{r * .014:.1f}" opacity=".7" stroke-dasharray="{q * .9:.0f} {q * .8:.0f}"/>'
    return o

def sack(sc, p, x, y, w, h, piece_, cols):
    """Cotton sack tied with string, some grains spilt in front."""
    sc.shadow(x, y, w * .54, w * .18, .4)
    cl = "#e9ddc4"
    d = f"M{x - w * .46} {y - 6} Q{x - w * .56} {y - h * .4} {x - w * .43} {y - h * .72} Q{x - w * .36} {y - h * .8} {x - w * .2} {y - h * .82} L{x - w * .3} {y - h * .97} Q{x - w * .14} {y - h * 1.02} {x} {y - h * .97} Q{x + w * .16} {y - h * 1.03} {x + w * .31} {y - h * .96} L{x + w * .2} {y - h * .82} Q{x + w * .37} {y - h * .8} {x + w * .43} {y - h * .72} Q{x + w * .56} {y - h * .4} {x + w * .46} {y - 6} Q{x} {y + 12} {x - w * .46} {y - 6}Z"
    sc.add(P(d, fill=cl), sc.round_shade(P(d), .75))
    i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}" opacity=".22">' + "".join(P(f"M{x - w * .6} {y - k * 9} h{w * 1.2}", stroke="#a58d63", stroke_width=1.2) for k in range(int(h / 9) + 2)) + "".join(P(f"M{x - w * .6 + k * 9} {y - h * 1.05} v{h * 1.1}", stroke="#fff", stroke_width=1.2) for k in range(int(w * 1.2 / 9))) + "</g>")
    for k in (-.16, -.07, .03, .13): sc.add(P(f"M{x + w * k} {y - h * .83} Q{x + w * k * 1.6} {y - h * .75} {x + w * k * 2.1} {y - h * .69}", stroke="#8a744c", stroke_width=4, fill="none", opacity=.4), P(f"M{x + w * k} {y - h * .83} L{x + w * k * 1.5} {y - h * .94}", stroke="#8a744c", stroke_width=4, fill="none", opacity=.35))
    sc.add(P(f"M{x - w * .21} {y - h * .825} Q{x} {y - h * .8} {x + w * .21} {y - h * .825}", stroke=p.accent, stroke_width=15, fill="none"), P(f"M{x + w * .05} {y - h * .815} q60 20 80 96 M{x + w * .05} {y - h * .815} q-8 60 26 120", stroke=p.accent, stroke_width=7, fill="none"))
    sc.add(lab(sc, p, x - w * .33, y - h * .66, w * .66, h * .5))
    if piece_:
        s = {"rice": 30, "farro": 32, "lentil": 22, "polenta": 13}[piece_]
        sc.add(E(x - w * .36, y + 46, w * .4, 26, fill="#3a2010", opacity=.22, filter=sc.blur(8)), scatter(sc, piece_, x - w * .36, y + 40, w * .36, s, cols, int(2600 / s), 30))

def box(sc, p, x, y, w, h, depth=70, c=None, lab_box=(.12, .16, .76, .66), **k):
    """Upright carton with a right side face."""
    c = c or p.accent
    sc.shadow(x + depth / 2, y, w * .56, w * .15, .4)
    sc.add(P(f"M{x + w / 2} {y} l{depth} {-depth * .5} v{-h} l{-depth} {depth * .5}Z", fill=dark(c, .38)), P(f"M{x - w / 2} {y - h} l{depth} {-depth * .5} h{w} l{-depth} {depth * .5}Z", fill=light(c, .22)),
           R(x - w / 2, y - h, w, h, fill=sc.lin([(0, light(c, .16), 1), (.5, c, 1), (1, dark(c, .14), 1)], 0, 0, 1, 1)))
    a, b, cc, dd = lab_box
    sc.add(lab(sc, p, x - w / 2 + w * a, y - h + h * b, w * cc, h * dd, **k))

def tin_box(sc, p, x, y, w, h, icon_band=True):
    """Round tin for coffee and tea."""
    ry = w * .13
    sc.shadow(x, y, w * .53, w * .18, .42)
    d = f"M{x - w / 2} {y - h} V{y - ry * .6} A{w / 2} {ry} 0 0 0 {x + w / 2} {y - ry * .6} V{y - h}Z"
    c = p.accent
    sc.add(P(d, fill=c))
    i = sc.clip(P(d)); pat = light(c, .16)
    sc.add(f'<g clip-path="{i}">')
    for r in range(int(h / 46) + 2):
        for q in range(-1, int(w / 46) + 2):
            sc.add(emblem("leaf" if icon_band else "star", x - w / 2 + q * 46 + (23 if r % 2 else 0), y - h + r * 46, 26, pat))
    sc.add("</g>", sc.round_shade(P(d)))
    lw, lh = w * .78, h * .52
    ci = band_clip(sc, x - lw / 2, y - h * .73, lw, lh, 12)
    sc.add(f'<g clip-path="{ci}">', lab(sc, p, x - lw / 2, y - h * .73, lw, lh + 24, rx=0), "</g>", f'<g clip-path="{ci}">', sc.round_shade(R(x - w / 2, y - h, w, h), .6), "</g>")
    lid = P(f"M{x - w * .515} {y - h + 40} V{y - h - h * .06} A{w * .515} {ry} 0 0 1 {x + w * .515} {y - h - h * .06} V{y - h + 40} A{w * .515} {ry} 0 0 1 {x - w * .515} {y - h + 40}Z", fill=metal(sc, GOLD))
    sc.add(lid, E(x, y - h - h * .06, w * .515, ry, fill=light(GOLD, .35)), E(x, y - h - h * .06, w * .47, ry * .86, fill=sc.lin([(0, GOLD, 1), (1, light(GOLD, .5), 1)])))

def can(sc, p, x, y, w, h):
    """Food tin with a paper band."""
    ry = w * .12; st = "#b9b6ae"
    sc.shadow(x, y, w * .53, w * .18, .42)
    d = f"M{x - w / 2} {y - h} V{y - ry * .5} A{w / 2} {ry} 0 0 0 {x + w / 2} {y - ry * .5} V{y - h}Z"
    sc.add(P(d, fill=metal(sc, st)))
    for k in range(4): sc.add(P(f"M{x - w / 2} {y - h * .05 - k * 9} A{w / 2} {ry} 0 0 0 {x + w / 2} {y - h * .05 - k * 9}", stroke="#000", stroke_width=2, opacity=.14, fill="none"))
    b = P(f"M{x - w / 2} {y - h * .92} A{w / 2} {ry} 0 0 0 {x + w / 2} {y - h * .92} V{y - h * .14} A{w / 2} {ry} 0 0 1 {x - w / 2} {y - h * .14}Z", fill=sc.lin([(0, p.accent, 1), (.62, p.accent, 1), (.62, "#f3e6cb", 1), (.7, "#f3e6cb", 1), (.7, "#3f5a34", 1), (1, "#3f5a34", 1)], 0, 0, 0, 1))
    sc.add(b)
    lw, lh = w * .74, h * .56
    sc.add(lab(sc, p, x - lw / 2, y - h * .74, lw, lh, style=0))
    sc.add(sc.round_shade(P(f"M{x - w / 2} {y - h * .92} A{w / 2} {ry} 0 0 0 {x + w / 2} {y - h * .92} V{y - h * .14} A{w / 2} {ry} 0 0 1 {x - w / 2} {y - h * .14}Z"), .8), E(x, y - h, w / 2, ry, fill=metal(sc, st)), E(x, y - h, w * .46, ry * .86, fill=sc.lin([(0, "#8f8c85", 1), (.5, "#e4e2dc", 1), (1, "#a29f98", 1)])), E(x, y - h, w * .33, ry * .6, fill="none", stroke="#8d8a83", stroke_width=2))

def fish_tin(sc, p, x, y, w, h):
    """Flat fish tin standing on its side, in a printed sleeve."""
    sc.shadow(x, y, w * .54, w * .13, .4)
    sc.add(R(x - w / 2, y - h, w, h, rx=h * .24, fill=metal(sc, GOLD)), R(x - w / 2 + 10, y - h + 10, w - 20, h - 20, rx=h * .21, fill=p.accent), R(x - w / 2 + 22, y - h + 22, w - 44, h - 44, rx=h * .18, fill="none", stroke=GOLD, stroke_width=3))
    for r in range(5):
        for q in range(9):
            sc.add(P(f"M{x - w * .46 + q * w * .115} {y - h * .12 - r * h * .19} q{w * .057} {-h * .12} {w * .115} 0", stroke=light(p.accent, .22), stroke_width=3, fill="none", opacity=.7))
    sc.add(lab(sc, p, x - w * .33, y - h * .85, w * .66, h * .7, icon="fish", style=0), R(x - w / 2, y - h, w, h, rx=h * .24, fill=sc.lin([(0, "#fff", .3), (.4, "#fff", 0), (1, "#000", .28)], 0, 0, 1, 1)))

def choc_bar(sc, p, x, y, w, h, c="#3d2317"):
    sc.drop(R(x - w / 2, y - h / 2, w, h, rx=6), 20, 26, 20, .38)
    sc.add(R(x - w / 2, y - h / 2, w, h, rx=5, fill=sc.lin([(0, light(p.accent, .16), 1), (.5, p.accent, 1), (1, dark(p.accent, .22), 1)], 0, 0, 1, 1)))
    for k in range(-9, 22): sc.add(f'<g clip-path="{sc.memo.setdefault(("cb", x, y), sc.clip(R(x - w / 2, y - h / 2, w, h * 1)))}">', P(f"M{x - w / 2 + k * 44} {y - h / 2} l{h * .6} {h}", stroke=GOLD, stroke_width=1.6, opacity=.3), "</g>")
    sc.add(lab(sc, p, x - w * .39, y - h * .3, w * .78, h * .6))
    for yy in (y - h * .42, y + h * .42): sc.add(R(x - w / 2, yy - 3, w, 6, fill=GOLD, opacity=.75))

def squares(sc, x, y, n, m, s, c, gap=4):
    """Slab of chocolate seen from above."""
    sc.drop(R(x, y, n * s, m * s, rx=8), 16, 22, 16, .4)
    sc.add(R(x, y, n * s, m * s, rx=8, fill=dark(c, .35)))
    for i in range(n):
        for j in range(m):
            X, Y = x + i * s + gap, y + j * s + gap; q = s - 2 * gap
            sc.add(R(X, Y, q, q, rx=9, fill=c), P(f"M{X} {Y + q} L{X} {Y + 9} Q{X} {Y} {X + 9} {Y} H{X + q} L{X + q - 20} {Y + 20} H{X + 20} V{Y + q - 20}Z", fill=light(c, .25), opacity=.75), P(f"M{X + q} {Y} V{Y + q} H{X} L{X + 20} {Y + q - 20} H{X + q - 20} V{Y + 20}Z", fill=dark(c, .4), opacity=.7), R(X + 20, Y + 20, q - 40, q - 40, fill=sc.lin([(0, light(c, .16), 1), (1, c, 1)], 0, 0, 1, 1)))

# ---- cheese and meat
def wedge(sc, p, x, y, w, h, paste, rind, mode="hard", tag=True):
    """A wedge in three-quarter view: rind at the back right, cut face in front."""
    rng = sc.rng; A = (x - w * .56, y - h * .1); B = (x + w * .2, y); C = (x + w * .56, y - h * .3)
    up = h * .72
    sc.shadow(x, y - h * .05, w * .54, w * .15, .4)
    front = f"M{A[0]} {A[1]} L{B[0]} {B[1]} V{B[1] - up} L{A[0]} {A[1] - up}Z"
    side = f"M{B[0]} {B[1]} Q{x + w * .46} {y - h * .08} {C[0]} {C[1]} V{C[1] - up} Q{x + w * .46} {y - h * .08 - up} {B[0]} {B[1] - up}Z"
    top = f"M{A[0]} {A[1] - up} L{B[0]} {B[1] - up} Q{x + w * .46} {y - h * .08 - up} {C[0]} {C[1] - up}Z"
    sc.add(P(side, fill=sc.lin([(0, rind, 1), (1, dark(rind, .4), 1)])), P(front, fill=sc.lin([(0, light(paste, .2), 1), (.6, paste, 1), (1, dark(paste, .16), 1)], 0, 0, 1, 1)), P(top, fill=sc.lin([(0, light(paste, .5), 1), (1, light(paste, .12), 1)])))
    i = sc.clip(P(front)); sc.add(f'<g clip-path="{i}">')
    pt = lambda: (rng.uniform(A[0], B[0]), rng.uniform(y - up - h * .1, y))
    if mode == "hard":
        for _ in range(150):
            a, b = pt(); sc.add(P(f"M{a} {b} l{rng.uniform(6, 34)} {rng.uniform(-6, 10)} l{rng.uniform(-8, 14)} {rng.uniform(2, 12)}", stroke=dark(paste, rng.uniform(.1, .3)), stroke_width=rng.uniform(1, 3), fill="none", opacity=.5))
        for _ in range(90):
            a, b = pt(); sc.add(E(a, b, 2.6, 2.2, fill="#fffbe8", opacity=.8))
    elif mode == "blue":
        for _ in range(60):
            a, b = pt(); sc.add(P(blob(a, b, rng.uniform(5, 26), rng.uniform(4, 14), rng, 8, .35, rng.uniform(0, 3)), fill=rng.choice(["#4f6a66", "#5f7a72", "#3f5a5e"]), opacity=rng.uniform(.35, .8)))
    elif mode == "soft":
        for _ in range(30):
            a, b = pt(); sc.add(E(a, b, rng.uniform(3, 9), rng.uniform(2, 5), fill=dark(paste, .2), opacity=.45))
    else:
        for _ in range(26):
            a, b = pt(); sc.add(E(a, b, rng.uniform(2, 7), rng.uniform(2, 4), fill=dark(paste, .25), opacity=.5))
    e = 20 if mode != "soft" else 14
    sc.add(R(A[0], y - up - h * .2, 0, 0), P(f"M{A[0]} {A[1] - e / 2} L{B[0]} {B[1] - e / 2}", stroke=rind, stroke_width=e, opacity=.85), P(f"M{A[0]} {A[1] - up + e / 2} L{B[0]} {B[1] - up + e / 2}", stroke=rind, stroke_width=e * .8, opacity=.7), "</g>")
    ci = sc.clip(P(side)); sc.add(f'<g clip-path="{ci}" opacity=".35">')
    for _ in range(60): sc.add(E(rng.uniform(B[0], C[0]), rng.uniform(y - up - h * .3, y), 3, 3, fill=light(rind, .5)))
    sc.add("</g>", P(f"M{A[0]} {A[1] - up} L{B[0]} {B[1] - up} V{B[1]}", stroke="#fff", stroke_width=2.5, fill="none", opacity=.4))
    if tag: price_flag(sc, p, x - w * .16, y - up - h * .12, w * .5)

def price_flag(sc, p, x, y, w):
    """Paper flag on a pick, stuck into the food."""
    h = w * .74
    sc.add(P(f"M{x} {y - h * .2} V{y + h * .42}", stroke="#8a6238", stroke_width=7, stroke_linecap="round"), E(x + 16, y - h * .58, w * .5, h * .45, fill="#3a2010", opacity=.22, filter=sc.blur(12)))
    sc.add(lab(sc, p, x - w / 2, y - h * 1.05, w, h, rx=8))

def wheel(sc, p, x, y, w, h, paste, rind):
    """A wheel on a board, with a slice taken out towards the viewer."""
    ry = w * .2; y -= 26; wd = "#a8743e"
    sc.shadow(x, y, w * .6, w * .19, .42)
    sc.add(E(x, y - ry * .72, w * .6, ry * 1.28, fill=dark(wd, .35)), E(x, y - ry * .72 - 16, w * .6, ry * 1.28, fill=sc.lin([(0, light(wd, .35), 1), (1, wd, 1)], 0, 0, 1, 1)))
    sc.add(E(x + 20, y - ry * .8, w * .52, ry * 1.04, fill="#2a1608", opacity=.4, filter=sc.blur(10)))
    body = P(f"M{x - w / 2} {y - h} V{y - ry} A{w / 2} {ry} 0 0 0 {x + w / 2} {y - ry} V{y - h}Z", fill=rind)
    sc.add(body, sc.round_shade(P(f"M{x - w / 2} {y - h} V{y - ry} A{w / 2} {ry} 0 0 0 {x + w / 2} {y - ry} V{y - h}Z"), .8))
    sc.add(E(x, y - h, w / 2, ry, fill=sc.lin([(0, light(rind, .3), 1), (1, rind, 1)])), E(x, y - h, w * .46, ry * .9, fill="none", stroke=light(rind, .25), stroke_width=2, opacity=.5))
    pt = lambda a: (x + w / 2 * math.cos(a), y - h + ry * math.sin(a))
    (ax, ay), (bx, by) = pt(.32), pt(1.72); hh = h - ry; cy = y - h
    sc.add(P(f"M{x} {cy} L{ax} {ay} V{ay + hh} A{w / 2} {ry} 0 0 1 {bx} {by + hh} V{by}Z", fill=sc.lin([(0, wd, 1), (1, light(wd, .12), 1)], 0, 0, 1, 0)), P(f"M{x} {cy + hh} L{ax} {ay + hh} L{bx} {by + hh}Z", fill="#2a1608", opacity=.34, filter=sc.blur(8)))
    fa, fb = P(f"M{x} {cy} L{ax} {ay} V{ay + hh} L{x} {cy + hh}Z", fill=sc.lin([(0, paste, 1), (1, dark(paste, .16), 1)])), P(f"M{x} {cy} L{bx} {by} V{by + hh} L{x} {cy + hh}Z", fill=sc.lin([(0, dark(paste, .3), 1), (1, dark(paste, .1), 1)]))
    sc.add(fa, fb)
    for _ in range(110):
        t, v = sc.rng.uniform(.03, .96), sc.rng.uniform(.05, .94)
        X, Y = x + (ax - x) * t, cy + (ay - cy) * t + v * hh
        sc.add(E(X, Y, sc.rng.uniform(2, 5), sc.rng.uniform(1.5, 3), fill=sc.rng.choice([dark(paste, .3), "#fff8e4"]), opacity=.5))
    sc.add(P(f"M{ax} {ay} V{ay + hh} M{x + (ax - x) * .02} {cy + hh - 5} L{ax} {ay + hh - 5}", stroke=rind, stroke_width=13, fill="none"), P(f"M{x + 3} {cy + 5} L{ax} {ay + 5}", stroke=rind, stroke_width=9, fill="none"), P(f"M{bx} {by} V{by + hh}", stroke=rind, stroke_width=10))
    lw = w * .34
    sc.add(lab(sc, p, x - w * .44, cy + ry * .62, lw, hh * .86, rx=4))

def pear_cheese(sc, p, x, y, w, h, c):
    sc.shadow(x, y, w * .44, w * .15, .4)
    d = f"M{x} {y} C{x - w * .56} {y} {x - w * .56} {y - h * .55} {x - w * .16} {y - h * .72} Q{x - w * .05} {y - h * .76} {x - w * .1} {y - h * .84} Q{x - w * .16} {y - h * .98} {x} {y - h * .98} Q{x + w * .16} {y - h * .98} {x + w * .1} {y - h * .84} Q{x + w * .05} {y - h * .76} {x + w * .16} {y - h * .72} C{x + w * .56} {y - h * .55} {x + w * .56} {y} {x} {y}Z"
    sc.add(P(d, fill=sc.rad([(0, light(c, .5), 1), (.5, c, 1), (1, dark(c, .4), 1)], .4, .5, .62)))
    sc.add(P(f"M{x - w * .11} {y - h * .775} Q{x} {y - h * .75} {x + w * .11} {y - h * .775}", stroke="#9a7a48", stroke_width=14, fill="none"), P(f"M{x} {y - h * .77} q{w * .3} {-h * .1} {w * .1} {-h * .34}", stroke="#9a7a48", stroke_width=8, fill="none"))
    for k in (-.3, 0, .3): sc.add(P(f"M{x + w * k * .3} {y - h * .7} Q{x + w * k * 1.5} {y - h * .4} {x + w * k * .8} {y - h * .02}", stroke="#9a7a48", stroke_width=6, fill="none", opacity=.75))
    sc.add(P(f"M{x - w * .3} {y - h * .3} Q{x - w * .3} {y - h * .5} {x - w * .16} {y - h * .6}", stroke="#fff", stroke_width=18, fill="none", opacity=.3, stroke_linecap="round"), lab(sc, p, x - w * .23, y - h * .48, w * .46, h * .36))

def bowl(sc, x, y, w, h, c, inside):
    """Bowl in elevation; inside is drawn by a function over the rim ellipse."""
    sc.shadow(x, y, w * .4, w * .12, .4)
    sc.add(E(x, y - h, w / 2, w * .13, fill=dark(c, .25))); inside(x, y - h, w * .46, w * .11)
    d = f"M{x - w / 2} {y - h} A{w / 2} {w * .13} 0 0 0 {x + w / 2} {y - h} C{x + w * .48} {y - h * .3} {x + w * .28} {y} {x + w * .18} {y} H{x - w * .18} C{x - w * .28} {y} {x - w * .48} {y - h * .3} {x - w / 2} {y - h}Z"
    sc.add(P(d, fill=c), sc.round_shade(P(d), .8), P(f"M{x - w / 2} {y - h} A{w / 2} {w * .13} 0 0 0 {x + w / 2} {y - h}", stroke=light(c, .6), stroke_width=5, fill="none"))

def burrata(sc, p, x, y, w, knot=True):
    def inside(bx, by, rx, ry):
        sc.add(E(bx, by, rx, ry, fill="#e9eee8"))
        d = blob(bx, by - rx * .34, rx * .74, rx * .56, sc.rng, 12, .02)
        sc.add(P(d, fill=sc.rad([(0, "#ffffff", 1), (.55, "#f7f2e6", 1), (1, "#cfc4ac", 1)], .4, .36, .66)))
        if knot: sc.add(P(f"M{bx - rx * .12} {by - rx * .86} q{rx * .02} {-rx * .16} {-rx * .12} {-rx * .24} q{rx * .2} {rx * .02} {rx * .24} {rx * .0} q{rx * .1} {-rx * .02} {rx * .2} {rx * .02} q{-rx * .14} {rx * .08} {-rx * .1} {rx * .24}Z", fill="#f3ecdc"), P(f"M{bx - rx * .13} {by - rx * .87} h{rx * .26}", stroke="#5f7a3c", stroke_width=13, stroke_linecap="round"), "".join(P(f"M{bx + rx * k * .1} {by - rx * .85} Q{bx + rx * k * .3} {by - rx * .7} {bx + rx * k * .42} {by - rx * .55}", stroke="#c9bd9f", stroke_width=4, fill="none", opacity=.7) for k in (-1, 0, 1)))
        sc.add(E(bx - rx * .24, by - rx * .56, rx * .16, rx * .07, fill="#fff", opacity=.9))
    bowl(sc, x, y, w, w * .34, "#7f8f95", inside)

def salami(sc, p, x, y, L, t, c, net=True, cut=True, rot=-12, nduja=False):
    """A salami lying down with a cut end."""
    sc.add(f'<g transform="rotate({rot} {x} {y})">')
    sc.add(E(x + 10, y + t * .52, L * .52, t * .16, fill="#2a1608", opacity=.45, filter=sc.blur(14)))
    d = f"M{x - L * .5} {y} C{x - L * .52} {y - t * .5} {x - L * .42} {y - t * .52} {x - L * .3} {y - t * .53} L{x + L * .42} {y - t * .5} C{x + L * .46} {y - t * .3} {x + L * .46} {y + t * .3} {x + L * .42} {y + t * .5} L{x - L * .3} {y + t * .52} C{x - L * .42} {y + t * .52} {x - L * .52} {y + t * .5} {x - L * .5} {y}Z"
    skin = "#b89a84" if not nduja else "#8e2f1c"
    sc.add(P(d, fill=sc.lin([(0, light(skin, .5), 1), (.3, light(skin, .2), 1), (.7, dark(skin, .2), 1), (1, dark(skin, .55), 1)], 0, 0, 0, 1)))
    i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">')
    for _ in range(200): sc.add(P(blob(x + sc.rng.uniform(-.5, .45) * L, y + sc.rng.uniform(-.5, .5) * t, sc.rng.uniform(6, 26), sc.rng.uniform(4, 14), sc.rng, 7, .3), fill=sc.rng.choice(["#efe5d8", "#e4d6c4", "#8a5f50"] if not nduja else ["#b4462a", "#7a2415", "#c65a36"]), opacity=sc.rng.uniform(.1, .4)))
    if net:
        for k in range(-6, 14):
            for s in (1, -1): sc.add(P(f"M{x - L * .56 + k * L * .1} {y - t * .6} q{L * .05 * s + L * .02} {t * .6} {L * .09 * s} {t * 1.2}", stroke="#eadfc6", stroke_width=4, fill="none", opacity=.75))
    sc.add("</g>")
    if cut:
        ex, ey, rx, ry = x + L * .425, y, t * .2, t * .5
        sc.add(E(ex, ey, rx, ry, fill=c), E(ex, ey, rx, ry, fill="none", stroke="#d9c3a8", stroke_width=6))
        for _ in range(34):
            a = sc.rng.uniform(0, 6.28); q = math.sqrt(sc.rng.random()) * .86
            sc.add(E(ex + math.cos(a) * rx * q, ey + math.sin(a) * ry * q, sc.rng.uniform(2, 5), sc.rng.uniform(4, 11), fill="#f5dfcf", opacity=.9))
    else: sc.add(P(f"M{x + L * .44} {y} q40 0 60 -30 m-60 30 q40 10 66 30", stroke="#d9c9a6", stroke_width=9, fill="none"))
    sc.add(P(f"M{x - L * .5} {y} q-46 -8 -70 -40 q60 0 70 40 q-50 0 -80 36", stroke="#d9c9a6", stroke_width=9, fill="none"))
    lw, lh = L * .34, t * 1.06
    ci = sc.clip(P(d)); sc.add(f'<g clip-path="{ci}">', lab(sc, p, x - L * .2, y - lh * .5, lw, lh, rx=0), "</g>", f'<g clip-path="{ci}">', R(x - L * .2, y - lh / 2, lw, lh, fill=sc.lin([(0, "#fff", .25), (.4, "#fff", 0), (1, "#000", .42)], 0, 0, 0, 1)), "</g></g>")

def ham(sc, p, x, y, s):
    """A ham hanging by a cord, cut face to the left."""
    d = f"M{x + s * .05} {y - s * .98} C{x + s * .16} {y - s * .9} {x + s * .12} {y - s * .72} {x + s * .2} {y - s * .58} C{x + s * .46} {y - s * .3} {x + s * .42} {y + s * .16} {x + s * .1} {y + s * .22} C{x - s * .26} {y + s * .3} {x - s * .5} {y + s * .06} {x - s * .42} {y - s * .22} C{x - s * .36} {y - s * .46} {x - s * .12} {y - s * .56} {x - s * .08} {y - s * .74} C{x - s * .06} {y - s * .88} {x - s * .05} {y - s * .96} {x + s * .05} {y - s * .98}Z"
    sc.add(P(f"M{x + s * .04} {y - s * .92} C{x - s * .1} {y - s * 1.1} {x + s * .16} {y - s * 1.2} {x + s * .05} {y - s * 1.6}", stroke="#b99a66", stroke_width=10, fill="none"), f'<g transform="translate(40 46)" opacity=".3" filter="{sc.blur(26)}">', P(d, fill="#3a2010"), "</g>")
    sc.add(P(d, fill=sc.rad([(0, "#d9a268", 1), (.45, "#b5733f", 1), (1, "#6d3a1c", 1)], .32, .55, .75)))
    i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">')
    for k in range(26):
        a = sc.rng.uniform(-.5, .45)
        sc.add(P(f"M{x + a * s} {y - sc.rng.uniform(.2, .9) * s} q{sc.rng.uniform(-.1, .1) * s} {s * .2} {sc.rng.uniform(-.1, .1) * s} {s * .4}", stroke="#5a2c14", stroke_width=sc.rng.uniform(2, 6), fill="none", opacity=.16))
    face = blob(x - s * .2, y - s * .02, s * .26, s * .22, sc.rng, 10, .05, -.5)
    sc.add(P(face, fill="#f4e2cc"), P(blob(x - s * .19, y - s * .01, s * .21, s * .175, sc.rng, 10, .07, -.5), fill=sc.rad([(0, "#d0756a", 1), (1, "#a8443f", 1)])), P(blob(x - s * .13, y - s * .06, s * .05, s * .035, sc.rng, 8, .1), fill="#f4e2cc"))
    for k in range(5): sc.add(P(f"M{x - s * (.34 - k * .02)} {y - s * (.06 - k * .035)} q{s * .12} {-s * .08} {s * .26} {-s * .02}", stroke="#f3d2c2", stroke_width=4, fill="none", opacity=.6))
    sc.add("</g>", P(f"M{x + s * .2} {y - s * .4} Q{x + s * .33} {y - s * .2} {x + s * .28} {y}", stroke="#fff", stroke_width=16, fill="none", opacity=.16, stroke_linecap="round"))
    sc.add(P(f"M{x + s * .1} {y - s * .74} L{x + s * .3} {y - s * .62}", stroke="#b99a66", stroke_width=5), lab(sc, p, x + s * .1, y - s * .62, s * .42, s * .42, rx=8))

def slab(sc, p, x, y, w, h, meat, fat, crust, stripes=2):
    """Speck, guanciale: a piece with layers of fat, cut face in front, spiced crust above and beside."""
    rng = sc.rng; dx, dy = w * .17, -h * .42; L, Rr = x - w * .55, x + w * .36
    sc.shadow(x + w * .04, y - h * .04, w * .52, w * .14, .42)
    front = f"M{L} {y - h * .06} Q{L - 22} {y - h * .5} {L + 10} {y - h * .86} Q{L + 24} {y - h} {L + w * .12} {y - h * .97} C{x - w * .1} {y - h * .88} {x + w * .1} {y - h * 1.04} {Rr - 20} {y - h * .93} Q{Rr + 8} {y - h * .88} {Rr} {y - h * .6} L{Rr - 4} {y - h * .04} Q{x} {y + h * .03} {L} {y - h * .06}Z"
    top = f"M{L + 10} {y - h * .86} Q{L + 24} {y - h} {L + w * .12} {y - h * .97} C{x - w * .1} {y - h * .88} {x + w * .1} {y - h * 1.04} {Rr - 20} {y - h * .93} L{Rr + dx} {y - h * .9 + dy} C{x + w * .2} {y - h * 1.0 + dy} {x} {y - h * .9 + dy} {L + w * .14 + dx} {y - h * .93 + dy} Q{L + dx * .6} {y - h * .95 + dy * .8} {L + 10} {y - h * .86}Z"
    side = f"M{Rr - 20} {y - h * .93} Q{Rr + 8} {y - h * .88} {Rr} {y - h * .6} L{Rr - 4} {y - h * .04} L{Rr + dx} {y - h * .1 + dy * .6} Q{Rr + dx + 18} {y - h * .5 + dy} {Rr + dx} {y - h * .9 + dy}Z"
    sc.add(P(side, fill=sc.lin([(0, crust, 1), (1, dark(crust, .5), 1)])), P(top, fill=sc.lin([(0, light(crust, .3), 1), (1, crust, 1)], 0, 0, 1, .3)))
    for shape, box in ((top, (L, Rr + dx, y - h * 1.05 + dy, y - h * .8)), (side, (Rr - 20, Rr + dx + 18, y - h * .95 + dy, y))):
        i = sc.clip(P(shape)); sc.add(f'<g clip-path="{i}">', "".join(E(rng.uniform(box[0], box[1]), rng.uniform(box[2], box[3]), rng.uniform(2, 6), rng.uniform(1.5, 4), fill=rng.choice(["#1e1410", "#6a4e34", "#8a6a46", "#2e2018"]), opacity=.8) for _ in range(240)), "</g>")
    i = sc.clip(P(front)); sc.add(P(front, fill=sc.lin([(0, light(fat, .4), 1), (1, dark(fat, .1), 1)], 0, 0, .4, 1)), f'<g clip-path="{i}">')
    for k in range(stripes):
        a = y - h * (.82 - k * .44); t = h * (.2 if k else .24)
        top_ = f"M{L - 30} {a} C{x - w * .3} {a - h * .1} {x - w * .1} {a + h * .12} {x + w * .08} {a + h * .02} S{x + w * .3} {a - h * .06} {Rr + 30} {a + h * .06}"
        sc.add(P(top_ + f" V{a + t} C{x + w * .2} {a + t + h * .08} {x - w * .1} {a + t - h * .06} {x - w * .2} {a + t + h * .06} S{L} {a + t} {L - 30} {a + t * .8}Z", fill=sc.lin([(0, light(meat, .18), 1), (1, dark(meat, .16), 1)], 0, 0, 0, 1)))
        for _ in range(16): sc.add(P(f"M{rng.uniform(L, Rr)} {a + rng.uniform(.1, .8) * t} q{rng.uniform(10, 40)} {rng.uniform(-8, 8)} {rng.uniform(30, 110)} {rng.uniform(-6, 6)}", stroke=fat, stroke_width=rng.uniform(1.5, 4.5), fill="none", opacity=.5))
    sc.add(P(front, fill="none", stroke=crust, stroke_width=20, opacity=.9), P(front, fill=sc.lin([(0, "#fff", .2), (.5, "#fff", 0), (1, "#000", .18)], 0, 0, 1, 1)), "</g>")
    price_flag(sc, p, x + w * .02, y - h * 1.28, w * .42)

def mortadella(sc, p, x, y, L, t):
    c = "#dfa08e"
    sc.shadow(x, y, L * .5, t * .22, .42)
    sc.add(P(f"M{x - L * .32} {y - t} H{x + L * .42} Q{x + L * .54} {y - t / 2} {x + L * .42} {y} H{x - L * .32}Z", fill=sc.lin([(0, "#e7b9a4", 1), (.3, "#cf8f78", 1), (1, "#7e4636", 1)], 0, 0, 0, 1)))
    for k in range(7): sc.add(P(f"M{x - L * .2 + k * L * .1} {y - t} q{L * .05} {t / 2} 0 {t}", stroke="#efe0c4", stroke_width=8, fill="none", opacity=.8))
    sc.add(f'<g transform="translate({x - L * .32} {y - t / 2}) scale(.62 1)">', piece(sc, "morta_slice", 0, 0, t, c, sc.rng), "</g>")
    price_flag(sc, p, x + L * .16, y - t * 1.02, L * .46)

# ---- cakes, gifts, others
def panettone(sc, p, x, y, w, h, crumb="#e6b65f", dome="#6e3a1a", cut=True, fruit=("#7a3a1c", "#d98a2e")):
    rng = sc.rng
    sc.shadow(x, y, w * .53, w * .17, .42)
    pl = h * .5; pc = p.accent
    d = f"M{x - w * .5} {y - h * .62} C{x - w * .62} {y - h * .86} {x - w * .3} {y - h * 1.02} {x} {y - h} C{x + w * .32} {y - h * 1.03} {x + w * .6} {y - h * .84} {x + w * .5} {y - h * .62}Z"
    body = f"M{x - w * .48} {y - h * .66} L{x - w * .46} {y - 12} Q{x} {y + 22} {x + w * .46} {y - 12} L{x + w * .48} {y - h * .66}Z"
    sc.add(P(body, fill=pc), sc.round_shade(P(body)))
    for k in range(25): sc.add(P(f"M{x - w * .47 + k * w * .94 / 24} {y - h * .64} l{(12 - k) * .9} {h * .64}", stroke="#000", stroke_width=2, opacity=.1))
    for yy in (.58, .1): sc.add(P(f"M{x - w * .475} {y - h * yy} Q{x} {y - h * yy + 30} {x + w * .475} {y - h * yy}", stroke=GOLD, stroke_width=8, fill="none"))
    sc.add(P(d, fill=sc.rad([(0, light(dome, .42), 1), (.45, dome, 1), (1, dark(dome, .45), 1)], .38, .3, .8)))
    i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">')
    for s in (-1, 1): sc.add(P(f"M{x - s * w * .06} {y - h * 1.0} Q{x + s * w * .2} {y - h * .86} {x + s * w * .4} {y - h * .7}", stroke=light(dome, .55), stroke_width=26, fill="none", opacity=.55), P(f"M{x - s * w * .06} {y - h * 1.0} Q{x + s * w * .2} {y - h * .86} {x + s * w * .4} {y - h * .7}", stroke=crumb, stroke_width=10, fill="none", opacity=.8))
    for _ in range(46): sc.add(E(x + rng.uniform(-.5, .5) * w, y - rng.uniform(.64, 1) * h, rng.uniform(3, 10), rng.uniform(2, 7), fill=rng.choice([dark(dome, .4), light(dome, .3), fruit[0]]), opacity=.55))
    sc.add("</g>", P(f"M{x - w * .34} {y - h * .84} Q{x - w * .2} {y - h * .95} {x - w * .02} {y - h * .95}", stroke="#fff", stroke_width=16, opacity=.26, fill="none", stroke_linecap="round"))
    lw, lh = w * .6, h * .4
    sc.add(lab(sc, p, x - lw / 2, y - h * .54, lw, lh))

def cake_slice(sc, x, y, s, crumb="#ecc877", crust="#7a431f", bits=("#7a3a1c", "#d98a2e", "#c96f1e")):
    rng = sc.rng
    d = f"M{x - s * .5} {y} L{x - s * .46} {y - s * .5} C{x - s * .56} {y - s * .9} {x - s * .2} {y - s} {x} {y - s * .98} C{x + s * .24} {y - s} {x + s * .56} {y - s * .86} {x + s * .46} {y - s * .5} L{x + s * .5} {y}Z"
    sc.shadow(x, y, s * .5, s * .13, .38)
    sc.add(P(d, fill=crust, transform=f"translate({s * .1} {-s * .04})"), P(d, fill=crumb, stroke=crust, stroke_width=s * .035))
    i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">')
    for _ in range(150): sc.add(P(blob(x + rng.uniform(-.46, .46) * s, y - rng.uniform(.03, .93) * s, rng.uniform(3, 20), rng.uniform(3, 9), rng, 7, .3, rng.uniform(0, 3)), fill=rng.choice([light(crumb, .5), dark(crumb, .22), light(crumb, .3)]), opacity=.6))
    for _ in range(26): sc.add(P(blob(x + rng.uniform(-.42, .42) * s, y - rng.uniform(.06, .86) * s, rng.uniform(9, 18), rng.uniform(7, 13), rng, 7, .2), fill=rng.choice(bits)))
    sc.add("</g>")

def ribbon_box(sc, p, x, y, w, h, c, rib):
    d = 90
    box(sc, p, x, y, w, h, d, c, (.24, .22, .52, .6))
    sc.add(R(x - w * .045 - w * .36, y - h, w * .07, h, fill=rib), P(f"M{x - w * .405} {y - h} l{d} {-d * .5} h{w * .07} l{-d} {d * .5}Z", fill=light(rib, .2)))
    bx, by = x - w * .3, y - h - d * .28
    for s in (-1, 1): sc.add(P(f"M{bx} {by} C{bx + s * 40} {by - 110} {bx + s * 170} {by - 120} {bx + s * 160} {by - 30} C{bx + s * 150} {by + 10} {bx + s * 60} {by + 14} {bx} {by}Z", fill=sc.lin([(0, light(rib, .3), 1), (1, dark(rib, .35), 1)], 0, 0, 1, 1)), P(f"M{bx} {by} q{s * 60} 30 {s * 84} 96 l{-s * 38} -8 q{-s * 16} -60 {-s * 46} -88Z", fill=dark(rib, .15)))
    sc.add(E(bx, by - 4, 26, 20, fill=light(rib, .1)))

def wicker(sc, x, y, w, h, c="#b98a52", handle=True):
    rng = sc.rng
    if handle: sc.add(P(f"M{x - w * .42} {y - h * .9} C{x - w * .38} {y - h * 2.5} {x + w * .38} {y - h * 2.5} {x + w * .42} {y - h * .9}", stroke=dark(c, .2), stroke_width=24, fill="none"), P(f"M{x - w * .42} {y - h * .9} C{x - w * .38} {y - h * 2.5} {x + w * .38} {y - h * 2.5} {x + w * .42} {y - h * .9}", stroke=light(c, .25), stroke_width=12, fill="none", stroke_dasharray="18 10"))
def wicker_front(sc, x, y, w, h, c="#b98a52"):
    d = f"M{x - w * .5} {y - h} L{x - w * .43} {y - 8} Q{x} {y + 18} {x + w * .43} {y - 8} L{x + w * .5} {y - h} Q{x} {y - h + 34} {x - w * .5} {y - h}Z"
    i = sc.clip(P(d)); sc.add(P(d, fill=dark(c, .45)), f'<g clip-path="{i}">')
    ch = 30
    for r in range(int(h / ch) + 3):
        for q in range(-1, int(w / 54) + 2):
            X = x - w / 2 + q * 54 + (27 if r % 2 else 0); Y = y - h + r * ch - 4 + 30 * (1 - ((X + 20 - x) / (w / 2)) ** 2)
            sc.add(R(X, Y, 50, ch - 5, rx=12, fill=sc.lin([(0, light(c, .35), 1), (.5, c, 1), (1, dark(c, .4), 1)], 0, 0, 0, 1)))
    sc.add("</g>", sc.round_shade(P(d), .8), P(f"M{x - w * .5} {y - h} Q{x} {y - h + 34} {x + w * .5} {y - h}", stroke=c, stroke_width=26, fill="none"), P(f"M{x - w * .5} {y - h} Q{x} {y - h + 34} {x + w * .5} {y - h}", stroke=light(c, .35), stroke_width=20, fill="none", stroke_dasharray="20 12"))
def crate_front(sc, p, x, y, w, h):
    c = "#cfa874"
    for k in range(3):
        yy = y - h + k * h / 3
        sc.add(R(x - w / 2, yy + 4, w, h / 3 - 10, rx=5, fill=sc.lin([(0, light(c, .2), 1), (1, dark(c, .15), 1)], 0, 0, 0, 1)), "".join(P(f"M{x - w / 2 + 10} {yy + 14 + j * 15} q{w * .3} {sc.rng.uniform(-8, 8)} {w - 20} {sc.rng.uniform(-4, 4)}", stroke=dark(c, .3), stroke_width=2, fill="none", opacity=.35) for j in range(int(h / 3 / 16))))
    for s in (-1, 1): sc.add(R(x + s * (w / 2 - 34) - 24, y - h, 48, h, fill=light(c, .1)), *[E(x + s * (w / 2 - 34), y - h + h / 6 + k * h / 3, 6, 6, fill="#7a6a55") for k in range(3)])
    sc.add(lab(sc, p, x - w * .23, y - h * .86, w * .46, h * .74, style=0))

def glass_of(sc, x, y, h, c, flute=False):
    w = h * (.2 if flute else .42)
    sc.shadow(x, y, h * .17, h * .05, .3)
    sc.add(E(x, y - 4, h * .16, h * .032, fill="#fff", opacity=.55, stroke="#a99", stroke_width=2), P(f"M{x} {y - 8} V{y - h * .45}", stroke="#fff", stroke_width=9, opacity=.75))
    b = f"M{x - w * .36} {y - h} C{x - w * .62} {y - h * .66} {x - w * .4} {y - h * .46} {x} {y - h * .44} C{x + w * .4} {y - h * .46} {x + w * .62} {y - h * .66} {x + w * .36} {y - h}Z"
    i = sc.clip(P(b)); lv = y - h * (.88 if flute else .74)
    sc.add(P(b, fill="#fff", opacity=.28), f'<g clip-path="{i}">', R(x - w, lv, 2 * w, h, fill=sc.lin([(0, dark(c, .2), .92), (.4, light(c, .25), .9), (1, dark(c, .35), .92)])), E(x, lv, w * .5, w * .09, fill=light(c, .35), opacity=.9))
    if flute: sc.add("".join(E(x + sc.rng.uniform(-.3, .3) * w, sc.rng.uniform(lv, y - h * .5), 3, 3, fill="#fff", opacity=.7) for _ in range(26)))
    sc.add("</g>", P(b, fill="none", stroke="#fff", stroke_width=3.5, opacity=.7), P(f"M{x - w * .36} {y - h * .9} C{x - w * .5} {y - h * .7} {x - w * .36} {y - h * .56} {x - w * .22} {y - h * .5}", stroke="#fff", stroke_width=9, opacity=.5, fill="none", stroke_linecap="round"))

def bottarga(sc, p, x, y, L, t, c, rot=-16, tag=True):
    """A pair of roe lobes."""
    sc.add(f'<g transform="rotate({rot} {x} {y})">')
    # two flattened lobes joined at one end: dark in the thick middle, amber and clear at the thin edge
    for sg in (-1, 1):
        yy = y + sg * t * .46
        sy = lambda v: yy + v * t * sg
        d = f"M{x + L * .52} {sy(-.34)} C{x + L * .46} {sy(-.02)} {x + L * .5} {sy(.3)} {x + L * .36} {sy(.42)} C{x + L * .16} {sy(.56)} {x - L * .14} {sy(.46)} {x - L * .34} {sy(.2)} C{x - L * .45} {sy(.1)} {x - L * .54} {sy(.06)} {x - L * .55} {sy(-.12)} C{x - L * .55} {sy(-.3)} {x - L * .44} {sy(-.37)} {x - L * .3} {sy(-.39)} C{x - L * .16} {sy(-.41)} {x - L * .06} {sy(-.42)} {x + L * .06} {sy(-.42)} C{x + L * .24} {sy(-.43)} {x + L * .4} {sy(-.4)} {x + L * .52} {sy(-.34)}Z"
        sc.drop(P(d), 14, 20, 14, .42)
        sc.add(P(d, fill=dark(c, .5), transform="translate(2 9)"), P(d, fill=light(c, .22)))
        i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">', f'<g filter="{sc.blur(15)}" transform="translate({x} {yy}) scale(.9 .76) translate({-x} {-yy})">', P(d, fill=dark(c, .3)), "</g>",
               P(d, fill=sc.lin([(0, "#ffffff", .16), (.5, "#ffffff", 0), (1, "#1a0802", .3)], 0, 0, .2, 1)))
        for j in range(5):  # veins running out from the seam
            a = x + L * (.34 - j * .17)
            sc.add(P(f"M{x + L * .5} {sy(-.3)} Q{a + L * .1} {sy(-.24)} {a} {sy(-.1)} T{a - L * .14} {sy(.2)}", stroke="#3f1606", stroke_width=3.2 - j * .3, fill="none", opacity=.36), P(f"M{a} {sy(-.1)} q{-L * .01} {sg * t * .14} {L * .05} {sg * t * .3}", stroke="#3f1606", stroke_width=1.8, fill="none", opacity=.3))
        for _ in range(260):
            sc.add(E(x + sc.rng.uniform(-.54, .5) * L, yy + sc.rng.uniform(-.46, .5) * t, 2, 1.6, fill=sc.rng.choice([light(c, .55), dark(c, .6)]), opacity=.26))
        sc.add(P(d, fill="none", stroke=light(c, .42), stroke_width=5, opacity=.65), P(f"M{x - L * .3} {yy - t * .24} Q{x} {yy - t * .34} {x + L * .3} {yy - t * .27}", stroke="#fff0d0", stroke_width=t * .035, fill="none", opacity=.4, stroke_linecap="round", filter=sc.blur(3)), "</g>")
    sc.add(P(blob(x + L * .535, y, L * .035, t * .22, sc.rng, 8, .12), fill="#d9b076"), P(f"M{x + L * .52} {y - 8} q26 8 34 0 M{x + L * .52} {y + 8} q26 -4 34 2", stroke="#f3e4c4", stroke_width=6, fill="none"))
    sc.add("</g>")
    if tag:
        sc.add(P(f"M{x + L * .46} {y - t * .5} q60 -30 30 -110", stroke="#b99a66", stroke_width=5, fill="none"))
        lx, ly, lw = x + L * .16, y - t * 2.25, L * .4
        sc.drop(R(lx, ly, lw, lw * .86, rx=10), 12, 18, 14, .3); sc.add(lab(sc, p, lx, ly, lw, lw * .86, rx=10))

def truffle(sc, x, y, r, c, black):
    rng = sc.rng
    d = blob(x, y, r, r * .86, rng, 11, .09)
    sc.add(E(x + r * .3, y + r * .8, r * 1.1, r * .24, fill="#2a1608", opacity=.45, filter=sc.blur(16)), P(d, fill=sc.rad([(0, light(c, .35), 1), (.5, c, 1), (1, dark(c, .6), 1)], .45, .42, .62, .34, .3)))
    i = sc.clip(P(d)); sc.add(f'<g clip-path="{i}">')
    if black:
        s = r * .13; row = 0; yy = y - r
        while yy < y + r:
            xx = x - r + (s * .8 if row % 2 else 0)
            while xx < x + r:
                q = s * rng.uniform(.8, 1.2); f = ((xx - x + r * .5) ** 2 + (yy - y + r * .5) ** 2) ** .5 / (r * 1.7)
                pts = " ".join(f"{xx + math.cos(k * 1.047 + rng.uniform(-.2, .2)) * q:.1f},{yy + math.sin(k * 1.047 + rng.uniform(-.2, .2)) * q * .9:.1f}" for k in range(6))
                sc.add(f'<polygon points="{pts}" fill="{dark(jitter(c, rng, .03), min(.75, f * .8))}"/>', f'<circle cx="{xx - q * .2:.1f}" cy="{yy - q * .25:.1f}" r="{q * .36:.1f}" fill="{light(c, .35)}" opacity="{max(.05, .55 - f * .6):.2f}"/>'); xx += s * 1.62
            yy += s * 1.38; row += 1
    else:
        for _ in range(46):
            a, b = x + rng.uniform(-1, 1) * r, y + rng.uniform(-1, 1) * r
            sc.add(P(blob(a, b, rng.uniform(.05, .24) * r, rng.uniform(.04, .14) * r, rng, 8, .3, rng.uniform(0, 3)), fill=rng.choice([light(c, .45), dark(c, .3), light(c, .2), dark(c, .15)]), opacity=.3))
        for _ in range(24): sc.add(P(f"M{x + rng.uniform(-.9, .7) * r} {y + rng.uniform(-.8, .8) * r} q{rng.uniform(-.1, .2) * r} {rng.uniform(-.1, .1) * r} {rng.uniform(.1, .4) * r} {rng.uniform(-.15, .15) * r}", stroke=dark(c, .45), stroke_width=rng.uniform(1.5, 4), fill="none", opacity=.5))
    sc.add("</g>", P(d, fill=sc.rad([(0, "#ffffff", .16), (.5, "#ffffff", 0), (1, "#000000", .45)], .38, .34, .7)))

def plate(sc, x, y, r, c="#f6f0e4", rim=None):
    sc.drop(E(x, y, r, r), 20, 30, 28, .36)
    sc.add(E(x, y, r, r, fill=sc.rad([(0, c, 1), (.66, c, 1), (.7, dark(c, .12), 1), (.74, light(c, .5), 1), (.96, c, 1), (1, dark(c, .16), 1)])))
    if rim: sc.add(E(x, y, r * .965, r * .965, fill="none", stroke=rim, stroke_width=r * .018), E(x, y, r * .93, r * .93, fill="none", stroke=rim, stroke_width=r * .006))
    sc.add(E(x, y, r, r, fill=sc.rad([(0, "#fff", .0), (.7, "#fff", 0), (1, "#5a3a1e", .16)], .42, .4, .62)))
