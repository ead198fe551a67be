// The figures of a dashboard; where they could not be loaded, one line above them says so, with a retry.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FailedQuery, QueryErrorLine } from '#web/ui/query-error.tsx';

type StatsProps = { query: FailedQuery & { data: unknown }; children: ReactNode };

export function Stats({ query, children }: StatsProps) {
  return (
    <>
      {query.error && !query.data && (
        <div className="mb-3 flex items-center gap-3 rounded-control bg-red-soft px-3 py-2 text-red-ink sm:mb-4">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          <QueryErrorLine query={query} className="flex-1 justify-between" />
        </div>
      )}
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{children}</div>
    </>
  );
}
