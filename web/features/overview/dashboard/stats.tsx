// The figures of a dashboard; where they could not be loaded, one line above them says so, with a retry.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type FailedQuery, QueryErrorLine } from '#web/ui/feedback/query-error.tsx';

type StatsProps = { query: FailedQuery & { data: unknown }; children: ReactNode };

export function Stats({ query, children }: StatsProps) {
  return (
    <>
      {query.error && !query.data && (
        <Notice tone="red" icon={TriangleAlert} className="mb-3 sm:mb-4">
          <QueryErrorLine query={query} className="justify-between" />
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{children}</div>
    </>
  );
}
