// Says that a query failed, and offers to ask again: in the middle of what is missing, or in one line beside it.
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isGone, messageOf } from '#web/lib/api/api-error.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from './empty-state.tsx';

export type FailedQuery = { error: Error | null; isFetching: boolean; refetch: () => unknown };
export const goneMessage = 'It was removed, or you do not have access to it.';
type QueryErrorProps = { query: FailedQuery; className?: string | undefined };

export function QueryError({ query: { error, isFetching, refetch }, className }: QueryErrorProps) {
  if (isGone(error)) return <ErrorState title="No longer available" message={goneMessage} className={className} />;
  return (
    <ErrorState message={messageOf(error)} onRetry={() => refetch()} retrying={isFetching} className={className} />
  );
}

/** The words are the server's, unless there are others. */
export function QueryErrorLine({ query, className, children }: QueryErrorProps & { children?: ReactNode }) {
  return (
    <span role="alert" className={classNames('flex flex-wrap items-center gap-2', className)}>
      {children ?? messageOf(query.error)}
      <Button size="sm" pending={query.isFetching} onClick={() => query.refetch()}>
        Retry
      </Button>
    </span>
  );
}

// What went wrong, in plain words, and a way to retry.
type ErrorStateProps = {
  title?: string | undefined;
  message: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
};

export function ErrorState({ title, message, onRetry, retrying, className }: ErrorStateProps) {
  const retry = onRetry && (
    <Button icon={RotateCw} pending={retrying ?? false} pendingLabel="Retrying..." onClick={onRetry}>
      Retry
    </Button>
  );
  return (
    <EmptyState alert icon={TriangleAlert} title={title} action={retry} className={className}>
      {message}
    </EmptyState>
  );
}
