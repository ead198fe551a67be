// Asks before a project is deleted.
import { type Project, removeProject } from '#contract/projects/endpoints.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

type RemoveProjectDialogProps = DialogControl & { project: Project; onRemoved: (() => void) | undefined };

export function RemoveProjectDialog({ project, onRemoved, ...control }: RemoveProjectDialogProps) {
  const { run, isPending } = useMutation(removeProject, {
    successToast: 'Project deleted successfully',
    errorToast: 'Failed to delete project',
    onSuccess: () => {
      control.onOpenChange(false);
      onRemoved?.();
    },
  });
  return (
    <ConfirmDialog
      {...control}
      title="Delete Project"
      sentence={`Are you sure you want to delete "${project.name}"? This action cannot be undone and will also delete all associated sites and sessions.`}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={isPending}
      onConfirm={() => run({ params: { id: project.id } })}
    />
  );
}
