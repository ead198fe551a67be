// One session in a list: its picture first, then when and where, what it holds, and what may be done with it.
import { AlertTriangle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import type { ListLayout } from '#contract/pages/device-choices.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { BrokenLinksBadge } from '#web/features/sessions/parts/broken-links.tsx';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { dayOf, linkedMedia, siteLabel, tabPath } from '#web/features/sessions/parts/session-labels.ts';
import { UploadingBadge } from '#web/features/sessions/parts/travelling.tsx';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, fullName, phaseLabel } from '#web/lib/format/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { MiddleName } from '#web/ui/display/middle-name.tsx';
import { NewDot } from '#web/ui/display/project-cover-card.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

const UnsentBadge = lazySection(() => import('#web/ui/display/unsent-badge.tsx'), 'UnsentBadge', null);

/** Icons for the media that are there, each with its word for those who do not see it, and the way to its tab. */
export function MediaIcons({ session }: { session: Session }) {
  const present = linkedMedia(session);
  if (present.length === 0) return <span className="text-muted text-sm">No media</span>;
  return (
    <ul className="-mx-1 flex items-center text-muted" aria-label="Media">
      {present.map(({ kind, label, icon: Icon }) => (
        <li key={kind}>
          <Link
            href={tabPath(session, kind)}
            data-tooltip={label}
            className="touch-target grid size-6 place-items-center rounded-control hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4" />
            <span className="sr-only">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

type SessionCardProps = {
  session: Session;
  layout: ListLayout;
  highlighted?: boolean | undefined;
  priority?: boolean | undefined;
  /** What stands before the words, such as a checkbox. */
  lead?: ReactNode;
  /** Above its notes, such as why it was sent back. */
  notice?: ReactNode;
  actions: ReactNode;
  hideStatus?: boolean | undefined;
  /** Clients read the photographer's name, the crew each other's usernames (behaviour §10.6). */
  by?: 'username' | 'name';
};

export function SessionCard({
  session,
  layout,
  highlighted,
  priority,
  lead,
  notice,
  actions,
  hideStatus,
  by = 'username',
}: SessionCardProps) {
  const { photographer } = session;
  // Below 1024 px a grid stands as a list.
  const inGrid = layout === 'grid';
  return (
    <article
      data-session={session.id}
      aria-label={`Session ${session.id}: ${session.project.name}, ${formatDate(dayOf(session))}`}
      className={classNames(
        'group flex min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-card transition-colors hover:border-line-strong',
        'flex-col sm:flex-row',
        inGrid && 'lg:flex-col',
        highlighted && 'ring-2 ring-accent',
      )}
    >
      <Link
        href={`/sessions/${session.id}`}
        tabIndex={-1}
        aria-hidden="true"
        className={classNames('block shrink-0 sm:w-56', inGrid ? 'lg:w-auto' : 'lg:w-64')}
      >
        <SessionCover
          session={session}
          priority={priority}
          className={classNames('sm:min-h-full', inGrid && 'lg:min-h-0')}
          sizes={`(width < 640px) 100vw, ${inGrid ? '(width < 1024px) 256px, 400px' : '256px'}`}
        />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-3 p-4">
        <div className="flex items-start gap-3">
          {lead}
          <div className="min-w-0 flex-1">
            <div className="flex items-start justify-between gap-3">
              <h2 className="font-semibold tabular-nums">
                <NewDot session={session} />
                <Link href={`/sessions/${session.id}`} className="hover:underline">
                  {formatDate(dayOf(session))}
                </Link>
              </h2>
              {!hideStatus && <SessionStatus status={session.status} />}
            </div>
            <p className="mt-0.5 flex min-w-0 flex-wrap text-muted">
              <MiddleName name={session.project.name} />
              <MiddleName name={`\u00a0· ${siteLabel(session)}`} />
            </p>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          {session.phase && <Badge>{phaseLabel(session.phase)}</Badge>}
          <span className="wrap-anywhere text-muted">
            {by === 'username' ? `@${photographer.username}` : fullName(photographer)}
          </span>
          <MediaIcons session={session} />
          {session.activeConcerns > 0 && (
            <Badge tone="red" icon={AlertTriangle}>
              {count(session.activeConcerns, 'concern')}
            </Badge>
          )}
          <UploadingBadge session={session} />
          {!hideStatus && <UnsentBadge sessionId={session.id} />}
          <BrokenLinksBadge session={session} />
        </div>
        {notice}
        {session.notes && (
          <p className={classNames('wrap-anywhere text-muted', 'line-clamp-2', inGrid && 'lg:line-clamp-3')}>
            {session.notes}
          </p>
        )}
        <div className="actions mt-auto flex flex-wrap items-center gap-2 pt-1">{actions}</div>
      </div>
    </article>
  );
}
