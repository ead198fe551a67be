// 'Edit Project', with its sites.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { editProject, getProject, type Project, type Site, sites } from '#contract/projects.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { toastFailure } from '#web/lib/toast.ts';
import { type DialogControl, useDialogs } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { draftOf, type ProjectDraft, projectResolver, removedSites, toBody } from './project-draft.ts';
import { MultiSite, ProjectFields, setMultiSite } from './project-fields.tsx';
import { SiteFields } from './site-fields.tsx';

const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx'), 'ConfirmDialog');

type EditProjectDialogProps = DialogControl & { project: Project };

/** Waits for the sites, then opens the form with them; or without them where they cannot be had. */
export function EditProjectDialog({ project, ...control }: EditProjectDialogProps) {
  const { open } = control;
  const found = useApiQuery(sites, { params: { id: project.id }, query: { limit: 500 } }, { enabled: open });
  // The form keeps what it opened with: a change made elsewhere must not overwrite what is being typed.
  const [opened, setOpened] = useState<{ sites: Site[] | undefined; updatedAt: string }>();
  const ready = found.isFetching ? undefined : { sites: found.data?.rows, updatedAt: project.updatedAt };
  if (open && !opened && ready && (ready.sites || found.error)) setOpened(ready);
  if (!open && opened) setOpened(undefined);
  if (opened) return <EditForm project={project} {...control} {...opened} />;
  return (
    <Dialog {...control} size="lg" title="Edit Project">
      <div className="grid gap-5" aria-busy="true">
        <Skeleton className="h-14" />
        <Skeleton className="h-24" />
        <Skeleton className="h-14" />
        <Skeleton className="h-60" />
      </div>
    </Dialog>
  );
}

const unknownSites = 'The sites could not be loaded. They stay as they are; close this and try again to change them.';

type EditFormProps = EditProjectDialogProps & { sites: Site[] | undefined; updatedAt: string };

function EditForm({ project, sites: present, updatedAt, ...control }: EditFormProps) {
  const knowsSites = present !== undefined;
  const form = useForm<ProjectDraft>({
    defaultValues: draftOf(project, present),
    resolver: projectResolver({ isNew: false, knowsSites }),
  });
  const live = useApiQuery(getProject, { params: { id: project.id } });
  const edit = useMutation(editProject, {
    successToast: 'Project updated successfully',
    errorToast: 'Failed to update project',
    onError: (error) => setFieldErrors(error, form),
    onSuccess: () => control.onOpenChange(false),
  });
  const confirmation = useDialogs({
    loseSites: (control) => (
      <ConfirmDialog
        {...control}
        title="Remove the sites?"
        sentence={`Without multi-site, the project loses these sites when you save: ${removedSites(form.getValues()).join(', ')}.`}
        confirmLabel="Remove sites"
        onConfirm={() => {
          form.setValue('multiSite', false, { shouldDirty: true });
          confirmation.close();
        }}
      />
    ),
  });
  function save(draft: ProjectDraft) {
    // It was removed while this stood open (behaviour §1.7).
    if (live.error?.status === 404) return toastFailure('Error', 'No project selected for editing');
    return edit.run({ params: { id: project.id }, body: { ...toBody(draft, { knowsSites }), updatedAt } });
  }
  function changeMultiSite(checked: boolean) {
    if (!checked && removedSites(form.getValues()).length > 0) return confirmation.open('loseSites');
    setMultiSite(form, checked);
  }
  const photographers = present?.flatMap(({ photographer }) => photographer ?? []) ?? [];
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Edit Project"
      onSubmit={form.handleSubmit(save)}
      submitLabel="Update Project"
      pending={edit.isPending}
      pendingLabel="Updating..."
    >
      <ProjectFields form={form} client={project.client} />
      <MultiSite form={form} onChange={changeMultiSite} locked={knowsSites ? undefined : unknownSites} />
      {form.watch('multiSite') && <SiteFields form={form} scrolls known={photographers} />}
      {confirmation.dialogs}
    </FormDialog>
  );
}
