// One page of a list: rows, the cursor of the next page, and on the first page the whole count.
import { invalid, type Problem } from '#server/lib/problem.ts';

export type Page<Row> = { rows: Row[]; next: string | null; total?: number };

/** Where a page ends: the sort value as text with full precision, and the id that breaks ties. */
export type Cursor = { by: string; at: string; id: number };

/** 400 for a cursor that this list did not make (behaviour §7.1). */
export function badCursor(): Problem {
  return invalid('cursor', 'That cursor is not one of ours; start again without it');
}

const shapes: Record<string, RegExp> = {
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/,
  day: /^\d{4}-\d\d-\d\d$/,
  text: /^[^\0]*$/s,
};

/** What the sort value of a list is made of; a cursor of another kind is refused. */
export type CursorKind = keyof typeof shapes & string;

/** JavaScript takes February 31 and the year 0 for days, PostgreSQL does not. */
function exists(at: string): boolean {
  const time = Date.parse(at);
  return !Number.isNaN(time) && at >= '0001' && new Date(time).toISOString().startsWith(at.slice(0, 10));
}

/** Reads a cursor that `paginate` made for the same order, else 400 (behaviour §7.1). */
export function parseCursor(cursor: string | undefined, by: string, kind: CursorKind): Cursor | null {
  if (cursor === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const [madeBy, at, id] = Array.isArray(parsed) ? parsed : [];
    const whole = typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
    const real = typeof at === 'string' && shapes[kind]?.test(at) && (kind === 'text' || exists(at));
    if (madeBy === by && whole && real) return { by, at: at as string, id };
  } catch {
    throw badCursor();
  }
  throw badCursor();
}

/** Takes the row too many off and turns the last one that stays into the cursor. `rows` hold at most limit + 1. */
export function paginate<Row>(rows: Row[], limit: number, mark: (row: Row) => Cursor): Page<Row> {
  if (rows.length <= limit) return { rows, next: null };
  const shown = rows.slice(0, limit);
  const { by, at, id } = mark(shown[limit - 1] as Row);
  return { rows: shown, next: Buffer.from(JSON.stringify([by, at, id])).toString('base64url') };
}

/** The cursor of a list that is sorted by creation. */
export function cursorByCreation({ createdAt, id }: { createdAt: string; id: number }): Cursor {
  return { by: 'createdAt', at: createdAt, id };
}
