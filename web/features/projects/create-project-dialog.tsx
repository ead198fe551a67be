// 'Create New Project'.
import { createProject } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { CrewFields } from './crew-fields.tsx';
import { NewClientFields, NewClientSwitch, showTakenEmail } from './new-client-fields.tsx';
import { newProject, newProjectResolver, type ProjectDraft, toNewBody } from './project-draft.ts';
import { MultiSite, ProjectFields, setMultiSite } from './project-fields.tsx';
import { SiteFields } from './site-fields.tsx';

export function CreateProjectDialog(control: DialogControl) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<ProjectDraft>({
    owner: person.id,
    name: 'new project',
    initial: { values: newProject },
    resolver: newProjectResolver,
    secret: ['password'],
  });
  const { form } = draft;
  const create = useMutation(createProject, {
    successToast: 'Project created successfully',
    errorToast: 'Failed to create project',
    onError: (error) => showTakenEmail(error, form) || setFieldErrors(error, form),
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
      onSubmit={form.handleSubmit((values) => create.run({ body: toNewBody(values) }))}
      submitLabel="Create Project"
      pending={create.isPending}
      pendingLabel="Creating..."
    >
      <DraftNotes draft={draft} />
      <ProjectFields form={form} newClient={form.watch('isNewClient') && <NewClientFields form={form} />} />
      <NewClientSwitch form={form} />
      <MultiSite form={form} onChange={(checked) => setMultiSite(form, checked)} />
      {form.watch('multiSite') ? <SiteFields form={form} scrolls={false} /> : <CrewFields form={form} />}
    </FormDialog>
  );
}
