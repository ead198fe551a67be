// The filters of a search: those of the list of sessions, with the statuses of concerns beside those of sessions.
import { disputeStatuses } from '#contract/disputes.ts';
import { FilterPanel } from '#web/features/sessions/filter-panel.tsx';
import { type Narrowing, offeredStatuses, statusLabel } from '#web/features/sessions/filters.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { Options } from '#web/ui/select.tsx';

type SearchFiltersProps = { filters: Narrowing; onChange: (change: Partial<Narrowing>) => void };

export function SearchFilters({ filters, onChange }: SearchFiltersProps) {
  const { actor } = useCurrentUser();
  const options = (
    <>
      <optgroup label="Sessions">
        <Options of={offeredStatuses(actor)} label={statusLabel} />
      </optgroup>
      <optgroup label="Concerns">
        <Options of={disputeStatuses} label={statusLabel} />
      </optgroup>
    </>
  );
  return <FilterPanel options={options} filters={filters} onChange={onChange} />;
}
