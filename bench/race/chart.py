"""A picture of the table: for each pipeline how many times longer than ours the others take, on a logarithmic scale."""
import math
from xml.sax.saxutils import escape

COLOURS = ("#999999", "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#ff7f0e", "#e377c2", "#bcbd22")
LEFT, WIDTH, BAR, TOP = 150, 560, 9, 46
LOWEST, HIGHEST = 0.25, 32.0


def svg(rows, columns):
    others, parts, y = columns[1:], [], TOP
    for row in rows:
        ratios = [(i, row.ratio(column, columns[0])) for i, column in enumerate(others)]
        bars = [(i, ratio) for i, ratio in ratios if ratio is not None]
        parts.append(_text(LEFT - 8, y + BAR * max(1, len(bars)) / 2 + 4, f"{row.app}, {row.threads}", "end"))
        for i, ratio in bars:
            parts.append(_bar(y, ratio, COLOURS[i % len(COLOURS)]))
            y += BAR
        y += BAR if bars else 2 * BAR
    return _page(parts, others, columns[0], y)


def _place(ratio):
    share = math.log(min(max(ratio, LOWEST), HIGHEST) / LOWEST) / math.log(HIGHEST / LOWEST)
    return LEFT + share * WIDTH


def _bar(y, ratio, colour):
    begin, end = sorted((_place(1), _place(ratio)))
    return (f'<rect x="{begin:.1f}" y="{y}" width="{max(end - begin, 1):.1f}" height="{BAR - 1}" fill="{colour}">'
            f"<title>{ratio:.2f}</title></rect>")


def _text(x, y, content, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def _page(parts, others, first, bottom):
    scale = []
    for ratio in (0.25, 0.5, 1, 2, 4, 8, 16, 32):
        x = _place(ratio)
        scale.append(f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{bottom}" stroke="{"#000" if ratio == 1 else "#ddd"}"/>')
        scale.append(_text(x, TOP - 10, f"{ratio:g}", "middle"))
    names = [f'<tspan fill="{COLOURS[i % len(COLOURS)]}">{escape(name)}</tspan>' for i, name in enumerate(others)]
    title = f'<text x="10" y="16">time / time of {escape(first)} (app, threads): {" · ".join(names)}</text>'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 40}" height="{bottom + 10}" '
            'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>'
            + title + "".join(scale) + "".join(parts) + "</svg>\n")
