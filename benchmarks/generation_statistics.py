"""Draw how many givens and how much effort generated puzzles have, as an SVG picture.

    python benchmarks/generation_statistics.py docs/how-to/generated.svg --number 100000 --seed 1

Classic minimal puzzles are generated, and two bar charts drawn: puzzles by their number of givens,
and by their effort, which is the number of choices of a search with naked and hidden singles (0:
singles alone solve them).  The same seed draws the same picture on every machine.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

import click

from cpsudoku.generation import Generation, Spec, maker_of
from cpsudoku.rules import classic

WIDTH, HEIGHT, MARGIN = 360, 220, 34
MOST_EFFORT = 20  # more are counted together


def chart(left: int, title: str, bars: dict[str, int]) -> str:
    """Return a bar chart as SVG; each bar has its label below and its share above."""
    total, most = sum(bars.values()), max(bars.values())
    step = (WIDTH - 2 * MARGIN) / len(bars)
    base, room = HEIGHT - MARGIN, HEIGHT - 2 * MARGIN - 12
    parts = [f'<text x="{left + WIDTH / 2:.1f}" y="18" class="title">{escape(title)}</text>']
    for place, (label, count) in enumerate(bars.items()):
        x, height = left + MARGIN + place * step, room * count / most
        middle = x + step / 2
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{base - height:.1f}" width="{step - 2:.1f}" '
            f'height="{height:.1f}"><title>{label}: {count:,}</title></rect>'
        )
        parts.append(f'<text x="{middle:.1f}" y="{base + 12}">{label}</text>')
        share = 100 * count / total
        if share >= 1:
            parts.append(f'<text x="{middle:.1f}" y="{base - height - 3:.1f}">{share:.0f}%</text>')
    return "\n".join(parts)


def picture(clues: Counter[int], efforts: Counter[int]) -> str:
    """Return both charts beside each other as SVG."""
    givens = {str(n): clues[n] for n in range(min(clues), max(clues) + 1)}
    effort = {str(n): efforts[n] for n in range(MOST_EFFORT)}
    effort[f"{MOST_EFFORT}+"] = sum(n for e, n in efforts.items() if e >= MOST_EFFORT)
    number = sum(clues.values())
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}">
<style>
  text {{ font: 8px sans-serif; text-anchor: middle; fill: #444 }}
  .title {{ font-size: 11px }}
  rect {{ fill: #4878a8 }}
</style>
<rect width="{2 * WIDTH}" height="{HEIGHT}" style="fill: #fff"/>
{chart(0, f"givens of {number:,} minimal puzzles", givens)}
{chart(WIDTH, "effort: choices of a search with singles", effort)}
</svg>
"""


@click.command(context_settings={"show_default": True})
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--number", type=click.IntRange(min=1), default=100_000, help="Puzzles.")
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Their seed.")
def main(
    *,
    target: Path,
    number: int,
    seed: int,
) -> None:
    """Generate puzzles, draw their statistics and print them."""
    spec = Spec(classic(), measured=True)
    clues: Counter[int] = Counter()
    efforts: Counter[int] = Counter()
    for made in Generation(maker_of(spec, seed=seed), range(number)):
        clues[made.clues] += 1
        efforts[made.effort or 0] += 1
    target.write_text(picture(clues, efforts), encoding="utf-8")
    print("givens", dict(sorted(clues.items())))
    print("effort", dict(sorted(efforts.items())))
    total = sum(n * e for e, n in efforts.items())
    print(f"mean effort {total / number:.2f}, most {max(efforts)}")


if __name__ == "__main__":
    main()
