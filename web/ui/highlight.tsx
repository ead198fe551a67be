// Text with the matches of a search marked in it.
import { markMatches } from '#web/lib/mark-matches.ts';

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
