// The company's checklist in a review: ticks of whoever decides, for themselves; nothing of them is kept.
import { useId, useState } from 'react';
import { type ChecklistLine, checklist } from '#contract/checklist.ts';
import { fieldOfKind } from '#contract/media.ts';
import type { Session } from '#contract/sessions.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { QueryErrorLine } from '#web/ui/query-error.tsx';

/** Those of every visit, and of the media that this one links to. */
export function linesFor(lines: readonly ChecklistLine[], session: Session): ChecklistLine[] {
  return lines.filter(({ kind }) => kind === null || session[fieldOfKind[kind]] !== null);
}

export function ReviewChecklist({ session }: { session: Session }) {
  const titleId = useId();
  const found = useApiQuery(checklist, {});
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  if (found.error && !found.data)
    return <QueryErrorLine query={found}>The checklist could not be loaded.</QueryErrorLine>;
  const lines = linesFor(found.data?.lines ?? [], session);
  if (lines.length === 0) return null;
  function tick(text: string, isTicked: boolean): void {
    const others = [...ticked].filter((one) => one !== text);
    setTicked(new Set(isTicked ? [...others, text] : others));
  }
  const done = lines.filter(({ text }) => ticked.has(text)).length;
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <h3 id={titleId} className="flex flex-wrap items-baseline justify-between gap-2 font-semibold">
        Checklist
        <span className="font-normal text-muted text-sm tabular-nums">
          {done} of {lines.length}
        </span>
      </h3>
      <ul className="grid gap-1.5">
        {lines.map(({ text, kind }) => (
          <li key={`${kind} ${text}`} className="wrap-anywhere min-w-0">
            <Checkbox label={text} checked={ticked.has(text)} onChange={({ target }) => tick(text, target.checked)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
