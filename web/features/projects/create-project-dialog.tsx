// 'Create New Project'.
import { createProject } from '#contract/projects.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { newProject, type ProjectDraft, projectResolver, toBody } from './project-draft.ts';
import { MultiSite, ProjectFields, setMultiSite } from './project-fields.tsx';
import { SiteFields } from './site-fields.tsx';

const whole = { isNew: true, knowsSites: true };

export function CreateProjectDialog(control: DialogControl) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<ProjectDraft>({
    owner: person.id,
    name: 'new project',
    initial: { values: newProject },
    resolver: projectResolver(whole),
  });
  const { form } = draft;
  const create = useMutation(createProject, {
    successToast: 'Project created successfully',
    errorToast: 'Failed to create project',
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Create New Project"
      onSubmit={form.handleSubmit((values) => create.run({ body: toBody(values, whole) }))}
      submitLabel="Create Project"
      pending={create.isPending}
      pendingLabel="Creating..."
    >
      <DraftNotes draft={draft} />
      <ProjectFields form={form} />
      <MultiSite form={form} onChange={(checked) => setMultiSite(form, checked)} />
      {form.watch('multiSite') && <SiteFields form={form} scrolls={false} />}
    </FormDialog>
  );
}
