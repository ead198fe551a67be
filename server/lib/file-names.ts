// Names of files that every system can store, from names that people or other hosts gave.

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maxLength = 120;

function cut(name: string): string {
  if (name.length <= maxLength) return name;
  const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? '';
  return name.slice(0, maxLength - ending.length).trimEnd() + ending;
}

/** Without line breaks, invisible signs, slashes and what Windows refuses; never empty, never a step out of its folder. */
export function safeFileName(name: string, fallback = 'file'): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  const kept = cut(plain) || fallback;
  return reserved.test(kept) ? `_${kept}` : kept;
}

/** How far the numbers of a name have come: of thousands of files of one name each would try all before it. */
const numbered = new WeakMap<Set<string>, Map<string, number>>();

/** The same name with a number where it is taken, also in other letters; notes it as taken. Nothing is ever taken out of `taken`. */
export function freeName(name: string, taken: Set<string>): string {
  const counts = numbered.get(taken) ?? new Map<string, number>();
  numbered.set(taken, counts);
  const key = name.toLowerCase();
  const [, stem = name, ending = ''] = /^(.+?)(\.[^./]{1,8})?$/s.exec(name) ?? [];
  let free = name;
  let count = counts.get(key) ?? 2;
  for (; taken.has(free.toLowerCase()); count++) free = `${stem} (${count})${ending}`;
  counts.set(key, count);
  taken.add(free.toLowerCase());
  return free;
}
