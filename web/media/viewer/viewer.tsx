// The media of a session, one tab per kind, as large as the window where the person wants it.
import { Maximize2, Minimize2 } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { fieldOfKind, type Media, type MediaKind, mediaKinds, sessionMedia } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useSeen } from '#web/lib/api/use-seen.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { EmbedFrame, Tour } from '#web/media/frame/embed.tsx';
import { mediaLabels, mediaViewOf, nothingLinked, type TabContentProps } from '#web/media/frame/media-view.ts';
import { type Pinning, PinningContext } from '#web/media/frame/pinning.ts';
import { Unavailable, ViewOriginal } from '#web/media/frame/unavailable.tsx';
import { fullscreenClass, useFullscreen } from '#web/media/frame/viewer-box.tsx';
import { Video } from '#web/media/videos/video.tsx';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { MediaSections } from './media-sections.tsx';

type ViewerProps = Omit<TabContentProps, 'full'> & {
  session: Session;
  onKindChange: (kind: MediaKind) => void;
  /** Concerns can be pinned to what is shown. */
  pinning?: Pinning | undefined;
};

export function MediaViewer(props: ViewerProps) {
  const { session, kind, onKindChange } = props;
  const root = useRef<HTMLDivElement>(null);
  const seen = useSeen(session.id);
  const setRoot = useCallback(
    (box: HTMLDivElement | null) => {
      root.current = box;
      return seen(box);
    },
    [seen],
  );
  const [isFull, toggle] = useFullscreen(root);
  return (
    <div
      ref={setRoot}
      data-full={isFull || undefined}
      className={classNames('min-w-0', isFull ? fullscreenClass : 'relative')}
    >
      <IconButton
        label={isFull ? 'Leave fullscreen' : 'Fullscreen'}
        icon={isFull ? Minimize2 : Maximize2}
        onClick={toggle}
        className={classNames('absolute z-10', isFull ? 'top-3 right-3 sm:top-4 sm:right-4' : 'top-0 right-0')}
      />
      <Tabs
        label="Media"
        value={kind}
        onValueChange={(value) => onKindChange(value as MediaKind)}
        tabs={mediaKinds.map((value) => ({
          value,
          label: mediaLabels[value],
          // Empty tabs say so before one opens them.
          ...(session[fieldOfKind[value]] === null && { count: 0 }),
        }))}
        listClassName="mr-11"
      >
        {mediaKinds.map((value) => (
          <TabPanel key={value} value={value}>
            {value === kind && <Tab {...props} full={isFull} />}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

type TabProps = ViewerProps & { full: boolean };

function Tab({ session, onKindChange, pinning, ...rest }: TabProps) {
  const { kind } = rest;
  const link = session[fieldOfKind[kind]];
  const query = useApiQuery(sessionMedia, { params: { id: session.id, kind } }, { enabled: link !== null });
  const instead = <Instead session={session} onKindChange={onKindChange} />;
  if (link === null)
    return (
      <Unavailable title={nothingLinked[kind]} original={null}>
        {instead}
      </Unavailable>
    );
  if (query.data)
    return (
      <PinningContext value={pinning ? { ...pinning, session, kind, onTakeBack: inFolder(query.data, pinning) } : null}>
        {pinning && <GoneNotes session={session.id} kind={kind} media={query.data} />}
        <MediaContent {...rest} media={query.data} instead={instead} />
        {pinning?.onTakeBack && query.data.kind !== 'folder' && (
          <p className="mt-3 text-muted text-sm">
            Only files in folders can be taken back one by one. To hide this link from clients, edit the session.
          </p>
        )}
      </PinningContext>
    );
  if (query.isPending) return <Loading />;
  return (
    <div className="grid justify-items-center">
      <QueryError query={query} />
      <ViewOriginal href={link} />
    </div>
  );
}

/** Of a link to a single file there is nothing to choose. */
const inFolder = ({ kind }: Media, { onTakeBack }: Pinning) => (kind === 'folder' ? onTakeBack : undefined);

/** Of pins whose file is no longer in this tab. */
const GoneNotes = lazySection(() => import('#web/media/pins/gone-pins.tsx'), 'GoneFromTab', null);

/** Each kind of file and link in its own viewer; `instead` leads on from an emptiness. */
function MediaContent({ media, instead, ...rest }: TabContentProps & { media: Media; instead: ReactNode }) {
  const { kind, full } = rest;
  const view = mediaViewOf(media, kind);
  const title = `${rest.title}, ${mediaLabels[kind]}`;
  switch (view.is) {
    case 'files':
      return <MediaSections items={view.items} {...rest} title={title} />;
    case 'video':
      return (
        <Video
          key={view.video.frame ?? view.video.files[0]}
          video={view.video}
          title={title}
          full={full}
          file={media.originalUrl && `link:${media.originalUrl}`}
          named={rest.open === `link:${media.originalUrl}`}
        />
      );
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

/** The kinds that this session does have: the way on from an empty tab. */
function Instead({ session, onKindChange }: Pick<ViewerProps, 'session' | 'onKindChange'>) {
  return mediaKinds
    .filter((kind) => session[fieldOfKind[kind]] !== null)
    .map((kind) => (
      <Button key={kind} onClick={() => onKindChange(kind)}>
        Show {mediaLabels[kind]}
      </Button>
    ));
}

function Loading() {
  return (
    <div aria-hidden="true" className="grid gap-3">
      <Skeleton className="aspect-3/2 max-h-[70dvh] rounded-card" />
      <Skeleton className="h-5 w-48" />
    </div>
  );
}
