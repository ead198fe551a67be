// What a search finds beside its hits, as groups of rows: people, concerns, stages, and the sessions of a date (behaviour §7.7).

import { ListChecks, MessageSquareWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { concernPath } from '#contract/disputes/anchors.ts';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { FoundPerson, FoundStage, SearchGroups } from '#contract/overview/endpoints.ts';
import { markKindLabels } from '#contract/stages/endpoints.ts';
import { fullName } from '#web/lib/format/format.ts';
import { resultPath } from '#web/lib/routing/result-path.ts';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Highlight } from '#web/ui/display/highlight.tsx';
import { DisputeStatus, RoleBadge } from '#web/ui/display/status-badge.tsx';
import { SearchHit } from './search-hit.tsx';

type FoundRow = { key: string; path: string; shown: ReactNode };
export type FoundGroup = {
  title: string;
  total: number;
  rows: FoundRow[];
  all?: { path: string; label: string } | undefined;
};

type Visits = NonNullable<SearchGroups['visits']>;

/** Those that hold something, in the order of `groupPaths`. `all` leads to the list where the rest can be filtered: that of concerns under `concernsPath`. */
export function foundGroups(
  { people, concerns, stages, visits }: SearchGroups,
  query: string,
  concernsPath?: string,
): FoundGroup[] {
  const seesAccounts = people.rows.some(({ username }) => username !== undefined);
  const accounts = { path: `/users?${new URLSearchParams({ q: query })}`, label: 'Show all in Users' };
  const groups: FoundGroup[] = [
    {
      title: 'People',
      total: people.total,
      rows: people.rows.map((person) => personRow(person, query)),
      all: seesAccounts ? accounts : undefined,
    },
    {
      title: 'Concerns',
      total: concerns.total,
      rows: concerns.rows.map((concern) => concernRow(concern, query)),
      all: concernsPath ? { path: concernsPath, label: 'Show all in Concerns' } : undefined,
    },
    {
      title: 'Stages',
      total: stages?.total ?? 0,
      rows: (stages?.rows ?? []).map((stage) => stageRow(stage, query)),
    },
    ...(visits ? [visitGroup(visits, query)] : []),
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function personRow(person: FoundPerson, query: string): FoundRow {
  const name = fullName(person);
  const shown = (
    <>
      <Avatar name={name} photo={person.profilePhotoUrl} />
      <span className="wrap-anywhere min-w-0 flex-1">
        <span className="block font-medium">
          <Highlight text={name} query={query} />
        </span>
        {person.username && (
          <span className="block text-muted text-sm">
            @<Highlight text={person.username} query={query} />
          </span>
        )}
      </span>
      <RoleBadge role={person.role} />
    </>
  );
  return { key: `person ${person.id}`, path: personPath(person), shown };
}

function concernRow(concern: Dispute, query: string): FoundRow {
  const { id, sessionId, reason, session, status } = concern;
  const shown = (
    <>
      <MessageSquareWarning aria-hidden="true" className="size-5 shrink-0 text-faint" />
      <span className="wrap-anywhere min-w-0 flex-1">
        <span className="line-clamp-2 font-medium">
          <Highlight text={reason} query={query} />
        </span>
        <span className="block text-muted text-sm">
          Concern #{id} · {session.project.name} · Session #{sessionId}
        </span>
      </span>
      <DisputeStatus status={status} />
    </>
  );
  return { key: `concern ${id}`, path: concernPath(concern), shown };
}

function stageRow({ id, name, projectName, site, mark }: FoundStage, query: string): FoundRow {
  const shown = (
    <>
      <ListChecks aria-hidden="true" className="size-5 shrink-0 text-faint" />
      <span className="wrap-anywhere min-w-0 flex-1">
        <span className="block font-medium">
          <Highlight text={name} query={query} />
        </span>
        <span className="block text-muted text-sm">{[projectName, site].filter(Boolean).join(' · ')}</span>
      </span>
      <Badge>{mark ? markKindLabels[mark] : 'Not claimed'}</Badge>
    </>
  );
  return { key: `stage ${id}`, path: stagePath({ id }), shown };
}

/** 'Captured on October 9, 2026', 'Decided in October 2026'. */
export function capturedTitle({ from, to, decided }: Pick<Visits, 'from' | 'to' | 'decided'>): string {
  const what = decided ? 'Decided' : 'Captured';
  if (from === to) return `${what} on ${formatDate(from)}`;
  const isMonth = from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && isLastOfMonth(to);
  return isMonth
    ? `${what} in ${formatDate(from).replace(' 1,', '')}`
    : `${what} ${formatDate(from)} – ${formatDate(to)}`;
}

function isLastOfMonth(day: string): boolean {
  return new Date(Date.parse(day) + 86_400_000).getUTCDate() === 1;
}

function visitGroup(visits: Visits, query: string): FoundGroup {
  const { from, to, words, decided, total, rows } = visits;
  const days = decided ? { decided: 'custom', decidedFrom: from, decidedTo: to } : { range: 'custom', from, to };
  const filter = new URLSearchParams({ ...(words && { q: words }), ...days, sort: 'captureDate' });
  return {
    title: capturedTitle(visits),
    total,
    rows: rows.map((result) => ({
      key: `visit ${result.id}`,
      path: resultPath(result),
      shown: <SearchHit result={result} query={query} />,
    })),
    all: { path: `/sessions?${filter}`, label: 'Show all in Sessions' },
  };
}

// Where the rows lead that a search finds beside its hits.

/** Admins get to the account; everybody else to the visits of a photographer, or to the project that they share. */
export function personPath({ id, username, role, projectId }: FoundPerson): string {
  if (username !== undefined) return `/users?q=${encodeURIComponent(username)}`;
  return role === 'photographer' ? `/sessions?photographerId=${id}` : `/projects/${projectId}`;
}

export const stagePath = ({ id }: Pick<FoundStage, 'id'>): string => `/stages/${id}`;

/** Of all that is found beside the hits, in the order in which it is shown. */
export function groupPaths({ people, concerns, stages, visits }: SearchGroups): string[] {
  return [
    ...people.rows.map(personPath),
    ...concerns.rows.map(concernPath),
    ...(stages?.rows ?? []).map(stagePath),
    ...(visits?.rows ?? []).map(resultPath),
  ];
}
