// Text with the matches of a search marked in it.

export function Highlight({ text, query }: { text: string; query: string }) {
  return markMatches(text, query).map(({ at, part, hit }) =>
    hit ? (
      <mark key={at} className="rounded-sm bg-yellow-soft text-yellow-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

type Part = { at: number; part: string; hit: boolean };

/**
 * Cuts the text into what matches (all that was typed, or one of its words), without regard to case, and what stands between; joined,
 * the parts are the text.
 */
export function markMatches(text: string, query: string): Part[] {
  const typed = query.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (!typed) return [{ at: 0, part: text, hit: false }];
  const words = [typed, ...typed.split(/\s+/)].join('|');
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(new RegExp(words, 'giu'))) {
    if (found.index > at) parts.push({ at, part: text.slice(at, found.index), hit: false });
    parts.push({ at: found.index, part: found[0], hit: true });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ at, part: text.slice(at), hit: false });
  return parts;
}
