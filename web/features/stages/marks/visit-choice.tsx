// The visit that a mark rests on: one of the project's sessions, the newest first.
import { formatDate } from '#contract/core/day-words.ts';
import { type Session, sessionStatusLabels, sessions } from '#contract/sessions/endpoints.ts';
import type { Stage } from '#contract/stages/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';

/** Of a stage of a site those of that site. `isReleased`: only what clients see. */
export function useVisits({ projectId, site }: Pick<Stage, 'projectId' | 'site'>, isReleased: boolean) {
  const query = { projectId, ...(site && { siteId: site.id }), sort: 'captureDate', limit: 500 } as const;
  const found = useApiQuery(sessions, { query });
  return { ...found, rows: found.data?.rows.filter(({ released }) => released || !isReleased) };
}

type VisitChoiceProps = {
  found: ReturnType<typeof useVisits>;
  value: string;
  onChange: (value: string) => void;
  isOptional: boolean;
  error: string | undefined;
};

export function VisitChoice({ found, value, onChange, isOptional, error }: VisitChoiceProps) {
  const isKnown = found.rows?.some(({ id }) => String(id) === value);
  const isMissing = found.rows !== undefined && value !== '' && !isKnown;
  return (
    <>
      <Field label="Visit" optional={isOptional} error={error} hint={hintOf(found.rows, isMissing)}>
        <Select value={isKnown ? value : ''} onChange={({ target }) => onChange(target.value)}>
          <option value="">{found.isPending ? 'Loading...' : 'Choose a visit'}</option>
          <Options of={found.rows} label={visitWords} />
        </Select>
      </Field>
      {found.error && !found.data && <QueryErrorLine query={found}>The visits could not be loaded.</QueryErrorLine>}
    </>
  );
}

/** The visit of a claim is chosen by itself, but clients may not see it yet. */
function hintOf(rows: readonly Session[] | undefined, isMissing: boolean): string | undefined {
  if (isMissing) return 'The visit of the claim is not released: release it first, or choose another one.';
  return rows?.length === 0 ? 'No visit of this place can be chosen yet.' : undefined;
}

function visitWords({ captureDate, site, released, status }: Session): string {
  return [formatDate(captureDate), site?.name, !released && sessionStatusLabels[status]].filter(Boolean).join(' · ');
}
