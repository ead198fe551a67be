// Which files came after the approval, with their pictures: an admin releases them one by one, or all that are shown here.
import { FileQuestion, FolderPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { MediaItem, MediaKind } from '#contract/media/endpoints.ts';
import { imageAtSize } from '#contract/media/endpoints.ts';
import { can } from '#contract/policy.ts';
import { releaseAddedMedia, type Session } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Picture } from '#web/ui/display/picture.tsx';

const waits = (count: number) =>
  count === 1
    ? '1 file was added after approval. Clients do not see it.'
    : `${count} files were added after approval. Clients do not see them.`;

const firstRows = 6;

type UnreleasedListProps = { session: Session; kind: MediaKind; items: MediaItem[] };

export function UnreleasedList({ session, kind, items }: UnreleasedListProps) {
  const { actor } = useCurrentUser();
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLParagraphElement>(null);
  const release = useMutation(releaseAddedMedia, {
    successToast: 'Released to the client',
    errorToast: 'Failed to release',
    // The button that was pressed goes with its row.
    onSuccess: () => heading.current?.focus(),
  });
  const send = (released: MediaItem[]) =>
    release.run({ params: { id: session.id }, body: { kind, items: released.map(({ id }) => id) } });
  const mayRelease = can.reviewSessions(actor);
  const shown = all ? items : items.slice(0, firstRows);
  return (
    <section
      aria-label="Added after approval"
      className="mb-4 grid gap-2 rounded-control bg-yellow-soft px-3 py-2 text-sm text-yellow-ink"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FolderPlus aria-hidden="true" className="size-4 shrink-0" />
        <p ref={heading} tabIndex={-1} className="min-w-48 flex-1">
          {waits(items.length)}
        </p>
        {mayRelease && items.length > 1 && (
          <Button size="sm" pending={release.isPending} onClick={() => send(items)}>
            Release all {items.length}
          </Button>
        )}
      </div>
      <ul className="grid gap-1.5 sm:grid-cols-2">
        {shown.map((item) => (
          <li key={item.id} className="flex min-w-0 items-center gap-2">
            <Thumbnail item={item} />
            <span className="min-w-0 flex-1 break-words">{item.name}</span>
            {mayRelease && (
              <Button
                size="sm"
                aria-label={`Release ${item.name}`}
                aria-disabled={release.isPending}
                onClick={() => send([item])}
              >
                Release
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
          Show all {items.length}
        </Button>
      )}
    </section>
  );
}

function Thumbnail({ item }: { item: MediaItem }) {
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-surface">
      {item.thumbnailUrl ? (
        <Picture alt="" small={imageAtSize(item, 's220')} ratio="1/1" className="size-full" />
      ) : (
        <FileQuestion aria-hidden="true" className="size-5" />
      )}
    </span>
  );
}
