// A list in each of its states: loading, failed, empty, or there.
import type { ReactNode } from 'react';
import { type FailedQuery, QueryError } from '#web/ui/feedback/query-error.tsx';

type QueryListProps<Row> = {
  list: FailedQuery & { data: { rows: Row[] } | undefined };
  /** Of the final size and number. */
  skeletons: ReactNode;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** What was loaded once stays on screen when a refetch fails. */
export function QueryList<Row>({ list, skeletons, empty, children }: QueryListProps<Row>) {
  if (list.data) return list.data.rows.length === 0 ? empty : children(list.data.rows);
  return list.error ? <QueryError query={list} /> : skeletons;
}
