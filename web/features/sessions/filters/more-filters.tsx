// What stands behind More Filters: project, site, photographer, date range and the days of a decision.
import { can } from '#contract/policy.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { chosenId, Options, Select } from '#web/ui/controls/select.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { type Narrowing, type Range, rangeLabels, ranges } from './filters.ts';
import { useSitesOf } from './use-sites-of.ts';

const PersonChoice = lazySection(
  () => import('./choices.tsx'),
  'PersonChoice',
  <Skeleton className="touch-target h-9" />,
);
const ProjectChoice = lazySection(
  () => import('./choices.tsx'),
  'ProjectChoice',
  <Skeleton className="touch-target h-9" />,
);

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
      {can.seePresentContent(actor) && <DecidedFields filters={filters} onChange={onChange} />}
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
  const { range, from, to } = filters;
  return (
    <>
      <Field label="Date Range">
        <Select
          value={range}
          onChange={(event) => onChange({ range: event.target.value as Range, from: undefined, to: undefined })}
        >
          <Options of={ranges} label={rangeLabel} />
        </Select>
      </Field>
      {range === 'custom' && <DayFields from={from} to={to} onChange={onChange} />}
    </>
  );
}

const rangeLabel = (range: Range) => rangeLabels[range];
const decidedRanges = ranges.filter((range) => range !== 'all');

function DecidedFields({ filters, onChange }: MoreFiltersProps) {
  const { decided, decidedFrom: from, decidedTo: to } = filters;
  const choose = (value: string) =>
    onChange({ decided: (value || undefined) as Range | undefined, decidedFrom: undefined, decidedTo: undefined });
  const setDays = (days: Partial<Days>) =>
    onChange({ ...('from' in days && { decidedFrom: days.from }), ...('to' in days && { decidedTo: days.to }) });
  return (
    <>
      <Field label="Decided">
        <Select value={decided ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">Any Time</option>
          <Options of={decidedRanges} label={rangeLabel} />
        </Select>
      </Field>
      {decided === 'custom' && <DayFields of="Decided " from={from} to={to} onChange={setDays} />}
    </>
  );
}

type Days = { from: string | undefined; to: string | undefined };
type DayFieldsProps = Days & { of?: string; onChange: (change: Partial<Days>) => void };

function DayFields({ of = '', from = '', to = '', onChange }: DayFieldsProps) {
  const isReversed = from !== '' && to !== '' && to < from;
  return (
    <>
      <Field label={`${of}Start Date`}>
        <Input type="date" value={from} onChange={({ target }) => onChange({ from: target.value || undefined })} />
      </Field>
      <Field label={`${of}End Date`} error={isReversed ? 'The end date is before the start date' : undefined}>
        <Input type="date" value={to} onChange={({ target }) => onChange({ to: target.value || undefined })} />
      </Field>
    </>
  );
}
