// Names of files that every system can store, from names that people or other hosts gave.

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maxLength = 120;
/** Most systems take 255 bytes; what is put behind a name has to fit too. */
const maxBytes = 200;

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As many whole signs as fit, a letter with its marks being one. */
function fitting(text: string, length: number, bytes: number): string {
  let kept = '';
  let size = 0;
  for (const { segment } of signs.segment(text)) {
    size += Buffer.byteLength(segment);
    if (size > bytes || kept.length + segment.length > length) break;
    kept += segment;
  }
  return kept.trimEnd();
}

function cutBefore(name: string, ending: string): string {
  if (name.length + ending.length <= maxLength && Buffer.byteLength(name + ending) <= maxBytes) return name + ending;
  return fitting(name, maxLength - ending.length, maxBytes - Buffer.byteLength(ending)) + ending;
}

function cut(name: string): string {
  const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? '';
  return cutBefore(name.slice(0, name.length - ending.length), ending);
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

/** 'Project - Site - 2026-01-02': where that is too long the names are cut, and the day is kept. */
export function datedName(names: readonly (string | null | undefined)[], day: string): string {
  const whole = safeFileName([...names, day].filter(Boolean).join(' - '));
  const ending = ` - ${day}`;
  if (whole.endsWith(ending)) return whole;
  const [first = '', ...others] = names.filter((name) => typeof name === 'string' && name !== '') as string[];
  // A site tells more than the rest of a project's long name.
  const shares = others.length === 0 ? [first] : [fitting(first, 60, 100), ...others];
  return cutBefore(safeFileName(shares.join(' - ')), ending);
}

/** How far the numbers of a name have come: of thousands of files of one name each would try all before it. */
const numbered = new WeakMap<Set<string>, Map<string, number>>();

/** The same name with a number if it is taken, ignoring case; records it as taken. Nothing is ever removed from `taken`. */
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
