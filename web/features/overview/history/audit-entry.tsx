// One entry of the audit log: what was done to whom or what, by whom, from where, and what it was before and after.
import { Link } from 'wouter';
import { auditActLabels, type AuditEntry as Entry } from '#contract/overview/audit-log.ts';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { fieldLabel, fieldValue } from './audit-fields.ts';

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

const paths = { project: '/projects', session: '/sessions' } as const;

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
