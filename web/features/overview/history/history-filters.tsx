// What narrows a list of System History: words, a status of its own, and the filters of the list of sessions.
import type { DisputeStatus } from '#contract/policy.ts';
import type { SessionStatus } from '#contract/sessions/endpoints.ts';
import { FilterPanel } from '#web/features/sessions/filters/filter-panel.tsx';
import { type Narrowing, statusLabel } from '#web/features/sessions/filters/filters.ts';
import { Options } from '#web/ui/controls/select.tsx';

type HistoryFiltersProps = {
  statuses: readonly (SessionStatus | DisputeStatus)[];
  filters: Narrowing;
  onChange: (change: Partial<Narrowing>) => void;
};

export function HistoryFilters({ statuses, filters, onChange }: HistoryFiltersProps) {
  const search = {
    label: 'Search',
    placeholder: 'Search words or a number',
    maxLength: 200,
    value: filters.q,
    onSearch: (q: string) => onChange({ q }),
  };
  const options = <Options of={statuses} label={statusLabel} />;
  return <FilterPanel search={search} options={options} filters={filters} onChange={onChange} />;
}
