// What is shown of a tab's media: each kind of file and link in its own viewer.
import type { ReactNode } from 'react';
import type { Media, MediaKind } from '#contract/media.ts';
import { EmbedFrame, Tour } from './embed.tsx';
import { MediaSections } from './media-sections.tsx';
import { mediaLabels, mediaViewOf } from './media-view.ts';
import { Unavailable } from './unavailable.tsx';
import { Video } from './video.tsx';

type MediaContentProps = {
  media: Media;
  kind: MediaKind;
  title: string;
  full: boolean;
  /** The photo that is open in the lightbox. */
  open: string | null;
  onOpen: (id: string | null) => void;
  /** Ways on from an emptiness. */
  instead: ReactNode;
};

export function MediaContent({ media, instead, ...rest }: MediaContentProps) {
  const { kind, full } = rest;
  const view = mediaViewOf(media, kind);
  const title = `${rest.title}, ${mediaLabels[kind]}`;
  switch (view.is) {
    case 'files':
      return <MediaSections items={view.items} {...rest} title={title} />;
    case 'video':
      return <Video key={view.video.frame ?? view.video.files[0]} video={view.video} title={title} full={full} />;
    case 'tour':
      return <Tour frame={view.frame} original={view.original} title={title} full={full} />;
    case 'frame':
      return (
        <>
          {view.note && <p className="mb-3 text-muted">{view.note}</p>}
          <EmbedFrame
            key={view.frame}
            src={view.frame}
            original={view.original}
            title={title}
            full={full}
            word="preview"
          />
        </>
      );
    case 'nothing':
      return (
        <Unavailable title={view.title} note={view.note} original={view.original} download={view.download}>
          {view.original === null && instead}
        </Unavailable>
      );
  }
}
