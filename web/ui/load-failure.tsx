// What a page shows in place of the one thing that it could not load.
import { MapPinOff } from 'lucide-react';
import type { ApiError } from '#web/lib/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { LinkButton } from './link-button.tsx';
import { type FailedQuery, QueryError } from './query-error.tsx';

type LoadFailureProps = {
  query: FailedQuery & { error: ApiError | null };
  /** What it says, and where it leads, when there is no such thing. */
  notFound: { title: string; href: string; label: string };
};

export function LoadFailure({ query, notFound }: LoadFailureProps) {
  if (query.error?.status !== 404) return <QueryError query={query} />;
  return (
    <EmptyState
      icon={MapPinOff}
      title={notFound.title}
      action={<LinkButton href={notFound.href}>{notFound.label}</LinkButton>}
    >
      It does not exist, or it is not for you to see.
    </EmptyState>
  );
}
