// What a page shows in place of the one thing that it could not load.
import { MapPinOff } from 'lucide-react';
import { type ApiError, messageOf } from '#web/lib/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { LinkButton } from './link-button.tsx';

type LoadFailureProps = {
  error: ApiError;
  query: { refetch: () => unknown; isFetching: boolean };
  /** What it says, and where it leads, when there is no such thing. */
  notFound: { title: string; href: string; label: string };
};

export function LoadFailure({ error, query, notFound }: LoadFailureProps) {
  if (error.status !== 404)
    return <ErrorState message={messageOf(error)} onRetry={() => query.refetch()} retrying={query.isFetching} />;
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
