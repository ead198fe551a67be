// A list in each of its states: loading, failed, empty, or there.
import type { ReactNode } from 'react';
import { type ApiError, messageOf } from '#web/lib/api-error.ts';
import { ErrorState } from './error-state.tsx';

type QueryListProps<Row> = {
  list: {
    data: { rows: Row[] } | undefined;
    error: ApiError | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Of the final size and number. */
  skeletons: ReactNode;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** What was loaded once stays on screen when a refetch fails. */
export function QueryList<Row>({ list, skeletons, empty, children }: QueryListProps<Row>) {
  const { data, error, isFetching, refetch } = list;
  if (data) return data.rows.length === 0 ? empty : children(data.rows);
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => refetch()} retrying={isFetching} />;
  return skeletons;
}
