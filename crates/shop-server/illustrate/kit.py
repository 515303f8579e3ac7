"""Drawing kit: canvas, colours, light, type and small food pieces, all as SVG text."""
import colorsys, hashlib, importlib, math, pathlib, random, tempfile
from PIL import ImageFont

FONT_DIR = pathlib.Path(tempfile.gettempdir()) / "bottega-fonts"
FONTS = {  # our name: (package, file, weight)
    "Serif": ("fontpkg_cormorant_garamond", "CormorantGaramond[wght].ttf", 600),
    "SerifIt": ("fontpkg_cormorant_garamond", "CormorantGaramond-Italic[wght].ttf", 500),
    "Sans": ("fontpkg_jost", "Jost[wght].ttf", 500),
    "Script": ("fontpkg_great_vibes", "GreatVibes-Regular.ttf", None),
}

def prepare_fonts():
    """Writes fixed-weight copies of the variable fonts under our own names."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer
    FONT_DIR.mkdir(exist_ok=True)
    for name, (pkg, file, weight) in FONTS.items():
        out = FONT_DIR / f"{name}.ttf"
        if out.exists():
            continue
        src = pathlib.Path(importlib.import_module(pkg).__file__).parent / "files" / file
        font = TTFont(src)
        if weight and "fvar" in font:
            font = instancer.instantiateVariableFont(font, {"wght": weight})
        for rec in list(font["name"].names):
            if rec.nameID in (1, 16, 4):
                font["name"].setName("Bottega" + name, rec.nameID, rec.platformID, rec.platEncID, rec.langID)
            elif rec.nameID in (2, 17):
                font["name"].setName("Regular", rec.nameID, rec.platformID, rec.platEncID, rec.langID)
        font["OS/2"].usWeightClass = 400
        font.save(out)

def font_files():
    return [str(FONT_DIR / f"{n}.ttf") for n in FONTS]

_cache = {}
def width(text, font, size, spacing=0):
    f = _cache.setdefault(font, ImageFont.truetype(str(FONT_DIR / f"{font}.ttf"), 100))
    return f.getlength(text) * size / 100 + spacing * max(len(text) - 1, 0)

def seed_of(*parts):
    return int(hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:12], 16)

def mix(a, b, t):
    pa = [int(a[i:i + 2], 16) for i in (1, 3, 5)]
    pb = [int(b[i:i + 2], 16) for i in (1, 3, 5)]
    return "#%02x%02x%02x" % tuple(round(x + (y - x) * t) for x, y in zip(pa, pb))

def light(c, t=.3): return mix(c, "#fff6e6", t)
def dark(c, t=.3): return mix(c, "#1a0f0a", t)
def lum(c):
    r, g, b = [int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return .3 * r + .59 * g + .11 * b
def jitter(c, rng, a=.06):
    h, l, s = colorsys.rgb_to_hls(*[int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)])
    l = min(1, max(0, l + rng.uniform(-a, a))); h = (h + rng.uniform(-a, a) * .12) % 1
    return "#%02x%02x%02x" % tuple(round(x * 255) for x in colorsys.hls_to_rgb(h, l, s))
def esc(t): return t.replace("&", "&amp;").replace("<", "&lt;")

class Scene:
    def __init__(self, seed, w=1200, h=1200):
        self.rng = random.Random(seed); self.w, self.h = w, h
        self.defs, self.body, self.n, self.memo = [], [], 0, {}
        self.view = (0, 0, w, h)
    def add(self, *parts): self.body.extend(parts)
    def uid(self):
        self.n += 1; return f"i{self.n}"
    def lin(self, stops, x1=0, y1=0, x2=1, y2=0):
        key = ("l", tuple(stops), x1, y1, x2, y2)
        if key not in self.memo:
            i = self.uid(); self.memo[key] = f"url(#{i})"
            self.defs.append(f'<linearGradient id="{i}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">' + self.stops(stops) + "</linearGradient>")
        return self.memo[key]
    def rad(self, stops, cx=.5, cy=.5, r=.5, fx=None, fy=None):
        key = ("r", tuple(stops), cx, cy, r, fx, fy)
        if key not in self.memo:
            i = self.uid(); self.memo[key] = f"url(#{i})"
            f = f' fx="{fx}" fy="{fy}"' if fx is not None else ""
            self.defs.append(f'<radialGradient id="{i}" cx="{cx}" cy="{cy}" r="{r}"{f}>' + self.stops(stops) + "</radialGradient>")
        return self.memo[key]
    @staticmethod
    def stops(stops):
        return "".join(f'<stop offset="{o}" stop-color="{c}" stop-opacity="{a}"/>' for o, c, a in stops)
    def ball(self, c):
        return self.rad([(0, light(c, .55), 1), (.35, c, 1), (.8, dark(c, .35), 1), (1, dark(c, .5), 1)], .5, .5, .58, .34, .28)
    def pearl(self, c):
        return self.rad([(0, light(c, .5), 1), (.28, light(c, .12), 1), (.62, dark(c, .3), 1), (.84, dark(c, .62), 1), (.95, light(c, .18), 1), (1, dark(c, .5), 1)], .5, .5, .5, .34, .3)
    def blur(self, sd):
        key = ("b", sd)
        if key not in self.memo:
            i = self.uid(); self.memo[key] = f"url(#{i})"
            self.defs.append(f'<filter id="{i}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="{sd}"/></filter>')
        return self.memo[key]
    def clip(self, shape):
        i = self.uid(); self.defs.append(f'<clipPath id="{i}">{shape}</clipPath>'); return f"url(#{i})"
    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, self.view))}" width="{self.w}" height="{self.h}">'
                f'<defs>{"".join(self.defs)}</defs>{"".join(self.body)}</svg>')
    # ---- light
    def shadow(self, x, y, rx, ry=None, strong=.34):
        """Contact shadow and a soft cast to the right, light from the upper left."""
        ry = ry or rx * .2
        self.add(f'<ellipse cx="{x + rx * .42}" cy="{y + ry * .15}" rx="{rx * 1.35}" ry="{ry}" fill="#5a3a1e" opacity="{strong * .62}" filter="{self.blur(30)}"/>',
                 f'<ellipse cx="{x + rx * .06}" cy="{y}" rx="{rx * 1.02}" ry="{ry * .42}" fill="#2a1608" opacity="{strong * 1.25}" filter="{self.blur(10)}"/>')
    def drop(self, shape, dx=14, dy=20, sd=16, op=.3):
        """Shadow of a flat thing seen from above."""
        self.add(f'<g transform="translate({dx} {dy})" fill="#3a2010" opacity="{op}" filter="{self.blur(sd)}">{shape}</g>')
    def round_shade(self, shape, k=1):
        g = self.lin([(0, "#000000", .30 * k), (.1, "#000000", .06 * k), (.22, "#ffffff", .30 * k), (.36, "#ffffff", .03), (.66, "#000000", .07 * k), (1, "#000000", .42 * k)])
        return f'<g fill="{g}">{shape}</g>'
    # ---- type
    def text(self, s, x, y, font, size, fill, spacing=0, anchor="middle", op=1, extra=""):
        if spacing and anchor == "middle": x += spacing / 2
        sp = f' letter-spacing="{spacing}"' if spacing else ""
        return f'<text x="{x:.1f}" y="{y:.1f}" font-family="Bottega{font}" font-size="{size:.1f}" fill="{fill}" text-anchor="{anchor}"{sp} opacity="{op}" {extra}>{esc(s)}</text>'

def wrap(text, font, maxw, size, lines, low=16):
    """Largest size at which the text fits in so many lines; returns (lines, size)."""
    words = text.split()
    while size > low:
        out, cur = [], ""
        for w in words:
            t = (cur + " " + w).strip()
            if width(t, font, size) <= maxw or not cur: cur = t
            else: out.append(cur); cur = w
        out.append(cur)
        if len(out) <= lines and all(width(t, font, size) <= maxw for t in out):
            if len(out) == 2:  # even out the two lines
                best = min(range(1, len(words)), key=lambda i: abs(width(" ".join(words[:i]), font, size) - width(" ".join(words[i:]), font, size)))
                two = [" ".join(words[:best]), " ".join(words[best:])]
                if all(width(t, font, size) <= maxw for t in two): out = two
            return out, size
        size *= .95
    return out, size

def spaced(sc, s, x, y, size, fill, maxw, spacing=None, op=1):
    s = s.upper(); spacing = size * .2 if spacing is None else spacing
    w = width(s, "Sans", size, spacing)
    if w > maxw:
        k = maxw / w; size *= k; spacing *= k
    return sc.text(s, x, y, "Sans", size, fill, spacing, op=op)

def emblem(kind, x, y, s, c):
    """Little line emblems for labels."""
    st = f'fill="none" stroke="{c}" stroke-width="{s * .06:.2f}" stroke-linecap="round" stroke-linejoin="round"'
    g = lambda d: f'<path d="{d}" {st}/>'
    out = ""
    if kind == "branch":
        out = g(f"M{x - s * .5} {y + s * .2} Q{x} {y - s * .1} {x + s * .5} {y - s * .3}")
        for i, t in enumerate((-.36, -.14, .1, .32)):
            px, py = x + s * t, y + s * (.12 - (t + .36) * .48)
            for sg in (1, -1):
                out += f'<ellipse cx="{px + s * .04}" cy="{py + sg * s * .14}" rx="{s * .15}" ry="{s * .055}" fill="{c}" transform="rotate({-28 + sg * 42} {px} {py})"/>'
    elif kind == "wave":
        for i in range(3):
            yy = y - s * .2 + i * s * .2
            out += g(f"M{x - s * .5} {yy} q{s * .125} {-s * .16} {s * .25} 0 t{s * .25} 0 t{s * .25} 0 t{s * .25} 0")
    elif kind == "fish":
        out = g(f"M{x - s * .5} {y} Q{x - s * .1} {y - s * .34} {x + s * .28} {y} Q{x - s * .1} {y + s * .34} {x - s * .5} {y}Z M{x + s * .26} {y} L{x + s * .5} {y - s * .2} L{x + s * .44} {y} L{x + s * .5} {y + s * .2}Z") + f'<circle cx="{x - s * .3}" cy="{y - s * .05}" r="{s * .035}" fill="{c}"/>'
        for i in range(3): out += g(f"M{x - s * .14 + i * s * .13} {y - s * .12} q{s * .07} {s * .12} 0 {s * .24}")
    elif kind == "wheat":
        out = g(f"M{x} {y + s * .5} L{x} {y - s * .3}")
        for i in range(4):
            yy = y - s * .34 + i * s * .16
            for sg in (1, -1):
                out += f'<ellipse cx="{x + sg * s * .1}" cy="{yy}" rx="{s * .05}" ry="{s * .12}" fill="{c}" transform="rotate({sg * 28} {x + sg * s * .1} {yy})"/>'
        out += f'<ellipse cx="{x}" cy="{y - s * .48}" rx="{s * .05}" ry="{s * .12}" fill="{c}"/>'
    elif kind == "sun":
        out = f'<circle cx="{x}" cy="{y}" r="{s * .2}" {st}/>'
        for i in range(12):
            a = i * math.pi / 6; r2 = .5 if i % 2 else .4
            out += g(f"M{x + math.cos(a) * s * .28} {y + math.sin(a) * s * .28} L{x + math.cos(a) * s * r2} {y + math.sin(a) * s * r2}")
    elif kind == "grape":
        for r, n in enumerate((4, 3, 2, 1)):
            for i in range(n): out += f'<circle cx="{x + (i - (n - 1) / 2) * s * .2}" cy="{y - s * .1 + r * s * .17}" r="{s * .1}" fill="{c}"/>'
        out += g(f"M{x} {y - s * .2} q{s * .02} {-s * .2} {s * .16} {-s * .28} M{x} {y - s * .24} q{-s * .25} {-s * .28} {-s * .42} {-s * .06} q{s * .2} {s * .12} {s * .42} {s * .06}")
    elif kind == "tower":
        out = g(f"M{x - s * .2} {y + s * .45} V{y - s * .2} H{x + s * .2} V{y + s * .45} M{x - s * .28} {y - s * .2} V{y - s * .42} H{x - s * .14} V{y - s * .32} H{x - s * .05} V{y - s * .42} H{x + s * .05} V{y - s * .32} H{x + s * .14} V{y - s * .42} H{x + s * .28} V{y - s * .2}Z M{x - s * .07} {y + s * .45} V{y + s * .25} a{s * .07} {s * .07} 0 0 1 {s * .14} 0 V{y + s * .45} M{x - s * .45} {y + s * .45} H{x + s * .45}")
    elif kind == "bee":
        out = f'<ellipse cx="{x}" cy="{y + s * .1}" rx="{s * .14}" ry="{s * .28}" {st}/>' + g(f"M{x - s * .13} {y + s * .02} H{x + s * .13} M{x - s * .14} {y + s * .14} H{x + s * .14} M{x - s * .11} {y + s * .25} H{x + s * .11}")
        for sg in (1, -1): out += f'<ellipse cx="{x + sg * s * .27}" cy="{y - s * .06}" rx="{s * .24}" ry="{s * .11}" {st} transform="rotate({-sg * 24} {x + sg * s * .27} {y - s * .06})"/>'
        out += f'<circle cx="{x}" cy="{y - s * .24}" r="{s * .09}" fill="{c}"/>'
    elif kind == "mountain":
        out = g(f"M{x - s * .5} {y + s * .3} L{x - s * .12} {y - s * .36} L{x + s * .08} {y} L{x + s * .2} {y - s * .16} L{x + s * .5} {y + s * .3}Z M{x - s * .24} {y - s * .14} l{s * .1} {s * .1} l{s * .08} {-s * .07} l{s * .09} {s * .06}")
    elif kind == "star":
        pts = " ".join(f"{x + math.cos(i * math.pi / 8 - math.pi / 2) * s * (.46 if i % 2 == 0 else .16):.1f},{y + math.sin(i * math.pi / 8 - math.pi / 2) * s * (.46 if i % 2 == 0 else .16):.1f}" for i in range(16))
        out = f'<polygon points="{pts}" fill="{c}"/>'
    elif kind == "leaf":
        for a in (-40, 0, 40): out += f'<path d="M{x} {y + s * .42} Q{x - s * .24} {y} {x} {y - s * .46} Q{x + s * .24} {y} {x} {y + s * .42}Z" {st} transform="rotate({a} {x} {y + s * .42})"/>'
    return out

PAPER = "#f7efdf"
GOLD = "#c9a25d"

def label(sc, x, y, w, h, title, sub, foot, accent, style=0, icon="star", rx=6, paper=None, shade=True):
    """A printed label; x, y is its upper left corner."""
    o = []; cx = x + w / 2; paper = paper or PAPER
    R = lambda X, Y, W, H, **k: f'<rect x="{X:.1f}" y="{Y:.1f}" width="{W:.1f}" height="{H:.1f}" ' + " ".join(f'{a.replace("_", "-")}="{v}"' for a, v in k.items()) + "/>"
    ink, bg, line = dark(accent, .15), paper, accent
    if style == 2: bg, ink, line = accent, "#f6e9cf", GOLD
    m = min(w, h) * .055
    o.append(R(x, y, w, h, rx=rx, fill=bg))
    top, bot = y + m * 1.6, y + h - m * 1.6
    if style == 1:
        bh = h * .2
        o.append(f'<path d="M{x} {y + bh} V{y + rx} q0 {-rx} {rx} {-rx} H{x + w - rx} q{rx} 0 {rx} {rx} V{y + bh}Z" fill="{accent}"/>')
        o.append(spaced(sc, sub, cx, y + bh * .64, h * .064, "#f6e9cf", w * .86)); top = y + bh + m * .6
        o.append(R(x + m, y + bh + m * .7, w - 2 * m, h - bh - m * 1.7, fill="none", stroke=line, stroke_width=1.6))
    elif style == 3:
        for yy, hh in ((y, h * .09), (y + h * .91, h * .09)): o.append(R(x, yy, w, hh, fill=accent, rx=min(rx, hh / 2)))
        o.append(R(x, y + h * .115, w, h * .012, fill=GOLD)); o.append(R(x, y + h * .873, w, h * .012, fill=GOLD))
        top, bot = y + h * .15, y + h * .86
    else:
        o.append(R(x + m * .7, y + m * .7, w - 1.4 * m, h - 1.4 * m, rx=max(rx - 3, 1), fill="none", stroke=line, stroke_width=2.2))
        o.append(R(x + m * 1.15, y + m * 1.15, w - 2.3 * m, h - 2.3 * m, rx=max(rx - 5, 1), fill="none", stroke=line, stroke_width=1))
    H = bot - top
    isz = min(H * .24, w * .3)
    ic = accent if style != 2 else GOLD
    o.append(emblem(icon, cx, top + isz * .62, isz, ic))
    ty = top + isz * 1.18
    foot_y = bot - H * .03
    avail = (foot_y - h * .17 if style != 1 else foot_y - h * .085) - ty
    lines, size = wrap(title, "Serif", w * .8, min(w * .23, avail * .62), 3)
    if (len(lines) * .96 + .06) * size > avail: size = avail / (len(lines) * .96 + .06)
    yy = ty + (avail - len(lines) * size * .96) / 2 + size * .7
    for t in lines:
        o.append(sc.text(t, cx, yy, "Serif", size, ink if style != 2 else "#f8ecd2")); yy += size * .96
    fy = bot - H * .03
    if style != 1:
        o.append(f'<path d="M{cx - w * .12} {fy - h * .15} h{w * .24}" stroke="{line}" stroke-width="1.6"/>')
        o.append(spaced(sc, sub, cx, fy - h * .085, h * .05, ink, w * .76, op=.92))
    o.append(sc.text(foot, cx, fy - h * .005, "SerifIt", h * .066, ink if style != 2 else GOLD))
    return "".join(o)

# ---------------------------------------------------------------- small food pieces
def blob(x, y, rx, ry, rng, k=9, j=.1, rot=0):
    pts = []
    for i in range(k):
        a = 2 * math.pi * i / k
        f = 1 + rng.uniform(-j, j)
        px, py = math.cos(a) * rx * f, math.sin(a) * ry * f
        ca, sa = math.cos(rot), math.sin(rot)
        pts.append((x + px * ca - py * sa, y + px * sa + py * ca))
    d = ""
    for i in range(k):
        p0, p1, p2, p3 = pts[i - 1], pts[i], pts[(i + 1) % k], pts[(i + 2) % k]
        if i == 0: d = f"M{p1[0]:.1f} {p1[1]:.1f}"
        d += f"C{p1[0] + (p2[0] - p0[0]) / 6:.1f} {p1[1] + (p2[1] - p0[1]) / 6:.1f} {p2[0] - (p3[0] - p1[0]) / 6:.1f} {p2[1] - (p3[1] - p1[1]) / 6:.1f} {p2[0]:.1f} {p2[1]:.1f}"
    return d + "Z"

def piece(sc, kind, x, y, s, c, rng):
    """One piece of food of about size s, with its own small shadow."""
    a = rng.uniform(0, 360); o = []
    T = lambda body, rot=a: f'<g transform="translate({x:.1f} {y:.1f}) rotate({rot:.0f})">{body}</g>'
    sh = lambda d: f'<path d="{d}" transform="translate({s * .06:.1f} {s * .1:.1f})" fill="#1c0d05" opacity=".28"/>'
    c = jitter(c, rng, .045)
    if kind == "pearl":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{s / 2:.1f}" fill="{sc.pearl(c)}"/><circle cx="{x - s * .15:.1f}" cy="{y - s * .18:.1f}" r="{s * .09:.1f}" fill="#fff" opacity=".8"/>'
    if kind == "roe":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{s / 2:.1f}" fill="{sc.rad([(0, "#ffe3a8", 1), (.4, c, 1), (1, dark(c, .35), 1)], .5, .5, .55, .62, .66)}" opacity=".95"/><circle cx="{x - s * .16:.1f}" cy="{y - s * .2:.1f}" r="{s * .09:.1f}" fill="#fff" opacity=".9"/><circle cx="{x + s * .1:.1f}" cy="{y + s * .06:.1f}" r="{s * .1:.1f}" fill="{dark(c, .3)}" opacity=".5"/>'
    if kind in ("rice", "lentil", "farro", "caper", "bean", "olive", "fregola", "salt", "polenta", "almond", "tea", "flower", "leaf"):
        rx, ry = {"rice": (.5, .19), "lentil": (.5, .45), "farro": (.5, .24), "caper": (.5, .44), "bean": (.5, .35), "olive": (.52, .42), "fregola": (.48, .48), "salt": (.42, .34), "polenta": (.4, .36), "almond": (.52, .31), "tea": (.5, .1), "flower": (.2, .2), "leaf": (.5, .26)}[kind]
        d = blob(0, 0, s * rx, s * ry, rng, 8, .18 if kind in ("salt", "polenta") else .05)
        body = sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .28), 1), (.5, c, 1), (1, dark(c, .3), 1)], 0, 0, .3, 1)}"/>'
        if kind == "bean": body += f'<path d="M{-s * .4} {s * .02} Q{-s * .1} {-s * .1} 0 0 T{s * .42} {-s * .03}" stroke="{dark(c, .55)}" stroke-width="{s * .06}" fill="none"/>'
        if kind == "olive": body += f'<ellipse cx="{-s * .15}" cy="{-s * .16}" rx="{s * .16}" ry="{s * .06}" fill="#fff" opacity=".45"/><circle cx="{s * .4}" cy="0" r="{s * .06}" fill="{dark(c, .5)}"/>'
        if kind == "almond": body += "".join(f'<path d="M{-s * .4} {s * t} Q0 {s * t * 2.2} {s * .45} 0" stroke="{dark(c, .3)}" stroke-width="{s * .018}" fill="none" opacity=".6"/>' for t in (-.1, 0, .1))
        if kind == "caper": body += f'<path d="M{-s * .1} 0 Q{s * .1} {-s * .2} {s * .42} 0" stroke="{dark(c, .35)}" stroke-width="{s * .04}" fill="none"/>'
        if kind == "leaf": body += f'<path d="M{-s * .48} 0 H{s * .48}" stroke="{light(c, .35)}" stroke-width="{s * .03}"/>'
        if kind == "flower":
            body = "".join(f'<ellipse cx="0" cy="{-s * .32}" rx="{s * .1}" ry="{s * .2}" fill="#fbf6e8" transform="rotate({i * 36})"/>' for i in range(10)) + f'<circle r="{s * .19}" fill="{sc.ball("#d9a21f")}"/>'
        return T(body)
    if kind == "tomato":
        d = blob(0, 0, s * .5, s * .45, rng, 9, .03)
        return T(sh(d) + f'<path d="{d}" fill="{sc.ball(c)}"/><ellipse cx="{-s * .17}" cy="{-s * .2}" rx="{s * .12}" ry="{s * .06}" fill="#fff" opacity=".65"/>', 0)
    if kind == "penne":
        d = f"M{-s * .5} {-s * .14} L{s * .38} {-s * .14} L{s * .5} {s * .14} L{-s * .38} {s * .14}Z"
        return T(sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .45), 1), (.4, c, 1), (1, dark(c, .35), 1)], 0, 0, 0, 1)}"/>' + "".join(f'<path d="M{-s * .46 + i * s * .03} {-s * .08 + i * s * .055} h{s * .87}" stroke="{dark(c, .22)}" stroke-width="{s * .014}" opacity=".6"/>' for i in range(4)) + f'<ellipse cx="{s * .44}" cy="0" rx="{s * .05}" ry="{s * .14}" transform="rotate(-23 {s * .44} 0)" fill="{dark(c, .5)}"/>')
    if kind in ("paccheri", "mezze", "calamarata"):
        L = {"paccheri": .5, "mezze": .34, "calamarata": .24}[kind]
        d = f"M{-s * L} {-s * .26} H{s * L} a{s * .12} {s * .26} 0 0 1 0 {s * .52} H{-s * L} a{s * .12} {s * .26} 0 0 1 0 {-s * .52}Z"
        o = sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .5), 1), (.4, c, 1), (1, dark(c, .36), 1)], 0, 0, 0, 1)}"/>'
        if kind == "mezze": o += "".join(f'<path d="M{-s * L} {-s * .2 + i * s * .08} h{s * L * 2}" stroke="{dark(c, .2)}" stroke-width="{s * .016}" opacity=".55"/>' for i in range(6))
        o += f'<ellipse cx="{s * L}" cy="0" rx="{s * .12}" ry="{s * .26}" fill="{light(c, .2)}"/><ellipse cx="{s * L + s * .008}" cy="0" rx="{s * .085}" ry="{s * .2}" fill="{dark(c, .52)}"/>'
        return T(o, rng.uniform(-60, 60))
    if kind in ("fusilli", "trofie"):
        n = 5 if kind == "fusilli" else 7; hgt = .17 if kind == "fusilli" else .08
        o = ""
        for i in range(n):
            px = -s * .42 + i * s * .84 / (n - 1); k = 1 if kind == "fusilli" else 1 - abs(i - n // 2) / n * 1.4
            o += f'<ellipse cx="{px + s * .05}" cy="{s * .07}" rx="{s * .12}" ry="{s * hgt * k}" fill="#1c0d05" opacity=".22" transform="rotate(35 {px} 0)"/><ellipse cx="{px}" cy="0" rx="{s * .125}" ry="{s * hgt * k}" fill="{sc.lin([(0, light(c, .5), 1), (.5, c, 1), (1, dark(c, .35), 1)], 0, 0, 1, 1)}" transform="rotate(35 {px} 0)"/>'
        return T(o)
    if kind == "orecchiette":
        d = blob(0, 0, s * .46, s * .4, rng, 9, .07)
        return T(sh(d) + f'<path d="{d}" fill="{sc.ball(light(c, .15))}"/><ellipse cx="{s * .03}" cy="{s * .03}" rx="{s * .27}" ry="{s * .22}" fill="{sc.rad([(0, dark(c, .32), 1), (.7, dark(c, .14), 1), (1, c, 1)])}"/>')
    if kind == "pizzoccheri":
        d = f"M{-s * .5} {-s * .07} Q0 {-s * .13} {s * .5} {-s * .05} L{s * .5} {s * .08} Q0 {s * .02} {-s * .5} {s * .07}Z"
        return T(sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .2), 1), (1, dark(c, .25), 1)], 0, 0, 0, 1)}"/>' + "".join(f'<circle cx="{rng.uniform(-.45, .45) * s:.1f}" cy="{rng.uniform(-.04, .04) * s:.1f}" r="{s * .01:.1f}" fill="{dark(c, .5)}"/>' for _ in range(7)))
    if kind in ("truffle_slice", "white_slice"):
        d = blob(0, 0, s * .5, s * .44, rng, 11, .07); rim = dark(c, .55) if kind == "truffle_slice" else dark(c, .22)
        i = sc.clip(f'<path d="{d}"/>')
        v = "".join(f'<path d="M{rng.uniform(-.5, .5) * s:.1f} {rng.uniform(-.5, .5) * s:.1f} q{rng.uniform(-.3, .3) * s:.1f} {rng.uniform(-.2, .2) * s:.1f} {rng.uniform(-.2, .2) * s:.1f} {rng.uniform(-.3, .3) * s:.1f} t{rng.uniform(-.25, .25) * s:.1f} {rng.uniform(-.25, .25) * s:.1f}" stroke="#f1e4cb" stroke-width="{s * rng.uniform(.008, .026):.1f}" fill="none" opacity=".75"/>' for _ in range(20))
        return T(sh(d) + f'<path d="{d}" fill="{c}"/><g clip-path="{i}">{v}</g><path d="{d}" fill="none" stroke="{rim}" stroke-width="{s * .045}"/>')
    if kind == "bottarga_slice":
        d = blob(0, 0, s * .5, s * .21, rng, 9, .06)
        g = "".join(f'<circle cx="{rng.uniform(-.36, .36) * s:.1f}" cy="{rng.uniform(-.12, .12) * s:.1f}" r="{s * .009:.1f}" fill="{light(c, .6)}" opacity=".55"/>' for _ in range(34))
        return T(sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .3), .88), (.5, c, .84), (1, light(c, .16), .88)], 0, 0, 1, 1)}"/>{g}<path d="{d}" fill="none" stroke="{dark(c, .42)}" stroke-width="{s * .02:.1f}"/>', rng.uniform(-40, 40))
    if kind == "salami_slice":
        d = blob(0, 0, s * .5, s * .48, rng, 12, .02)
        i = sc.clip(f'<path d="{d}"/>')
        f = "".join(f'<path d="{blob(rng.uniform(-.45, .45) * s, rng.uniform(-.45, .45) * s, s * rng.uniform(.02, .06), s * rng.uniform(.02, .045), rng, 6, .3)}" fill="#f4dccb" opacity=".9"/>' for _ in range(34))
        return T(sh(d) + f'<path d="{d}" fill="{sc.rad([(0, light(c, .12), 1), (.85, c, 1), (1, dark(c, .2), 1)])}"/><g clip-path="{i}">{f}</g><path d="{d}" fill="none" stroke="#d9c3a8" stroke-width="{s * .025}"/>')
    if kind == "morta_slice":
        d = blob(0, 0, s * .5, s * .49, rng, 12, .02)
        f = "".join(f'<rect x="{rng.uniform(-.36, .3) * s:.1f}" y="{rng.uniform(-.36, .3) * s:.1f}" width="{s * .07:.1f}" height="{s * .06:.1f}" rx="3" fill="#fbeee2"/>' for _ in range(14)) + "".join(f'<ellipse cx="{rng.uniform(-.34, .34) * s:.1f}" cy="{rng.uniform(-.34, .34) * s:.1f}" rx="{s * .03:.1f}" ry="{s * .02:.1f}" fill="#8b9a45"/>' for _ in range(9))
        return T(sh(d) + f'<path d="{d}" fill="{sc.rad([(0, light(c, .2), 1), (1, c, 1)])}"/>{f}')
    if kind == "ham_slice":
        w = s * .5; d = f"M{-w} {-w * .3} C{-w * .6} {-w * .75} {w * .1} {-w * .62} {w * .5} {-w * .5} S{w * 1.1} {w * .1} {w * .75} {w * .38} S{-w * .3} {w * .62} {-w * .7} {w * .4} S{-w * 1.15} {0} {-w} {-w * .3}Z"
        f = "".join(f'<path d="M{-w * .9} {w * t} Q{-w * .2} {w * (t - .28)} {w * .9} {w * (t + .05)}" stroke="{light(c, .3)}" stroke-width="{w * .05}" fill="none" opacity=".5"/>' for t in (-.18, .08, .3))
        i = sc.clip(f'<path d="{d}"/>')
        return T(sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .25), 1), (.5, c, 1), (1, dark(c, .14), 1)], 0, 0, 1, 1)}"/><g clip-path="{i}"><path d="M{-w * 1.1} {-w * .3} C{-w * .6} {-w * .75} {w * .1} {-w * .62} {w * .5} {-w * .5} S{w * 1.1} {w * .1} {w * .75} {w * .38}" stroke="#f7e6d6" stroke-width="{w * .26}" fill="none"/>{f}</g>', rng.uniform(-35, 35))
    if kind in ("cheese_chunk", "blue_chunk", "guanciale_bit"):
        # a broken or cut piece: straight edges, a light top and two darker sides
        n = 5 if kind != "guanciale_bit" else 4; q = .4 if kind != "guanciale_bit" else .44
        top = []
        for i in range(n):
            t = 2 * math.pi * i / n + (rng.uniform(-.3, .3) if n == 5 else .35); f = rng.uniform(.8, 1.15)
            top.append((math.cos(t) * s * q * f, math.sin(t) * s * q * .66 * f - s * .1))
        hh = s * (.2 if n == 5 else .14); hull = " ".join(f"{u:.1f},{v:.1f}" for u, v in top)
        o = f'<polygon points="{hull}" transform="translate({s * .09:.1f} {hh + s * .07:.1f})" fill="#1c0d05" opacity=".26"/>'
        for i in range(n):
            (u1, v1), (u2, v2) = top[i], top[(i + 1) % n]
            if u2 < u1: o += f'<polygon points="{u1:.1f},{v1:.1f} {u2:.1f},{v2:.1f} {u2:.1f},{v2 + hh:.1f} {u1:.1f},{v1 + hh:.1f}" fill="{dark(c, .14 + .22 * max(0, (v1 - v2) / s + .3))}"/>'
        o += f'<polygon points="{hull}" fill="{sc.lin([(0, light(c, .5), 1), (1, light(c, .08), 1)], 0, 0, 1, 1)}"/>'
        if kind == "cheese_chunk": o += "".join(f'<path d="M{rng.uniform(-.28, .14) * s:.1f} {rng.uniform(-.26, .06) * s:.1f} l{rng.uniform(.04, .16) * s:.1f} {rng.uniform(-.03, .05) * s:.1f}" stroke="{dark(c, .22)}" stroke-width="{s * .012:.1f}" opacity=".6"/>' for _ in range(7)) + "".join(f'<circle cx="{rng.uniform(-.25, .25) * s:.1f}" cy="{rng.uniform(-.26, .06) * s:.1f}" r="{s * .014:.1f}" fill="#fff8e0"/>' for _ in range(6))
        elif kind == "blue_chunk": o += "".join(f'<path d="{blob(rng.uniform(-.24, .22) * s, rng.uniform(-.26, .06) * s, s * rng.uniform(.02, .07), s * rng.uniform(.012, .04), rng, 7, .35, rng.uniform(0, 3))}" fill="#4f6a66" opacity="{rng.uniform(.5, .85):.2f}"/>' for _ in range(10))
        else: o += f'<polygon points="{" ".join(f"{u * .96:.1f},{v * .5 - s * .05:.1f}" for u, v in top)}" fill="#c9685c" opacity=".85"/>'
        return f'<g transform="translate({x:.1f} {y:.1f}) rotate({rng.uniform(-14, 14):.0f})">{o}</g>'
    if kind == "choc":
        d = f"M{-s * .36} {-s * .36} h{s * .72} v{s * .72} h{-s * .72}Z"; g = s * .1
        return T(sh(d) + f'<path d="{d}" fill="{c}"/><path d="M{-s * .36} {s * .36} V{-s * .36} H{s * .36} l{-g} {g} H{-s * .36 + g} V{s * .36 - g}Z" fill="{light(c, .28)}" opacity=".8"/><path d="M{s * .36} {-s * .36} V{s * .36} H{-s * .36} l{g} {-g} H{s * .36 - g} V{-s * .36 + g}Z" fill="{dark(c, .45)}" opacity=".75"/>')
    if kind in ("nougat", "butter", "tuna"):
        d = blob(0, 0, s * .46, s * .34, rng, 6, .2)
        top = blob(-s * .03, -s * .08, s * .36, s * .22, rng, 6, .2)
        o = sh(d) + f'<path d="{d}" fill="{dark(c, .2)}"/><path d="{top}" fill="{light(c, .22)}"/>'
        if kind == "nougat":
            o = sh(f"M{-s * .48} {-s * .2} h{s * .96} v{s * .44} h{-s * .96}Z") + f'<rect x="{-s * .48}" y="{-s * .08}" width="{s * .96}" height="{s * .3}" fill="{dark(c, .16)}"/><rect x="{-s * .48}" y="{-s * .24}" width="{s * .96}" height="{s * .26}" fill="{light(c, .5)}"/>' + "".join(f'<ellipse cx="{rng.uniform(-.42, .42) * s:.1f}" cy="{.06 * s + rng.uniform(-.06, .1) * s:.1f}" rx="{s * .07:.1f}" ry="{s * .035:.1f}" fill="#f3e0bd" stroke="#9a6232" stroke-width="{s * .014:.1f}" transform="rotate({rng.uniform(-30, 30):.0f})"/>' for _ in range(8))
        if kind == "tuna": o += "".join(f'<path d="M{-s * .3} {-s * t} q{s * .3} {-s * .08} {s * .55} 0" stroke="{dark(c, .2)}" stroke-width="{s * .02}" fill="none" opacity=".6"/>' for t in (.18, .08, -.02))
        return T(o, rng.uniform(-40, 40))
    if kind == "anchovy":
        d = f"M{-s * .5} 0 Q{-s * .1} {-s * .16} {s * .48} {-s * .03} Q0 {s * .14} {-s * .5} 0Z"
        return T(sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .35), 1), (.5, c, 1), (1, dark(c, .3), 1)], 0, 0, 0, 1)}"/><path d="M{-s * .46} 0 Q0 {-s * .05} {s * .46} {-s * .02}" stroke="{light(c, .5)}" stroke-width="{s * .015}" fill="none"/>', rng.uniform(-18, 18))
    if kind in ("artichoke", "veg", "dried", "strip"):
        if kind == "strip":
            d = f"M{-s * .5} {-s * .06} Q0 {-s * .2} {s * .5} {-s * .02} L{s * .46} {s * .1} Q0 {-s * .04} {-s * .5} {s * .08}Z"
            return T(sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .3), 1), (1, dark(c, .2), 1)], 0, 0, 0, 1)}"/>')
        d = blob(0, 0, s * .46, s * .38, rng, 7, .16)
        o = sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .3), 1), (.5, c, 1), (1, dark(c, .3), 1)], 0, 0, .4, 1)}"/>'
        if kind == "artichoke": o += "".join(f'<path d="M{-s * .4} {s * t} Q{s * .1} {s * (t - .18)} {s * .4} {s * t * .4}" stroke="{dark(c, .35)}" stroke-width="{s * .025}" fill="none"/>' for t in (-.2, -.05, .1, .22))
        if kind == "dried": o += "".join(f'<path d="M{rng.uniform(-.35, .1) * s:.1f} {rng.uniform(-.25, .25) * s:.1f} q{s * .1} {s * .05} {s * .24} {rng.uniform(-.1, .1) * s:.1f}" stroke="{dark(c, .4)}" stroke-width="{s * .03}" fill="none"/>' for _ in range(5))
        return T(o)
    if kind in ("cantuccio", "amaretto", "gianduiotto"):
        if kind == "gianduiotto":
            d = f"M{-s * .5} {s * .2} L{-s * .34} {-s * .2} H{s * .34} L{s * .5} {s * .2}Z"
            return T(sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .55), 1), (.35, c, 1), (.55, light(c, .35), 1), (1, dark(c, .3), 1)], 0, 0, 1, 1)}"/><path d="M{-s * .34} {-s * .2} L{-s * .2} {s * .2} M{s * .34} {-s * .2} L{s * .2} {s * .2} M{-s * .28} {-s * .05} H{s * .3}" stroke="{dark(c, .35)}" stroke-width="{s * .012}" opacity=".6"/>', rng.uniform(-50, 50))
        d = blob(0, 0, s * .5, s * (.22 if kind == "cantuccio" else .46), rng, 9, .06)
        o = sh(d) + f'<path d="{d}" fill="{sc.lin([(0, light(c, .3), 1), (.6, c, 1), (1, dark(c, .3), 1)], 0, 0, .3, 1)}"/>'
        if kind == "cantuccio": o += "".join(f'<ellipse cx="{rng.uniform(-.34, .34) * s:.1f}" cy="{rng.uniform(-.09, .09) * s:.1f}" rx="{s * .085:.1f}" ry="{s * .038:.1f}" fill="#f3e3c3" stroke="#8a5527" stroke-width="{s * .015:.1f}" transform="rotate({rng.uniform(-40, 40):.0f})"/>' for _ in range(4))
        else: o += "".join(f'<path d="M{rng.uniform(-.3, .1) * s:.1f} {rng.uniform(-.3, .3) * s:.1f} l{s * .12} {rng.uniform(-.1, .1) * s:.1f} l{s * .1} {rng.uniform(-.12, .12) * s:.1f}" stroke="#fff4dc" stroke-width="{s * .03}" fill="none" opacity=".75"/>' for _ in range(6))
        return T(o)
    raise KeyError(kind)

def scatter(sc, kind, cx, cy, r, s, c, n, ry=None, spread=1):
    """Pieces heaped in an ellipse, drawn from back to front."""
    rng = sc.rng; ry = ry or r; pts = []
    for i in range(n):
        rad = math.sqrt((i + .5) / n) * spread; a = i * 2.399963 + rng.uniform(-.3, .3)
        pts.append((cx + math.cos(a) * r * rad + rng.uniform(-.1, .1) * s, cy + math.sin(a) * ry * rad + rng.uniform(-.1, .1) * s))
    pts.sort(key=lambda p: p[1])
    cs = c if isinstance(c, (list, tuple)) else [c]
    return "".join(piece(sc, kind if isinstance(kind, str) else rng.choice(kind), x, y, s * rng.uniform(.88, 1.12), rng.choice(cs), rng) for x, y in pts)
