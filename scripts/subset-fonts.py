"""Cuts the web fonts of the site out of Noto Sans: fewer letters, a shorter range of weights and widths.

The results are committed in app/ui/fonts; run this again only to change them:

    python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install fonttools brotli
    /tmp/fonts/bin/python scripts/subset-fonts.py
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.hvar import add_HVAR
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "node_modules/@fontsource-variable/noto-sans/files"
TARGET = ROOT / "app/ui/fonts"

WEIGHTS = (400, 750)
WIDTHS = (85, 100)
RUPEE = 0x20B9

# Keep in step with the unicode-range of each face in app/ui/styles/fonts.css.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D]
LATIN += [0x201E, 0x2022, 0x2026, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2212]
LATIN_EXT = [*range(0x100, 0x180), *range(0x1E00, 0x1E9F), 0x1E9E]
DEVANAGARI = [*range(0x900, 0x980), 0x200C, 0x200D, 0x20A8, 0x25CC]


def main():
    latin = opened("latin", {"wght": WEIGHTS, "wdth": WIDTHS})
    # The rupee sign comes with the far larger extended files, and every English page about a fee needs it.
    with_glyph(latin, opened("latin-ext", {"wght": WEIGHTS, "wdth": WIDTHS}), RUPEE)
    save(latin, [*LATIN, RUPEE], "noto-sans-latin", ["kern"])
    save(opened("latin-ext", {"wght": WEIGHTS, "wdth": WIDTHS}), LATIN_EXT, "noto-sans-latin-ext", ["kern", "locl"])
    save(opened("devanagari", {"wght": WEIGHTS, "wdth": 100}), DEVANAGARI, "noto-sans-devanagari", ["*"])


def opened(subset, axes):
    font = TTFont(SOURCE / f"noto-sans-{subset}-standard-normal.woff2")
    font = instantiateVariableFont(font, axes)
    for name in font.getGlyphOrder():
        font["gvar"].variations.setdefault(name, [])
    return font


def with_glyph(font, donor, codepoint):
    """Copies one simple glyph with its variations; both fonts are cut from the same design space."""
    name = donor.getBestCmap()[codepoint]
    font["glyf"][name] = donor["glyf"][name]
    font["hmtx"][name] = donor["hmtx"][name]
    font["gvar"].variations[name] = donor["gvar"].variations[name]
    font.setGlyphOrder(font["glyf"].glyphOrder)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[codepoint] = name
    del font["HVAR"]
    add_HVAR(font)


def save(font, codepoints, name, features):
    options = Options(layout_features=features, name_IDs=[1, 2, 6], hinting=False)
    options.drop_tables += ["STAT", "MVAR"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codepoints)
    subsetter.subset(font)
    font.flavor = "woff2"
    path = TARGET / f"{name}.woff2"
    font.save(path)
    print(f"{path.name}: {path.stat().st_size} bytes, {font['maxp'].numGlyphs} glyphs")


main()
