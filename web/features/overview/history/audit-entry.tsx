// One entry of the audit log: what was done to whom or what, by whom, from where, and what it was before and after.

import { Link } from 'wouter';
import { sessionFields } from '#contract/core/session-fields.ts';
import { deliveryKindLabels } from '#contract/notifications/webhooks.ts';
import { auditActLabels, auditActs, type AuditEntry as Entry } from '#contract/overview/audit-log.ts';
import { param } from '#web/lib/routing/search-params.ts';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { Instant } from '#web/ui/display/instant.tsx';

// How the audit log's filters ask the server, and what the fields of its entries are called.

/** Other names than those of the other tabs: all stand in one address. */
export const auditParams = {
  act: param.maybe(auditActs),
  personId: param.id(),
  projectId: param.id(),
  from: param.day(),
  to: param.day(),
};

export const noAuditFilters = {
  act: undefined,
  personId: undefined,
  projectId: undefined,
  from: undefined,
  to: undefined,
} as const;

export type AuditFilters = { [K in keyof typeof auditParams]: ReturnType<(typeof auditParams)[K]> };

/** The beginning of a day, `later` so many days on, on the reader's own clock. */
function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** Both days included, as the reader's clock counts them. */
export function toAuditQuery({ from, to, ...filters }: AuditFilters) {
  return { ...filters, from: from && startOf(from), to: to && startOf(to, 1) };
}

export function isAuditFiltered(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

const labels: Record<string, string> = {
  client: 'Client',
  clientId: 'Client ID',
  releasedRecord: 'Released record',
  url: 'Address',
  kinds: 'Events',
};

/** Of a list of events, a line each, what people call them; anything else as it was written down. */
export function fieldValue(field: string, text: string): string {
  if (field !== 'kinds') return text;
  const nameOf = (kind: string) => (deliveryKindLabels as Record<string, string>)[kind] ?? kind;
  return text.split('\n').map(nameOf).join('\n');
}

/** 'lastName' is 'Last name'; of a session's field its own label. */
export function fieldLabel(field: string): string {
  const known = labels[field] ?? (sessionFields as Record<string, { label: string }>)[field]?.label;
  if (known) return known;
  const words = field.replace(
    /([a-z\d])([A-Z])/g,
    (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\b(id|url)\b/g, (word) => word.toUpperCase());
}

const link = 'wrap-anywhere underline underline-offset-2';

export function AuditEntry({ entry }: { entry: Entry }) {
  const { act, at, address, changes } = entry;
  return (
    <li className="min-w-0 px-4 py-3 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="wrap-anywhere min-w-0">
          <span className="font-medium">{auditActLabels[act]}</span> · <Subject entry={entry} />
        </h2>
        <p className="text-muted text-sm tabular-nums">
          <Instant at={at} />
        </p>
      </div>
      <p className="wrap-anywhere text-muted text-sm">
        {byWhom(entry)}
        {address && ` from ${address}`}
        <Project entry={entry} />
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  );
}

function byWhom({ byId, byName, guest }: Entry): string {
  if (byName !== null) return `By ${byName}`;
  if (byId !== null) return `By account ${byId}`;
  return guest === null ? 'By the product itself' : `By a guest (${guest})`;
}

const paths = { project: '/projects', session: '/sessions', stage: '/stages' } as const;

/** Null: it has no page. */
function pathOf({ kind, id, name }: Entry['subject']): string | null {
  if (kind === 'shareLink') return null;
  if (kind === 'user') return `/users?q=${encodeURIComponent(name)}`;
  return kind === 'webhook' || kind === 'settings' ? '/settings' : `${paths[kind]}/${id}`;
}

/** What is there still can be opened. */
function Subject({ entry: { subject } }: { entry: Entry }) {
  const href = subject.exists ? pathOf(subject) : null;
  if (href === null) return subject.name;
  return (
    <Link href={href} className={link}>
      {subject.name}
    </Link>
  );
}

/** Said where the subject is not the project itself. */
function Project({ entry: { project, subject } }: { entry: Entry }) {
  return project && subject.kind !== 'project' ? ` · ${project.name}` : null;
}

function Changes({ changes }: Pick<Entry, 'changes'>) {
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-muted">{fieldLabel(field)}</dt>
          <dd className="min-w-0 max-sm:mb-1">
            <Value before={before} after={after} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ before, after, field }: Entry['changes'][number]) {
  const what = `the ${fieldLabel(field).toLowerCase()}`;
  return (
    <div className="grid min-w-0 gap-x-3 gap-y-0.5 lg:grid-cols-2">
      {before !== null && (
        <div className="min-w-0">
          <span className="sr-only">Before: </span>
          <ClampedText what={`${what} before`} className="text-muted line-through decoration-faint">
            {fieldValue(field, before)}
          </ClampedText>
        </div>
      )}
      {after !== null && (
        <div className="min-w-0">
          <span className="sr-only">After: </span>
          <ClampedText what={`${what} after`}>{fieldValue(field, after)}</ClampedText>
        </div>
      )}
    </div>
  );
}
