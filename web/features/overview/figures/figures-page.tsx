// The figures of the review for admins: what waits, how long decisions took, and what passed at its first submission (behaviour §25).
import { Download } from 'lucide-react';
import { reviewFigures } from '#contract/overview/endpoints.ts';
import { can } from '#contract/policy.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { AccessDenied } from '#web/ui/feedback/load-failure.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { FigureTables } from './figure-tables.tsx';

const spans = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
] as const;

const shape = {
  days: param.oneOf(
    spans.map(({ value }) => value),
    '30',
  ),
};

export function FiguresPage() {
  const { actor } = useCurrentUser();
  if (!can.reviewSessions(actor)) return <AccessDenied sentence="Only administrators can access the review figures" />;
  return <Figures />;
}

function Figures() {
  const [{ days }, setAddress] = useSearchParams(shape);
  const found = useApiQuery(reviewFigures, { query: { days } }, { keep: true });
  return (
    <div className="page pb-8">
      <PageHeader
        title="Review Figures"
        subtitle="What is waiting, how long decisions took, and what passed the first time"
        back={{ href: '/approvals', label: 'Pending Approvals' }}
        actions={
          <LinkButton reload href={`/api/review-figures/table.csv?days=${days}`} icon={Download}>
            Download CSV
          </LinkButton>
        }
      />
      <Segmented label="Days" value={days} onChange={(value) => setAddress({ days: value })} options={spans} />
      <div className="mt-4 grid gap-4" aria-busy={found.isPlaceholderData}>
        {found.data && <FigureTables figures={found.data} />}
        {!found.data && (found.error ? <QueryError query={found} /> : <Skeletons />)}
      </div>
    </div>
  );
}

function Skeletons() {
  return (
    <>
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
    </>
  );
}
