// Which picture of one visit shows what a picture of another visit shows.

type Named = { id: string; name: string };

/**
 * The counterpart of `item` (one of `own`) among `others`: the same file name, else the same number in the name (the last one, as in
 * DJI_0042.JPG), else the one as far along in the order of capture. Undefined only where there are no others.
 */
export function matchImage<Item extends Named>(item: Named, own: readonly Named[], others: readonly Item[]) {
  const same = others.find(({ name }) => stem(name) === stem(item.name));
  if (same) return same;
  const number = numberIn(item.name);
  const numbered = number === undefined ? [] : others.filter(({ name }) => numberIn(name) === number);
  if (numbered.length === 1) return numbered[0];
  return others[
    nearest(
      own.findIndex(({ id }) => id === item.id),
      own.length,
      others.length,
    )
  ];
}

/** Name without its ending, in small letters: 01.JPG and 01.jpeg are one viewpoint. */
function stem(name: string): string {
  return name.toLowerCase().replace(/\.[a-z0-9]{1,5}$/, '');
}

function numberIn(name: string): number | undefined {
  const digits = stem(name).match(/\d+/g)?.at(-1);
  return digits === undefined ? undefined : Number(digits);
}

/** Both flights cover the same site, however many pictures each took: as far along in one as in the other. */
function nearest(at: number, own: number, others: number): number {
  if (own < 2 || at < 0) return 0;
  return Math.round((at / (own - 1)) * (others - 1));
}

/** The next (1) or previous (-1) of a row, round its ends. */
export function neighbour<Item extends Named>(items: readonly Item[], id: string | undefined, by: 1 | -1) {
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === id),
  );
  return items[(at + by + items.length) % items.length];
}
