// The sessions that somebody may see: filtered, sorted, as cards or rows, and what may be done with each.
import { Camera, ClipboardCheck, Eye, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { can } from '#contract/policy.ts';
import { type Session, sessions } from '#contract/sessions/endpoints.ts';
import { FilterPanel } from '#web/features/sessions/filters/filter-panel.tsx';
import {
  filterParams,
  isFiltered,
  isRelative,
  noFilters,
  offeredStatuses,
  statusLabel,
  toQuery,
} from '#web/features/sessions/filters/filters.ts';
import { useSavedFilters } from '#web/features/sessions/filters/saved-filters.tsx';
import {
  type OpenSessionDialog,
  type SessionRights,
  useSessionDialogs,
  useSessionRights,
} from '#web/features/sessions/page/session-dialogs.tsx';
import { NotifiedLine } from '#web/features/sessions/parts/notified-names.tsx';
import { RejectionBox } from '#web/features/sessions/parts/rejection-box.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { useMarked } from '#web/lib/page/use-marked.ts';
import { useOpenOnPath, useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { SessionCard } from './session-card.tsx';
import { SessionCards, useListLayout, useSessionColumns } from './session-list.tsx';

const CreateSessionDialog = lazyDialog(
  () => import('#web/features/sessions/form/create-session-dialog.tsx'),
  'CreateSessionDialog',
);
const UnsentSessions = lazySection(() => import('./unsent-sessions.tsx'), 'UnsentSessions', null);

const MarkedSession = lazySection(() => import('./marked-session.tsx'), 'MarkedSession', null);

export function SessionsPage() {
  const { actor } = useCurrentUser();
  const [filters, setFilters] = useSearchParams(filterParams);
  const { layout, switcher } = useListLayout('sessions');
  // Here and not beside the rows: an open one stays when its row, perhaps the last, leaves the list.
  const { open, dialogs } = useSessionDialogs();
  const { open: openOwn, dialogs: createDialog } = useDialogs({
    create: (control) => <CreateSessionDialog {...control} projectId={filters.projectId} />,
  });
  const openCreate = useCallback(() => openOwn('create'), [openOwn]);
  useOpenOnPath('/sessions/new', '/sessions', openCreate);

  const found = useInfiniteList(
    sessions,
    { query: toQuery(filters, new Date()) },
    { keep: true, long: true, enabled: useIsHydrated() || !isRelative(filters) },
  );
  const saved = useSavedFilters({ filters, onApply: (chosen) => setFilters({ ...chosen, ...unmarked }) });
  const maySubmit = can.submitSessions(actor);
  // The page's own button is the photographer's; admins come by the bar's New or /sessions/new (behaviour §10.2).
  const isCrew = actor.kind === 'person' && actor.role === 'photographer';
  const newButton = (
    <Button variant="primary" icon={Plus} onClick={openCreate}>
      New Session
    </Button>
  );

  return (
    <div className="page">
      <PageHeader title="Sessions" actions={isCrew && newButton} />
      <FilterPanel
        search={{
          label: 'Search',
          placeholder: 'Search sessions, projects, sites',
          value: filters.q,
          onSearch: (q) => setFilters({ q, ...unmarked }),
        }}
        options={<Options of={offeredStatuses(actor)} label={statusLabel} />}
        filters={filters}
        onChange={(change) => setFilters({ ...change, ...unmarked })}
        counted={countedSessions(found.data?.total ?? (found.error ? null : undefined))}
        keep={saved.saveButton}
      />
      <div className={classNames(saved.list && 'xl:grid xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-6')}>
        {saved.list}
        <div className="min-w-0">
          <div className="my-4 flex flex-wrap items-center gap-3">
            <Select
              aria-label="Sort"
              value={filters.sort}
              onChange={(event) => setFilters({ sort: event.target.value as typeof filters.sort })}
              className="w-64 max-sm:w-full"
            >
              <option value="createdAt">Sort by Submission Date</option>
              <option value="captureDate">Sort by Session Date</option>
            </Select>
            {switcher}
          </div>
          {maySubmit && <UnsentSessions className="mb-4 rounded-card border border-line bg-surface shadow-card" />}
          <SessionRows
            list={found}
            layout={layout}
            columns={saved.list ? 2 : 3}
            highlight={filters.highlight}
            onUnmark={() => setFilters(unmarked)}
            open={open}
            empty={
              <NoSessions
                isFiltered={isFiltered(filters)}
                onClear={() => setFilters(noFilters)}
                create={maySubmit && newButton}
              />
            }
          />
        </div>
      </div>
      {saved.dialogs}
      {dialogs}
      {maySubmit && createDialog}
      <p role="status" className="sr-only">
        {found.data && !found.isPlaceholderData ? `${count(found.data.total, 'session')} found` : ''}
      </p>
    </div>
  );
}

/** Of all that match: undefined while it is counted, null where that failed. */
function countedSessions(total: number | null | undefined): string {
  if (total === null) return 'Sessions not loaded';
  return `Showing ${total === undefined ? '…' : formatNumber(total)} ${total === 1 ? 'session' : 'sessions'}`;
}

type NoSessionsProps = { isFiltered: boolean; onClear: () => void; create: ReactNode };

function NoSessions({ isFiltered, onClear, create }: NoSessionsProps) {
  const clear = <Button onClick={onClear}>Clear Filters</Button>;
  const none = create ? 'Create your first session to get started.' : 'Sessions appear here as soon as there are any.';
  return (
    <EmptyState icon={Camera} title="No sessions found." action={isFiltered ? clear : create}>
      {isFiltered ? 'No sessions match your filters.' : none}
    </EmptyState>
  );
}

/** Somebody who filters has seen what the link points at. */
const unmarked = { highlight: undefined };

type SessionRowsProps = Pick<ComponentProps<typeof SessionCards>, 'list' | 'layout' | 'empty'> & {
  columns: 2 | 3;
  highlight: number | undefined;
  onUnmark: () => void;
  open: OpenSessionDialog;
};

function SessionRows({ columns, highlight, onUnmark, open, ...rest }: SessionRowsProps) {
  const { layout, list } = rest;
  const place = useMarked(highlight, list.isPlaceholderData ? undefined : list.data?.rows);
  const rightsOf = useSessionRights();
  const lines = useSessionColumns(layout, columns);
  const card = useCallback(
    (session: Session, index: number) => (
      <SessionCard
        session={session}
        layout={layout}
        priority={index === 0}
        highlighted={session.id === highlight}
        notice={
          <>
            <RejectionBox session={session} />
            <NotifiedLine session={session} />
          </>
        }
        actions={<SessionActions session={session} may={rightsOf(session)} open={open} />}
      />
    ),
    [layout, highlight, rightsOf, open],
  );
  return (
    <>
      {highlight !== undefined && place && (
        <MarkedSession key={highlight} id={highlight} place={place} onHide={onUnmark}>
          {card}
        </MarkedSession>
      )}
      <SessionCards {...rest} lines={lines} marked={place === 'listed' ? highlight : undefined}>
        {card}
      </SessionCards>
    </>
  );
}

type SessionActionsProps = { session: Session; may: SessionRights; open: OpenSessionDialog };

/** View Media for everybody; the rest where policy and state allow it. */
function SessionActions({ session, may, open }: SessionActionsProps) {
  return (
    <>
      <LinkButton href={`/sessions/${session.id}`} icon={Eye} size="sm">
        View Media
      </LinkButton>
      {may.review && (
        <Button variant="primary" size="sm" icon={ClipboardCheck} onClick={() => open('review', session)}>
          Review
        </Button>
      )}
      {may.resubmit && (
        <Button variant="primary" size="sm" icon={RotateCcw} onClick={() => open('resubmit', session)}>
          Resubmit
        </Button>
      )}
      <span className="ml-auto flex">
        {may.edit && <IconButton size="sm" label="Edit session" icon={Pencil} onClick={() => open('edit', session)} />}
        {may.remove && (
          <IconButton size="sm" label="Delete session" icon={Trash2} onClick={() => open('remove', session)} />
        )}
      </span>
    </>
  );
}
