// 'Create New Project'.
import { useForm } from 'react-hook-form';
import { createProject } from '#contract/projects.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { newProject, type ProjectDraft, projectResolver, toBody } from './project-draft.ts';
import { MultiSite, ProjectFields, setMultiSite } from './project-fields.tsx';
import { SiteFields } from './site-fields.tsx';

const whole = { isNew: true, knowsSites: true };

export function CreateProjectDialog(control: DialogControl) {
  const form = useForm<ProjectDraft>({ defaultValues: newProject, resolver: projectResolver(whole) });
  const create = useMutation(createProject, {
    successToast: 'Project created successfully',
    errorToast: 'Failed to create project',
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => {
      form.reset();
      control.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Create New Project"
      onSubmit={form.handleSubmit((draft) => create.run({ body: toBody(draft, whole) }))}
      submitLabel="Create Project"
      pending={create.isPending}
      pendingLabel="Creating..."
    >
      <ProjectFields form={form} />
      <MultiSite form={form} onChange={(checked) => setMultiSite(form, checked)} />
      {form.watch('multiSite') && <SiteFields form={form} scrolls={false} />}
    </FormDialog>
  );
}
