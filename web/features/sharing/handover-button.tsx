// 'Project archive' on a project's page: everything that was released of it as one archive.
import { Archive } from 'lucide-react';
import { can } from '#contract/policy.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';

const HandoverDialog = lazyDialog(() => import('./handover-dialog.tsx'), 'HandoverDialog');

export function HandoverButton({ project }: { project: Project }) {
  const { actor } = useCurrentUser();
  const { open, dialogs } = useDialogs({ handover: (control) => <HandoverDialog {...control} project={project} /> });
  if (project.sessionCount === 0 || !can.takeHandover(actor, project.standing)) return null;
  return (
    <>
      <Button icon={Archive} onClick={() => open('handover')}>
        Project archive
      </Button>
      {dialogs}
    </>
  );
}
