// 'Lender’s pack' on a project's page and on those of its stages, for people who read packs.
import { ScrollText } from 'lucide-react';
import { can } from '#contract/policy.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import type { PackedProject } from './pack-dialog.tsx';

const PackDialog = lazyDialog(() => import('./pack-dialog.tsx'), 'PackDialog');

export function PackButton({ project }: { project: PackedProject }) {
  const { actor } = useCurrentUser();
  const { open, dialogs } = useDialogs({ pack: (control) => <PackDialog {...control} project={project} /> });
  if (!can.readPacks(actor)) return null;
  return (
    <>
      <Button icon={ScrollText} onClick={() => open('pack')}>
        Lender’s pack
      </Button>
      {dialogs}
    </>
  );
}
