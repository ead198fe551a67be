// The company's checklist in a review: automatic checks are filled in with evidence, the reviewer ticks the rest; nothing is stored.
import { useId, useState } from 'react';
import { fieldOfKind } from '#contract/media/endpoints.ts';
import {
  type BorrowedPicture,
  type Check,
  type ChecklistLine,
  type CheckName,
  type SessionChecks as Checks,
  checklist,
  sessionChecks,
} from '#contract/sessions/checks.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { verdictWords } from '#web/features/sessions/parts/check-labels.ts';
import { CheckPictures, SessionChecks, VerdictIcon } from '#web/features/sessions/parts/session-checks.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';

/** Items for every visit, and for the media that this one links to. */
export function linesFor(lines: readonly ChecklistLine[], session: Session): ChecklistLine[] {
  return lines.filter(({ kind }) => kind === null || session[fieldOfKind[kind]] !== null);
}

const keyOf = ({ kind, text }: ChecklistLine) => `${kind} ${text}`;

/** A manual tick, or its removal, overrides what was found. */
export function isDone(line: ChecklistLine, checks: readonly Check[], ticks: ReadonlyMap<string, boolean>): boolean {
  const found = checks.find(({ name }) => name === line.check);
  return ticks.get(keyOf(line)) ?? found?.verdict === 'fits';
}

/** By what was found, with no hand in it. */
function isTickedByItself(line: ChecklistLine, checks: readonly Check[], ticks: ReadonlyMap<string, boolean>): boolean {
  return !ticks.has(keyOf(line)) && isDone(line, checks, ticks);
}

/** No line of the company's: the letters are this visit's own. */
function codeLine(found: Checks | undefined): ChecklistLine[] {
  return found?.visitCode ? [{ text: `One picture shows the code ${found.visitCode}`, kind: null, check: null }] : [];
}

type ReviewChecklistProps = {
  session: Session;
  /** On the desk, where the product's own ticks are folded away until they are asked for. */
  fold?: { open: boolean; onOpen: (open: boolean) => void } | undefined;
};

/** Followed by the checks that no item refers to. */
export function ReviewChecklist({ session, fold }: ReviewChecklistProps) {
  const titleId = useId();
  const found = useApiQuery(checklist, {});
  const { data } = useApiQuery(sessionChecks, { params: { id: session.id } });
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const checks = data?.checks ?? [];
  const lines = [...codeLine(data), ...linesFor(found.data?.lines ?? [], session)];
  const named = new Set(lines.flatMap(({ check }) => check ?? []));
  const done = lines.filter((line) => isDone(line, checks, ticks)).length;
  const fits = fold ? lines.filter((line) => isTickedByItself(line, checks, ticks)) : [];
  const shown = lines.filter((line) => !fits.includes(line));
  const list = (some: readonly ChecklistLine[]) => (
    <ul className="grid gap-2">
      {some.map((line) => (
        <Line
          key={keyOf(line)}
          line={line}
          found={checks.find(({ name }) => name === line.check)}
          borrowed={data?.borrowed}
          sessionId={session.id}
          done={isDone(line, checks, ticks)}
          onTick={(isTicked) => setTicks(new Map(ticks).set(keyOf(line), isTicked))}
        />
      ))}
    </ul>
  );
  return (
    <>
      {found.error && !found.data && <QueryErrorLine query={found}>The checklist could not be loaded.</QueryErrorLine>}
      {lines.length > 0 && (
        <section aria-labelledby={titleId} data-checks className="grid scroll-mt-4 gap-2">
          <h3 id={titleId} className="flex flex-wrap items-baseline justify-between gap-2 font-semibold">
            Checklist
            <span className="font-normal text-muted text-sm tabular-nums">
              {done} of {lines.length}
            </span>
          </h3>
          {data?.state === 'waiting' && named.size > 0 && (
            <p role="status" className="text-muted text-sm">
              Pictures are still being analysed.
            </p>
          )}
          {shown.length > 0 && list(shown)}
          {fits.length > 0 && (
            <details open={fold?.open} onToggle={({ currentTarget }) => fold?.onOpen(currentTarget.open)}>
              <summary className="touch-target w-fit cursor-pointer rounded-control text-accent-ink text-sm hover:underline">
                {count(fits.length, 'line')} that {fits.length === 1 ? 'fits' : 'fit'}
              </summary>
              <div className="mt-2">{list(fits)}</div>
            </details>
          )}
        </section>
      )}
      {(found.data || found.error) && <SessionChecks sessionId={session.id} besides={named as Set<CheckName>} />}
    </>
  );
}

type LineProps = {
  line: ChecklistLine;
  /** The product's result; undefined while it is analysing, and for items that only a person can check. */
  found: Check | undefined;
  borrowed: readonly BorrowedPicture[] | undefined;
  sessionId: number;
  done: boolean;
  onTick: (isTicked: boolean) => void;
};

function Line({ line, found, borrowed, sessionId, done, onTick }: LineProps) {
  return (
    <li className="wrap-anywhere grid min-w-0 justify-items-start gap-1.5">
      <Checkbox
        label={line.text}
        hint={found && <Found check={found} />}
        checked={done}
        onChange={({ target }) => onTick(target.checked)}
      />
      {found?.verdict === 'differs' && <CheckPictures check={found} borrowed={borrowed} sessionId={sessionId} />}
    </li>
  );
}

function Found({ check: { verdict, evidence } }: { check: Check }) {
  return (
    <span className="flex items-start gap-1.5 tabular-nums">
      <VerdictIcon verdict={verdict} />
      <span className="min-w-0">
        <span className="sr-only">{verdictWords[verdict]}: </span>
        {evidence}
      </span>
    </span>
  );
}
