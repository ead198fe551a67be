// Files that no viewer knows: what keeps them from being shown, where that is known, and the way to each.
import { Download, ExternalLink, Eye, FileQuestion } from 'lucide-react';
import { useState } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { formatSize, sizeNote } from '#web/lib/format/format.ts';
import { TakeBackButton } from '#web/media/frame/item-picker.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { MiddleName } from '#web/ui/display/middle-name.tsx';

export function OtherFiles({ items }: { items: MediaItem[] }) {
  return (
    <ul className="grid gap-1">
      {items.map((item) => (
        <OtherFile key={item.id} item={item} />
      ))}
    </ul>
  );
}

function OtherFile({ item }: { item: MediaItem }) {
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  const { name, group, bytes, problem, fileUrl } = item;
  const mayOpen = fileUrl !== null && /\.hei[cf]$/i.test(name);
  return (
    <li className="grid gap-2 rounded-control border border-line px-3 py-2">
      <div className="flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <FileQuestion aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <MiddleName name={group ? `${group}/${name}` : name} className="flex-1" />
        {bytes !== null && <span className="text-muted text-sm tabular-nums">{formatSize(bytes)}</span>}
        <TakeBackButton item={item} />
        {mayOpen && state === 'closed' && (
          <Button size="sm" icon={Eye} onClick={() => setState('open')}>
            Show{sizeNote(bytes)}
          </Button>
        )}
        <WayTo item={item} />
      </div>
      {problem && <p className="text-muted text-sm">{problem}</p>}
      {state === 'open' && fileUrl && (
        <img
          src={fileUrl}
          alt={name}
          onError={() => setState('failed')}
          className="max-h-[70dvh] w-full rounded-control bg-sunken object-contain"
        />
      )}
      {state === 'failed' && (
        <p role="status" className="text-sm">
          This browser does not show it. Download it, or open this page in Safari.
        </p>
      )}
    </li>
  );
}

/** Its own bytes where this person may have them, else its host, else who has them. */
function WayTo({ item: { fileUrl, originalUrl } }: { item: MediaItem }) {
  if (fileUrl)
    return (
      <LinkButton href={`${fileUrl}&download`} external size="sm" icon={Download}>
        Download
      </LinkButton>
    );
  if (originalUrl)
    return (
      <LinkButton href={originalUrl} external size="sm" icon={ExternalLink}>
        View Original
      </LinkButton>
    );
  return <span className="text-muted text-sm">Ask your project team for it</span>;
}
