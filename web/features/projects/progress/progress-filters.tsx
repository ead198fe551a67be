// Narrowing the client's sessions: project, site where there are several, order.
import { FilterX } from 'lucide-react';
import { sites } from '#contract/projects/endpoints.ts';
import { ProjectChoice } from '#web/features/sessions/filters/lazy-choices.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { chosenId, Options, Select } from '#web/ui/controls/select.tsx';
import type { ProgressState, SetProgress } from './progress-params.ts';

type ProgressFiltersProps = { state: ProgressState; setState: SetProgress };

export function ProgressFilters({ state, setState }: ProgressFiltersProps) {
  const { projectId, siteId, sort } = state;
  const found = useApiQuery(sites, { params: { id: projectId ?? 0 }, query: { limit: 500 } }, { enabled: !!projectId });
  const choices = projectId ? (found.data?.rows ?? []) : [];
  return (
    <>
      <Field label="Project" hideLabel className="min-w-40 flex-1 sm:max-w-64">
        <ProjectChoice
          value={projectId}
          onChange={(id) => setState({ projectId: id, siteId: undefined })}
          none="All Projects"
        />
      </Field>
      {choices.length > 1 && (
        <Field label="Site" hideLabel className="min-w-40 flex-1 sm:max-w-64">
          <Select value={siteId ?? ''} onChange={(event) => setState({ siteId: chosenId(event) })}>
            <option value="">All Sites</option>
            <Options of={choices} label={({ name }) => name} />
          </Select>
        </Field>
      )}
      <Field label="Sort" hideLabel className="min-w-40 flex-1 sm:max-w-64">
        <Select value={sort} onChange={(event) => setState({ sort: event.target.value as typeof sort })}>
          <option value="captureDate">Sort by Session Date</option>
          <option value="createdAt">Sort by Submission Date</option>
        </Select>
      </Field>
      {(projectId || siteId) && (
        <Button variant="ghost" icon={FilterX} onClick={() => setState({ projectId: undefined, siteId: undefined })}>
          Clear Filters
        </Button>
      )}
    </>
  );
}
