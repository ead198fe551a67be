// A player or viewer of another host: nothing of it loads before somebody asks for it.
import { ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import type { Media } from '#contract/media.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

const may =
  'accelerometer; autoplay; clipboard-write; encrypted-media; fullscreen; gyroscope; magnetometer; picture-in-picture; web-share; xr-spatial-tracking';
const box =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';

/** Tours open in a tab of their own below 768 px (foundation §2); everything keeps a way to the original. */
export function Frame({ media, title }: { media: Media; title: string }) {
  const [isOpen, setOpen] = useState(false);
  if (media.embedUrl === null) return null;
  return (
    <div className="grid gap-3">
      <div className="grid h-[600px] max-h-[80dvh] place-items-center overflow-hidden rounded-card bg-sunken">
        {isOpen ? (
          <iframe
            src={media.embedUrl}
            title={title}
            allow={may}
            sandbox={box}
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
            className="size-full border-0"
          />
        ) : (
          <Opening media={media} onOpen={() => setOpen(true)} />
        )}
      </div>
      {media.originalUrl && (
        <LinkButton href={media.originalUrl} external icon={ExternalLink} className="justify-self-start">
          View Original
        </LinkButton>
      )}
    </div>
  );
}

function openingWord(kind: Media['kind']): string {
  return kind === 'tour' || kind === 'video' ? kind : 'preview';
}

function Opening({ media, onOpen }: { media: Media; onOpen: () => void }) {
  const leaves = media.kind === 'tour' && matchMedia('(width < 768px)').matches;
  return leaves && media.embedUrl ? (
    <LinkButton href={media.embedUrl} external variant="primary" icon={ExternalLink}>
      Open tour in new tab
    </LinkButton>
  ) : (
    <Button variant="primary" icon={Play} onClick={onOpen}>
      Load {openingWord(media.kind)}
    </Button>
  );
}
