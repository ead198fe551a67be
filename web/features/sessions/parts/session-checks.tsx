// What was found about a visit by itself, for those who review it or submitted it: hints with their evidence, never a decision.

import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import {
  type BorrowedPicture,
  type Check,
  type CheckName,
  checkLabels,
  sessionChecks,
} from '#contract/sessions/checks.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { Picture } from '#web/ui/display/picture.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { summaryOf, verdictWords } from './check-labels.ts';

/** Only reviewers have any. */
const BorrowedPictures = lazySection(
  () => import('./borrowed-pictures.tsx'),
  'BorrowedPictures',
  <Skeleton className="h-16 w-full" />,
);

// The pictures that a check is about, small; each opens in the session's viewer, in a tab of its own so that a review stays as it is.

/** More are named in number. */
const mostShown = 12;

type CheckPicturesProps = { check: Check; borrowed: readonly BorrowedPicture[] | undefined; sessionId: number };

export function CheckPictures({ check: { name, pictures }, borrowed, sessionId }: CheckPicturesProps) {
  if (name === 'borrowed') return borrowed?.length ? <BorrowedPictures borrowed={borrowed} /> : null;
  if (pictures.length === 0) return null;
  const more = pictures.length - mostShown;
  return (
    <ul className="flex flex-wrap items-center gap-2">
      {pictures.slice(0, mostShown).map(({ mediaKind, item, name, thumbnailUrl }) => (
        <li key={`${mediaKind} ${item}`}>
          <a
            href={`/sessions/${sessionId}?tab=${mediaKind}&item=${encodeURIComponent(item)}`}
            target="_blank"
            rel="noopener"
            title={name}
            className="block w-20 overflow-hidden rounded-control"
          >
            <Picture alt={`${name}, opens in a new tab`} small={thumbnailUrl} srcSet={undefined} ratio="4/3" />
          </a>
        </li>
      ))}
      {more > 0 && <li className="text-muted text-sm">{more} more</li>}
    </ul>
  );
}

// The sign of a check's verdict.
const icons = {
  fits: [CircleCheck, 'text-green-ink'],
  differs: [TriangleAlert, 'text-yellow-ink'],
  notChecked: [CircleHelp, 'text-muted'],
} as const;

export function VerdictIcon({ verdict }: { verdict: Check['verdict'] }) {
  const [Icon, colour] = icons[verdict];
  return <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${colour}`} />;
}

type SessionChecksProps = {
  sessionId: number;
  /** Right below the page's own, or below the title of a dialog. */
  heading?: 'h2' | 'h3';
  /** Those that the checklist beside it shows. */
  besides?: ReadonlySet<CheckName>;
};

/** What differs stands open; the rest is there to be opened. */
export function SessionChecks({ sessionId, heading: Heading = 'h3', besides }: SessionChecksProps) {
  const titleId = useId();
  const found = useApiQuery(sessionChecks, { params: { id: sessionId } });
  const checks = (found.data?.checks ?? []).filter(({ name }) => !besides?.has(name));
  const differing = checks.filter(({ verdict }) => verdict === 'differs');
  const rest = checks.filter(({ verdict }) => verdict !== 'differs');
  if (besides && besides.size > 0 && checks.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <Heading id={titleId} className="font-semibold">
        Checks
      </Heading>
      {!found.data && !found.error && <Skeleton className="h-16 w-full" />}
      {found.error && !found.data && <QueryErrorLine query={found}>The checks could not be loaded.</QueryErrorLine>}
      {found.data && (
        <p role="status" className="text-muted text-sm">
          {summaryOf({ ...found.data, checks })}
        </p>
      )}
      <CheckList checks={differing} borrowed={found.data?.borrowed} sessionId={sessionId} />
      {rest.length > 0 && (
        <details className="group">
          <summary className="touch-target w-fit cursor-pointer rounded-control text-accent-ink text-sm hover:underline">
            {count(rest.length, differing.length > 0 ? 'other check' : 'check')}
          </summary>
          <div className="mt-2">
            <CheckList checks={rest} borrowed={undefined} sessionId={sessionId} />
          </div>
        </details>
      )}
    </section>
  );
}

type CheckListProps = { checks: readonly Check[] } & Omit<CheckPicturesProps, 'check'>;

function CheckList({ checks, ...shown }: CheckListProps) {
  if (checks.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {checks.map((check) => (
        <li key={check.name} className="flex min-w-0 items-start gap-2">
          <VerdictIcon verdict={check.verdict} />
          <div className="grid min-w-0 flex-1 gap-1.5">
            <p className="wrap-anywhere">
              <span className="font-medium">{checkLabels[check.name]}</span>
              <span className="sr-only">, {verdictWords[check.verdict]}:</span>{' '}
              <span className="text-muted tabular-nums">{check.evidence}</span>
            </p>
            <CheckPictures check={check} {...shown} />
          </div>
        </li>
      ))}
    </ul>
  );
}
