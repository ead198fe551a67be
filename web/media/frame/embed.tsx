// A viewer of another host: a tour, a map, a folder of its own. A refused frame says nothing, so the way out always stands below.
import { ExternalLink } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { useSilence } from '#web/lib/page/use-silence.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Spinner } from '#web/ui/display/spinner.tsx';
import { ViewerBox } from './viewer-box.tsx';

const permissions =
  'accelerometer; autoplay; clipboard-write; encrypted-media; fullscreen; gyroscope; magnetometer; picture-in-picture; web-share; xr-spatial-tracking';
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';
/** How long a viewer is covered after its page has loaded, while it fetches what it shows (§6.11). */
const coverMs = 1500;

type EmbedProps = { src: string; title: string; onLoad?: () => void; ref?: Ref<HTMLIFrameElement> | undefined };

/** The frame itself; `src` comes from the table of providers only (§6.13). */
export function Embed({ src, title, onLoad, ref }: EmbedProps) {
  return (
    <iframe
      ref={ref}
      src={src}
      title={title}
      allow={permissions}
      sandbox={sandbox}
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onLoad}
      className="absolute inset-0 size-full border-0"
    />
  );
}

type FrameProps = {
  src: string;
  /** The page to open instead of the frame. */
  original: string | null;
  title: string;
  full: boolean;
  /** What is being loaded: 'tour', 'preview'. */
  word: string;
};

export function EmbedFrame({ src, original, title, full, word }: FrameProps) {
  const [cover, onLoad] = useCover();
  return (
    <div className="grid gap-3">
      <ViewerBox full={full}>
        <Embed src={src} title={title} onLoad={onLoad} />
        {cover && <Cover>Loading {word}...</Cover>}
      </ViewerBox>
      <div>
        <LinkButton href={original ?? src} external icon={ExternalLink}>
          Open in new tab
        </LinkButton>
      </div>
    </div>
  );
}

/** Whether the frame is still covered, and what to do once it has loaded. A frame that its host refuses loads as well. */
export function useCover() {
  const [loaded, setLoaded] = useState(false);
  const isOver = useSilence(loaded ? 'frame' : undefined, coverMs);
  return [!isOver, () => setLoaded(true)] as const;
}

export function Cover({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="absolute inset-0 flex items-center justify-center gap-2.5 bg-sunken text-muted">
      <Spinner />
      {children}
    </p>
  );
}

type TourProps = { frame: string | null; original: string | null; title: string; full: boolean };

/** Below 768 px a tour opens in a tab of its own (§6.11), as one does that no page may frame. */
export function Tour({ frame, original, title, full }: TourProps) {
  const isNarrow = useMediaQuery('(width < 768px)');
  const page = original ?? frame;
  if (page === null) return null;
  if (frame && !isNarrow)
    return <EmbedFrame key={frame} src={frame} original={page} title={title} full={full} word="tour" />;
  return (
    <div className="grid place-items-center gap-4 rounded-card bg-sunken px-4 py-16 text-center">
      <p className="text-balance text-muted">
        {frame
          ? 'On a small screen the tour opens in its own tab.'
          : 'The host of this tour shows it only in its own tab.'}
      </p>
      <LinkButton href={frame ?? page} external variant="primary" icon={ExternalLink}>
        Open tour in new tab
      </LinkButton>
    </div>
  );
}
