// The filters of a search: those of the list of sessions, with the statuses of concerns beside those of sessions.
import { disputeStatuses, type Priority, priorities } from '#contract/disputes/endpoints.ts';
import { FilterPanel } from '#web/features/sessions/filters/filter-panel.tsx';
import { type Narrowing, offeredStatuses, priorityLabel, statusLabel } from '#web/features/sessions/filters/filters.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';

/** As people choose. */
const mostUrgentFirst = priorities.toReversed();

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
  const priority = (
    <Field label="Priority" hideLabel className="w-40 max-lg:min-w-28 max-lg:flex-1">
      <Select
        value={filters.priority ?? ''}
        onChange={({ target }) => onChange({ priority: (target.value || undefined) as Priority | undefined })}
      >
        <option value="">All Priorities</option>
        <Options of={mostUrgentFirst} label={priorityLabel} />
      </Select>
    </Field>
  );
  return <FilterPanel options={options} beside={priority} filters={filters} onChange={onChange} />;
}
