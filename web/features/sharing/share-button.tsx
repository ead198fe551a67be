// 'Share': gives somebody without a login a link, for people who may share.
import { Share2 } from 'lucide-react';
import { can } from '#contract/policy.ts';
import { getProject } from '#contract/projects/endpoints.ts';
import type { NewShareLink } from '#contract/sharing/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'), 'ShareDialog');

/** What is shared of which project, and how it is called. */
type Shared = 'scope' | 'sessionId' | 'otherSessionId' | 'viewpointId' | 'pictures' | 'view' | 'report';
export type ShareSubject = Pick<NewShareLink, Shared> & {
  projectId: number;
  name: string;
};

/** Viewers of a project share nothing (behaviour §16.1). */
export function ShareButton({ subject, label = 'Share' }: { subject: ShareSubject; label?: string }) {
  const { actor } = useCurrentUser();
  const mayAll = can.endAllLinks(actor);
  const asks = !mayAll && can.shareThings(actor);
  const { data: project } = useApiQuery(getProject, { params: { id: subject.projectId } }, { enabled: asks });
  const { open, dialogs } = useDialogs({ share: (control) => <ShareDialog {...control} subject={subject} /> });
  if (!mayAll && !(project && can.shareFrom(actor, project.standing))) return null;
  return (
    <>
      <Button icon={Share2} onClick={() => open('share')}>
        {label}
      </Button>
      {dialogs}
    </>
  );
}
