// 'Create New Project'.
import { useForm } from 'react-hook-form';
import { createProject } from '#contract/projects.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { newProject, newSite, type ProjectDraft, projectResolver, toBody } from './project-draft.ts';
import { MultiSite, ProjectFields } from './project-fields.tsx';
import { SiteFields } from './site-fields.tsx';

type CreateProjectDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };
const whole = { isNew: true, knowsSites: true };

export function CreateProjectDialog({ open, onOpenChange }: CreateProjectDialogProps) {
  const form = useForm<ProjectDraft>({ defaultValues: newProject, resolver: projectResolver(whole) });
  const create = useMutation(createProject, {
    successToast: 'Project created successfully',
    errorToast: 'Failed to create project',
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => {
      form.reset();
      onOpenChange(false);
    },
  });
  function setMultiSite(checked: boolean) {
    form.setValue('multiSite', checked, { shouldDirty: true });
    if (checked && form.getValues('sites').length === 0) form.setValue('sites', [newSite]);
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Create New Project"
      onSubmit={form.handleSubmit((draft) => create.run({ body: toBody(draft, whole) }))}
      submitLabel="Create Project"
      pending={create.isPending}
      pendingLabel="Creating..."
    >
      <div className="grid grid-cols-1 gap-5">
        <ProjectFields form={form} />
        <MultiSite form={form} onChange={setMultiSite} />
        {form.watch('multiSite') && <SiteFields form={form} scrolls={false} />}
      </div>
    </FormDialog>
  );
}
