// What a page shows in place of the one thing that it could not load, or that went while it was open.
import { MapPinOff, ShieldX } from 'lucide-react';
import { isGone } from '#web/lib/api/api-error.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { EmptyState } from './empty-state.tsx';
import { type FailedQuery, goneMessage, QueryError } from './query-error.tsx';

type LoadFailureProps = {
  query: FailedQuery;
  /** Such as 'session'. */
  what: string;
  /** To the list that it would stand in. */
  back: { href: string; label: string };
};

export function LoadFailure({ query, what, back }: LoadFailureProps) {
  if (!isGone(query.error)) return <QueryError query={query} />;
  return (
    <div role="status">
      <EmptyState
        icon={MapPinOff}
        title={`This ${what} is no longer available`}
        action={<LinkButton href={back.href}>{back.label}</LinkButton>}
      >
        {goneMessage}
      </EmptyState>
    </div>
  );
}

// What somebody sees on a page that is not for their role.

/** `sentence` says whose page it is, as the specification words it. */
export function AccessDenied({ sentence }: { sentence: string }) {
  return (
    <div className="page">
      <PageHeader title="Access Denied" />
      <EmptyState icon={ShieldX} title={sentence} action={<LinkButton href="/dashboard">Dashboard</LinkButton>} />
    </div>
  );
}
