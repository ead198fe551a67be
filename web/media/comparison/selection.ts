// What a choice in a comparison changes in the address; locked, the other side follows where it can.
import type { MediaKind } from '#contract/media.ts';
import type { SetComparison } from './comparison-params.ts';
import { matchImage, neighbour } from './match-image.ts';
import { otherSide, type SideName } from './modes.ts';
import type { Side } from './sides.ts';

type Change = Parameters<SetComparison>[0];
type Sides = Record<SideName, Side>;

/** Another picture is looked at whole, and lies on its counterpart as it was taken. */
const anew: Change = { view: [], shift: [] };

export function withKind(sides: Sides, side: SideName, { kind, locked }: { kind: MediaKind; locked: boolean }): Change {
  const other = otherSide(side);
  const follows = locked && sides[other].visit.kinds.includes(kind);
  return {
    ...anew,
    [side]: kind,
    [`${side}Item`]: '',
    ...(follows && { [other]: kind, [`${other}Item`]: '' }),
  };
}

export function withItem(sides: Sides, side: SideName, { id, locked }: { id: string; locked: boolean }): Change {
  const other = otherSide(side);
  const [mine, theirs] = [sides[side], sides[other]];
  const item = mine.items.find((each) => each.id === id);
  const follows = locked && item && mine.kind === theirs.kind;
  const found = follows ? matchImage(item, mine.items, theirs.items) : theirs.item;
  return { ...anew, [`${side}Item`]: id, ...(found && { [`${other}Item`]: found.id }) };
}

/** The left side leads where both have pictures to step through. */
export function withStep(sides: Sides, by: 1 | -1, locked: boolean): Change | undefined {
  const side = sides.left.items.length > 1 ? 'left' : 'right';
  const { items, item } = sides[side];
  const next = items.length > 1 ? neighbour(items, item?.id, by) : undefined;
  if (!next) return undefined;
  const change = withItem(sides, side, { id: next.id, locked: true });
  if (locked || side === 'right') return change;
  const right = neighbour(sides.right.items, sides.right.item?.id, by);
  return { ...change, ...(right && { rightItem: right.id }) };
}
