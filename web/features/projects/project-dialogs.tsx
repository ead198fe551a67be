// What can be done with one project from its card or its page: which dialog is open, for which project.
import { useState } from 'react';
import { type Project, removeProject } from '#contract/projects.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';

const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog));
const ProjectDetailsDialog = lazyDialog(() =>
  import('./project-details-dialog.tsx').then((module) => module.ProjectDetailsDialog),
);
const EditProjectDialog = lazyDialog(() =>
  import('./edit-project-dialog.tsx').then((module) => module.EditProjectDialog),
);

type Doing = { what: 'details' | 'edit' | 'remove'; project: Project };

/** `open(what, project)` opens the dialog; render `dialogs` once. `onRemoved`: for the page of that project, which has to leave. */
export function useProjectDialogs({ onRemoved }: { onRemoved?: () => void } = {}) {
  const [doing, setDoing] = useState<Doing>();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation(removeProject, {
    successToast: 'Project deleted successfully',
    errorToast: 'Failed to delete project',
    onSuccess: () => {
      setOpen(false);
      onRemoved?.();
    },
  });
  const is = (what: Doing['what']) => ({ open: isOpen && doing?.what === what, onOpenChange: setOpen });
  const project = doing?.project;

  const dialogs = project && (
    <>
      <ProjectDetailsDialog {...is('details')} project={project} />
      <EditProjectDialog key={project.id} {...is('edit')} project={project} />
      <ConfirmDialog
        {...is('remove')}
        title="Delete Project"
        sentence={`Are you sure you want to delete "${project.name}"? This action cannot be undone and will also delete all associated sites and sessions.`}
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        onConfirm={() => remove.run({ params: { id: project.id } })}
      />
    </>
  );

  return {
    dialogs,
    open(what: Doing['what'], of: Project) {
      setDoing({ what, project: of });
      setOpen(true);
    },
  };
}
