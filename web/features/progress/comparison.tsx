// Two sessions side by side.
import { Columns2, Eye, X } from 'lucide-react';
import { useState } from 'react';
import { getSession, type Session } from '#contract/sessions.ts';
import { MediaIcons, SessionCover } from '#web/features/sessions/session-card.tsx';
import { dayOf, fullName, siteOf } from '#web/features/sessions/session-words.ts';
import { useApi } from '#web/lib/api.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { formatDate, phaseLabel } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { RotateBanner } from './rotate-banner.tsx';
import { inOrder, selectionHint } from './selection.ts';

const SessionMediaDialog = lazyDialog(() =>
  import('#web/features/sessions/session-media-dialog.tsx').then((module) => module.SessionMediaDialog),
);

type ComparisonProps = {
  selected: readonly number[];
  onClear: () => void;
  /** To where sessions are chosen. */
  onChoose: () => void;
};

export function Comparison({ selected, onClear, onChoose }: ComparisonProps) {
  const [one, other] = selected;
  if (one !== undefined && other !== undefined) return <Pair ids={[one, other]} onClear={onClear} />;
  return (
    <Empty
      icon={Columns2}
      title={selectionHint(selected)}
      action={
        <Button variant="primary" onClick={onChoose}>
          Select sessions
        </Button>
      }
    >
      Select two sessions from the Progress Sessions tab to compare their visual content side by side
    </Empty>
  );
}

const halves = 'grid grid-cols-1 gap-4 md:grid-cols-2';

function Pair({ ids: [one, other], onClear }: { ids: [number, number]; onClear: () => void }) {
  const first = useApi(getSession, { params: { id: one } });
  const second = useApi(getSession, { params: { id: other } });
  const failed = [first, second].find(({ error, data }) => error && !data);
  const clear = (
    <Button icon={X} onClick={onClear}>
      Clear Selection
    </Button>
  );
  if (failed?.error) {
    return (
      <div className="grid justify-items-center">
        <Failure
          message={sentenceOf(failed.error)}
          onRetry={() => failed.refetch()}
          retrying={failed.isFetching}
          className="pb-4"
        />
        {clear}
      </div>
    );
  }
  if (!first.data || !second.data) {
    return (
      <div className={halves}>
        <Skeleton className="aspect-4/5 rounded-card sm:aspect-square" />
        <Skeleton className="aspect-4/5 rounded-card sm:aspect-square" />
        <span role="status" className="sr-only">
          Loading
        </span>
      </div>
    );
  }
  return (
    <>
      <RotateBanner />
      <div className="mb-4 flex justify-end">{clear}</div>
      <div className={halves}>
        {inOrder([first.data, second.data]).map((session, nth) => (
          <Side key={session.id} session={session} title={`Session ${nth + 1}`} />
        ))}
      </div>
    </>
  );
}

function Side({ session, title }: { session: Session; title: string }) {
  const [viewing, setViewing] = useState(false);
  return (
    <Card as="section" aria-label={title}>
      <header className="flex flex-wrap items-start justify-between gap-2 px-4 py-3">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="wrap-anywhere text-muted">
            {session.project.name} · {siteOf(session)}
          </p>
          <p className="text-muted tabular-nums">{formatDate(dayOf(session))}</p>
        </div>
        {session.phase && <Badge>{phaseLabel(session.phase)}</Badge>}
      </header>
      {/* In a box of its own, because a cover fills the height of what it stands in. */}
      <div>
        <SessionCover session={session} sizes="(width < 768px) 100vw, 50vw" priority />
      </div>
      <div className="grid gap-3 p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-muted text-sm">{fullName(session.photographer)}</span>
          <MediaIcons session={session} />
        </div>
        {session.notes && <p className="wrap-anywhere line-clamp-4">{session.notes}</p>}
        <div className="flex flex-wrap gap-2">
          <Button icon={Eye} onClick={() => setViewing(true)}>
            View Media
          </Button>
          <LinkButton href={`/sessions/${session.id}`} variant="ghost">
            Open session
          </LinkButton>
        </div>
      </div>
      <SessionMediaDialog open={viewing} onOpenChange={setViewing} session={session} />
    </Card>
  );
}
