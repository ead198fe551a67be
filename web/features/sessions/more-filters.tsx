// What stands behind More Filters: project, site, photographer and date range.
import { can } from '#contract/policy.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { QueryErrorLine } from '#web/ui/query-error.tsx';
import { chosenId, Options, Select } from '#web/ui/select.tsx';
import { type Narrowing, type Range, rangeLabels, ranges } from './filters.ts';
import { PersonChoice, ProjectChoice } from './lazy-choices.tsx';
import { useSitesOf } from './use-sites-of.ts';

type MoreFiltersProps = { filters: Narrowing; onChange: (change: Partial<Narrowing<never>>) => void };

export function MoreFilters({ filters, onChange }: MoreFiltersProps) {
  const { actor } = useCurrentUser();
  return (
    <>
      <PlaceFields filters={filters} onChange={onChange} />
      {can.manageUsers(actor) && (
        <Field label="Photographer">
          <PersonChoice
            value={filters.photographerId}
            onChange={(id) => onChange({ photographerId: id })}
            none="All Photographers"
            among={{ role: 'photographer' }}
          />
        </Field>
      )}
      <RangeFields filters={filters} onChange={onChange} />
    </>
  );
}

function PlaceFields({ filters, onChange }: MoreFiltersProps) {
  const { projectId, siteId } = filters;
  const query = useSitesOf(projectId);
  return (
    <>
      <Field label="Project">
        <ProjectChoice
          value={projectId}
          onChange={(id) => onChange({ projectId: id, siteId: undefined })}
          none="All Projects"
        />
      </Field>
      <Field label="Site" hint={query.error && !query.data && <QueryErrorLine query={query} />}>
        <Select
          value={siteId ?? ''}
          disabled={projectId === undefined}
          onChange={(event) => onChange({ siteId: chosenId(event) })}
        >
          <option value="">All Sites</option>
          <Options of={projectId ? query.data?.rows : []} label={({ name }) => name} />
        </Select>
      </Field>
    </>
  );
}

function RangeFields({ filters, onChange }: MoreFiltersProps) {
  const { from = '', to = '' } = filters;
  const isReversed = from !== '' && to !== '' && to < from;
  return (
    <>
      <Field label="Date Range">
        <Select
          value={filters.range}
          onChange={(event) => onChange({ range: event.target.value as Range, from: undefined, to: undefined })}
        >
          <Options of={ranges} label={(range) => rangeLabels[range]} />
        </Select>
      </Field>
      {filters.range === 'custom' && (
        <>
          <Field label="Start Date">
            <Input type="date" value={from} onChange={(event) => onChange({ from: event.target.value || undefined })} />
          </Field>
          <Field label="End Date" error={isReversed ? 'The end date is before the start date' : undefined}>
            <Input type="date" value={to} onChange={(event) => onChange({ to: event.target.value || undefined })} />
          </Field>
        </>
      )}
    </>
  );
}
