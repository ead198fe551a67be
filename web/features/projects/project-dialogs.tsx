// The dialogs of one project, opened from its card or its page.
import { type Project, removeProject } from '#contract/projects.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';

const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx'), 'ConfirmDialog');
export const CreateProjectDialog = lazyDialog(() => import('./create-project-dialog.tsx'), 'CreateProjectDialog');
const ProjectDetailsDialog = lazyDialog(() => import('./project-details-dialog.tsx'), 'ProjectDetailsDialog');
const EditProjectDialog = lazyDialog(() => import('./edit-project-dialog.tsx'), 'EditProjectDialog');

export type OpenProjectDialog = ReturnType<typeof useProjectDialogs>['open'];

/** `onRemoved` is for the page of that project, which has to leave. */
export function useProjectDialogs({ onRemoved }: { onRemoved?: () => void } = {}) {
  const remove = useMutation(removeProject, {
    successToast: 'Project deleted successfully',
    errorToast: 'Failed to delete project',
    onSuccess: () => {
      close();
      onRemoved?.();
    },
  });
  const { open, close, dialogs } = useDialogs({
    create: (control) => <CreateProjectDialog {...control} />,
    details: (control, project: Project) => <ProjectDetailsDialog {...control} project={project} />,
    edit: (control, project: Project) => <EditProjectDialog {...control} project={project} />,
    remove: (control, project: Project) => (
      <ConfirmDialog
        {...control}
        title="Delete Project"
        sentence={`Are you sure you want to delete "${project.name}"? This action cannot be undone and will also delete all associated sites and sessions.`}
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        onConfirm={() => remove.run({ params: { id: project.id } })}
      />
    ),
  });
  return { open, dialogs };
}
