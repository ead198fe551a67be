// Project and site of a session: the site follows the project's rules.
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { sites } from '#contract/projects/endpoints.ts';
import { ProjectChoice } from '#web/features/sessions/filters/choices.tsx';
import { useIdField } from '#web/features/sessions/filters/form-choices.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { type SessionDraft, siteRule } from './session-draft.ts';

const failureClass = 'text-danger-ink text-sm sm:col-span-2';
const siteLabels = {
  loading: 'Loading sites…',
  none: 'No sites available - session will be project-level',
  one: '',
  several: 'Select a site',
};

function emptySite(projectId: string, rule: ReturnType<typeof siteRule>): string {
  if (projectId === '') return 'Select a project first';
  return rule === 'none' ? 'Whole project' : siteLabels[rule];
}

/** The sites of the project that is chosen in the form, and the rule that they make. */
export function useSites(projectId: string) {
  const chosen = projectId !== '';
  const found = useApiQuery(sites, { params: { id: projectId || 0 }, query: { limit: 500 } }, { enabled: chosen });
  return { ...found, rows: found.data?.rows, rule: chosen ? siteRule(found.data?.rows) : ('loading' as const) };
}

type ProjectSiteFieldsProps = {
  form: UseFormReturn<SessionDraft>;
  found: ReturnType<typeof useSites>;
  /** Why the project cannot be another one, if so. */
  fixed?: string | undefined;
};

/** Exactly one site is chosen by itself and fixed; with none the session is the project's as a whole (behaviour §10.8). */
export function ProjectSiteFields({ form, found, fixed }: ProjectSiteFieldsProps) {
  const { control, register, watch, setValue, formState } = form;
  const { errors } = formState;
  const project = useIdField({ control, name: 'projectId' });
  const projectId = watch('projectId');
  const { rule, rows, error } = found;
  const only = rule === 'one' ? rows?.[0] : undefined;
  useEffect(() => {
    if (only) setValue('siteId', String(only.id), { shouldValidate: form.formState.isSubmitted });
  }, [only, setValue, form.formState.isSubmitted]);
  // A native select shows its first option while the wanted one has not arrived: the options count as part of its value.
  const chosenSite = rows ? watch('siteId') : '';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Project" error={errors.projectId?.message} hint={fixed}>
        <ProjectChoice
          {...project}
          onChange={(id) => {
            project.onChange(id);
            setValue('siteId', '');
          }}
          none="Select a project"
          disabled={fixed !== undefined}
        />
      </Field>
      <Field label="Site" error={errors.siteId?.message} hint={rule === 'none' ? siteLabels.none : undefined}>
        <Select {...register('siteId')} value={chosenSite} disabled={projectId === '' || rule !== 'several'}>
          {rule !== 'one' && <option value="">{emptySite(projectId, rule)}</option>}
          <Options of={rows} label={({ name }) => name} />
        </Select>
      </Field>
      {error && (
        <QueryErrorLine query={found} className={failureClass}>
          Failed to fetch sites
        </QueryErrorLine>
      )}
    </div>
  );
}
