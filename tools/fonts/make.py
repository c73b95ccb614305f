"""Subsets and renames the fonts that the window embeds. Called by make.sh.

    make.py WORKSPACE FONTS NOTICE OUT

FONTS is the folder of the source fonts, NOTICE the package's copyright file.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

# What the licence lets no changed version be called.
RESERVED = ("霞鹜", "LXGW")

# Of the name table: copyright, version, trademark, licence and its address. All else is ours or
# goes.
KEPT = (0, 5, 7, 13, 14)

ASCII = {chr(c) for c in range(0x20, 0x7F)}
LATIN = {chr(c) for c in range(0xA0, 0x100)} | set("āēěīǐōǒūǔǎǖǘǚǜ")
PUNCTUATION = set("–—―‘’“”…‰′″※−≤≥≠≈√∞€")
CJK_PUNCTUATION = {chr(c) for c in range(0x3000, 0x3040)}
FULLWIDTH = {chr(c) for c in range(0xFF01, 0xFF5F)} | {"￥"}
BOXES = {chr(c) for c in range(0x2500, 0x2580)}
SYMBOLS = set("←↑→↓↔↩↻✓✗✔✕●○◆◇■□▲▼◀▶△▽★☆⚠⋯①②③④⑤⑥⑦⑧⑨⑩")

# Frequent in names and nicknames, though not in GB 2312.
NAMES = set(
    "亖劼叕喆嘚囍囧垚堃奡婳媖嫄嫑嫚嬿孖尛峯崚崟嵚巭弢彣彧忞惇掞旸昇昉昳昺晙晞晢晧暐曈枍柟梣槑"
    "沄沚涴淏湉湜湲溁濛瀞炘烜焜煕燊燚犇猋玙玥玭玹珅珖珝珣珮珺珽琀琇琋琎琤琭琯瑀瑄瑆瑢璈璘璟璠"
    "瓅皛皞祎祐祾禛禤竑羴翀翙翚翯芃虓谞贇赟赪镕霂頔飏骉鱻鹍龘"
)

# Ranges are wished for as far as the source has them; these must be there.
NEEDED = ASCII | set("·×–—‘’“”…°±½é、。《》「」！（），：；？")


def gb2312():
    """The 6763 characters of GB 2312, levels 1 and 2: names are typed by people."""
    cells = (bytes((row, cell)) for row in range(0xB0, 0xF8) for cell in range(0xA1, 0xFF))
    found = {c for c in (cell.decode("gb2312", "ignore") for cell in cells) if c}
    assert len(found) == 6763, len(found)
    return found


def texts(root):
    """The texts of the program: what it says, its rules, its front page."""
    paths = [*root.glob("app/i18n/*.ftl"), *root.glob("crates/*/rules.md"), root / "README.md"]
    return {path: path.read_text(encoding="utf-8") for path in sorted(paths)}


def drawings(markdown):
    """The lines inside fenced code, whose columns must line up."""
    inside = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            inside = not inside
        elif inside:
            yield line


def show(characters):
    return " ".join(f"{c} U+{ord(c):04X}" for c in sorted(characters))


def make(source, out, family, style, wanted, needed):
    """Writes the subset under its new name; returns it."""
    # The order and the times of the source are kept, so that the same input gives the same bytes.
    font = TTFont(source, recalcTimestamp=False)
    missing = wanted - {chr(c) for c in font.getBestCmap()}
    assert not missing & needed, f"{source.name} lacks {show(missing & needed)}"
    options = subset.Options()
    rest = options.parse_opts(
        [
            "--layout-features=",
            "--no-hinting",
            "--notdef-outline",
            "--no-recalc-timestamp",
            "--name-IDs=" + ",".join(map(str, KEPT)),
            "--drop-tables+=vhea,vmtx,BASE,GSUB,GPOS,GDEF,DSIG",
        ]
    )
    assert not rest, rest
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(sorted(wanted - missing)))
    subsetter.subset(font)
    narrow(font)
    rename(font, family, style)
    font.save(out)
    lacks = show(c for c in missing if c in SYMBOLS | PUNCTUATION | LATIN) or "none"
    print(f"{out.name} from {source.name}: {out.stat().st_size} bytes, {len(font.getBestCmap())} characters")
    print(f"  of Latin, punctuation and symbols the source lacks: {lacks}")
    return TTFont(out)


def narrow(font):
    """Box drawing is two columns wide in the source; in a terminal, and in drawings, it is one."""
    cmap, half = font.getBestCmap(), font["head"].unitsPerEm // 2
    for name in {cmap[ord(c)] for c in BOXES if ord(c) in cmap}:
        glyph = font["glyf"][name]
        assert not glyph.isComposite(), name
        if glyph.numberOfContours:
            glyph.coordinates.scale((0.5, 1))
            glyph.coordinates.toInt()
            glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (half, glyph.xMin if glyph.numberOfContours else 0)


def rename(font, family, style):
    """The licence reserves the names of the source for unchanged copies."""
    names = font["name"]
    version = names.getDebugName(5)
    names.names = [n for n in names.names if n.nameID in KEPT and n.platformID == 3]
    full = f"{family} {style}"
    postscript = f"{family.replace(' ', '')}-{style}"
    ours = {1: family, 2: style, 3: f"{full}: {version}", 4: full, 6: postscript}
    for identifier, text in ours.items():
        assert not any(name in text for name in RESERVED), text
        names.setName(text, identifier, 3, 1, 0x409)
    names.names.sort()
    font["OS/2"].achVendID = "    "


def check_columns(font, texts):
    """Every character of a drawing is one column or two: half an em or a whole one."""
    advances, cmap = font["hmtx"], font.getBestCmap()
    em = font["head"].unitsPerEm
    for character in set("".join(texts)) | ASCII | BOXES:
        advance = advances[cmap[ord(character)]][0]
        wide = character >= "\u2E80"
        assert advance == (em if wide else em // 2), f"{show(character)} is {advance} wide"


def licence(notice, font):
    """The licence as a text file, from the package's copyright file and the font's own lines."""
    text = notice.read_text(encoding="utf-8")
    names = 'ith Reserved Font Names "霞鹜" and "LXGW".'
    assert names in text, "the package no longer says which names are reserved"
    body = text.split("\nLicense: OFL-1.1\n -", 1)[1].split("\nLicense: ", 1)[0]
    lines = [line.removeprefix(" ") for line in (" -" + body).rstrip(" .\n").splitlines()]
    lines = ["" if line == "." else line for line in lines]
    first, *others = font["name"].getDebugName(0).strip().splitlines()
    intro = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
    return "\n".join([f"{first},\nw{names}", *others, "", intro, "", *lines]) + ".\n"


def main(root, fonts, notice, out):
    own = texts(root)
    said = {c for text in own.values() for c in text if c.isprintable()}
    drawn = [
        line for path, text in own.items() if path.name == "rules.md" for line in drawings(text)
    ]
    kai = ASCII | LATIN | PUNCTUATION | CJK_PUNCTUATION | FULLWIDTH | SYMBOLS | NAMES | said
    kai |= gb2312()
    # The ellipsis, for digests cut short, is two columns wide; the rest is as check_columns says.
    mono = ASCII | BOXES | set("·…") | set("".join(drawn))

    bold = fonts / "LXGWWenKai-Bold.ttf"
    needed = NEEDED | gb2312() | NAMES | said
    made = make(bold, out / "qiyue-kai-bold.ttf", "Qiyue Kai", "Bold", kai, needed)
    mono_bold = fonts / "LXGWWenKaiMono-Bold.ttf"
    columns = make(mono_bold, out / "qiyue-mono.ttf", "Qiyue Mono", "Bold", mono, mono)
    check_columns(columns, drawn)
    (out / "OFL.txt").write_text(licence(notice, made), encoding="utf-8")


main(*map(Path, sys.argv[1:]))
