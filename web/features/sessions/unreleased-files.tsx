// Files that came into a released folder after its approval: said to those who may act on it; clients are not shown them.
import { FolderPlus } from 'lucide-react';
import { type MediaKind, sessionMedia } from '#contract/media.ts';
import { can } from '#contract/policy.ts';
import { releaseAddedMedia, type Session } from '#contract/sessions.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';

const waits = (count: number) =>
  count === 1
    ? '1 file was added after approval. Clients do not see it.'
    : `${count} files were added after approval. Clients do not see them.`;

/** Nothing at all where nothing was added. */
export function UnreleasedFiles({ session, kind }: { session: Session; kind: MediaKind }) {
  const { actor } = useCurrentUser();
  const { data } = useApiQuery(sessionMedia, { params: { id: session.id, kind } });
  const release = useMutation(releaseAddedMedia, {
    successToast: 'Released to the client',
    errorToast: 'Failed to release',
  });
  if (!data?.added) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-yellow-soft px-3 py-2 text-sm text-yellow-ink">
      <FolderPlus aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">{waits(data.added)}</p>
      {can.reviewSessions(actor) && (
        <Button size="sm" pending={release.isPending} onClick={() => release.run({ params: { id: session.id } })}>
          Release them
        </Button>
      )}
    </div>
  );
}
