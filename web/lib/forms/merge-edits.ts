// What becomes of somebody's edits when what they were made from has changed meanwhile: field by field, losing nothing.

type Row = { id?: unknown };
/** A field that you changed and in which theirs is not the same. `path` is dotted, as in the form. */
export type Difference = { path: string; theirs: unknown; yours: unknown };

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((row) => isGroup(row) && 'id' in row);
}

/** Rows that only they added come along, and those that only they removed go: a list is sent as a whole. */
function mergeRows(from: Row[], mine: Row[], theirs: Row[]): Row[] {
  const find = (rows: Row[], { id }: Row) => rows.find((row) => id !== null && row.id === id);
  const kept = mine.filter((row) => {
    const before = find(from, row);
    return !before || find(theirs, row) !== undefined || !isSame(before, row);
  });
  const merged = kept.map((row) => {
    if (isSame(find(from, row), row)) return find(theirs, row) ?? row;
    // They removed what you changed: it is a new one now.
    return find(from, row) && !find(theirs, row) ? { ...row, id: null } : row;
  });
  return [...merged, ...theirs.filter((row) => !find(from, row) && !find(mine, row))];
}

/** Yours where you changed it, else theirs. */
function mergeValue(from: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(from, mine)) return theirs;
  return isRows(from) && isRows(mine) && isRows(theirs) ? mergeRows(from, mine, theirs) : mine;
}

export function mergeEdits<Values extends Record<string, unknown>>(states: {
  /** What both were made from. */
  from: Values;
  mine: Values;
  theirs: Values;
}): { values: Values; differences: Difference[] } {
  const { from, mine, theirs } = states;
  const differences: Difference[] = [];
  const values = Object.keys(mine).map((name) => {
    const [before, yours, other] = [from[name], mine[name], theirs[name]];
    if (isGroup(before) && isGroup(yours) && isGroup(other)) {
      const merged = mergeEdits({ from: before, mine: yours, theirs: other });
      differences.push(...merged.differences.map((one) => ({ ...one, path: `${name}.${one.path}` })));
      return [name, merged.values];
    }
    const value = mergeValue(before, yours, other);
    if (!isSame(before, yours) && !isSame(yours, other)) differences.push({ path: name, theirs: other, yours: value });
    return [name, value];
  });
  return { values: Object.fromEntries(values) as Values, differences };
}
