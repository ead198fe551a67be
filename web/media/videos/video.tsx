// A video: nothing of it loads before somebody wants to see it, then it plays in the browser or in its host's player.
import { Download, Play } from 'lucide-react';
import { use, useState } from 'react';
import { useSavesData } from '#web/lib/device/data-saver.ts';
import { formatSize } from '#web/lib/format/format.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { useSilence } from '#web/lib/page/use-silence.ts';
import { ClickToLoad } from '#web/media/frame/click-to-load.tsx';
import { Embed } from '#web/media/frame/embed.tsx';
import type { VideoSource } from '#web/media/frame/media-view.ts';
import { PinningContext } from '#web/media/frame/pinning.ts';
import { ViewOriginal } from '#web/media/frame/unavailable.tsx';
import { ViewerBox } from '#web/media/frame/viewer-box.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { ErrorState } from '#web/ui/feedback/query-error.tsx';

const VideoVersions = lazyPart(() => import('./video-versions.tsx'), 'VideoVersions');
const VideoPins = lazyPart(() => import('#web/media/pins/video-pins.tsx'), 'VideoPins');

const quickTimeWarning = 'Not every browser plays QuickTime videos (.mov). If this one stays dark, download it.';

const notPlayed = 'The video could not be played: it cannot be reached, or this browser does not support its format.';
const onlySound = 'This browser plays only the sound of this video: it does not support its video codec.';
type VideoProps = {
  video: VideoSource;
  title: string;
  full: boolean;
  /** What concerns about it are pinned to; null: to nothing. */
  file?: string | null;
  /** The address names this video: if a link leads to a pin on it, it starts by itself. */
  named?: boolean;
};

type Version = 'light' | 'original';

/** The light copy comes first; one that comes while the video itself plays waits to be chosen. */
function versionOf(video: VideoSource, chosen: Version | undefined) {
  const { light } = video;
  const shown = chosen ?? (light ? 'light' : 'original');
  if (light && shown === 'light') return { shown, files: [light.url], bytes: light.bytes, warning: null } as const;
  return { shown, files: video.files, bytes: video.bytes, warning: warningOf(video) } as const;
}

/** Give it the video's address as key, so that another video starts from the beginning. */
export function Video({ video, title, full, file: pinned = null, named = false }: VideoProps) {
  const pinning = use(PinningContext);
  const leads = named && pinning?.pin !== undefined;
  const [state, setState] = useState<'idle' | 'playing' | 'failed' | 'dark'>(leads ? 'playing' : 'idle');
  const [chosen, setChosen] = useState<Version | undefined>(() =>
    leads ? versionOf(video, undefined).shown : undefined,
  );
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const takesPins = pinning !== null && pinned !== null;
  const hasFailed = state === 'failed' || state === 'dark';
  const { shown, files, bytes, warning } = versionOf(video, chosen);
  const play = (version: Version) => {
    setChosen(version);
    setState('playing');
  };
  return (
    <div ref={setBox} className="grid gap-3">
      <ViewerBox full={full} video>
        {state === 'idle' && <Before video={video} bytes={bytes} onOpen={() => play(shown)} />}
        {hasFailed && <Failed video={video} how={state} />}
        {state === 'playing' && (
          <Player video={video} files={files} title={title} onFailed={setState} tellsTime={takesPins} />
        )}
      </ViewerBox>
      {(video.light ?? video.preparing) !== undefined && (
        <VideoVersions video={video} shown={shown} box={box} onChoose={state === 'idle' ? undefined : play} />
      )}
      {takesPins && state === 'playing' && <VideoPins id={pinned} poster={video.poster} box={box} />}
      {warning && !hasFailed && <p className="text-muted text-sm">{warning}</p>}
      <Elsewhere video={video} isOffered={hasFailed || warning !== null} />
    </div>
  );
}

/** Where data are saved only a host's poster is loaded, which is small. */
function Before({ video, bytes, onOpen }: { video: VideoSource; bytes: number | null; onOpen: () => void }) {
  const isSaving = useSavesData();
  const poster = (isSaving ? null : video.still) ?? video.poster;
  return <ClickToLoad label={`Play ${video.name}`} icon={Play} poster={poster} bytes={bytes} onOpen={onOpen} />;
}

function Failed({ video: { name, problem }, how }: { video: VideoSource; how: 'failed' | 'dark' }) {
  const message = problem ?? otherPlayer(name, how === 'dark' ? onlySound : notPlayed);
  return <ErrorState title="Preview unavailable" message={message} />;
}

/** `isOffered`: the file itself, for a player of another kind. */
function Elsewhere({ video: { files, bytes, original }, isOffered }: { video: VideoSource; isOffered: boolean }) {
  const [file] = files;
  return (
    <div className="flex flex-wrap gap-2">
      {file && isOffered && (
        <LinkButton href={file} external icon={Download}>
          Download video{bytes !== null && ` · ${formatSize(bytes)}`}
        </LinkButton>
      )}
      <ViewOriginal href={original} />
    </div>
  );
}

function warningOf({ original, name, problem }: VideoSource): string | null {
  const isQuickTime = /\.mov(?:$|\?)/i.test(original ?? '') || /\.mov$/i.test(name);
  return problem ?? (isQuickTime ? quickTimeWarning : null);
}

/** Which program plays what this browser does not. */
export function otherPlayer(name: string, why: string): string {
  if (/\.mov$/i.test(name))
    return 'This browser does not play this QuickTime video. Download it, or ask for an MP4. VLC and QuickTime Player play it.';
  return `${why} Download it and open it in a player such as VLC, or try again later.`;
}

type PlayerProps = {
  video: VideoSource;
  files: readonly string[];
  title: string;
  onFailed: (how: 'failed' | 'dark') => void;
  tellsTime: boolean;
};

function Player({ video, files, title, onFailed, tellsTime }: PlayerProps) {
  const [known, setKnown] = useState(false);
  const isLate = useSilence(known ? undefined : 'film');
  if (video.frame) return <Embed src={autoplaying(video.frame, tellsTime)} title={title} />;
  return (
    <div className="picture-frame absolute inset-0">
      {/* biome-ignore lint/a11y/useMediaCaption: videos of building sites carry no speech of ours to write down. */}
      <video
        controls
        autoPlay
        playsInline
        preload="metadata"
        poster={video.still}
        aria-label={title}
        onError={() => onFailed('failed')}
        onLoadedMetadata={() => setKnown(true)}
        // Not before it plays: WebKit may learn its size after the first frame.
        onTimeUpdate={({ currentTarget: { currentTime, videoWidth, ended } }) => {
          if (videoWidth === 0 && (ended || currentTime > 0.5)) onFailed('dark');
        }}
        className="size-full bg-black object-contain outline-none"
      >
        {files.map((file) => (
          <source key={file} src={file} onError={file === files.at(-1) ? () => onFailed('failed') : undefined} />
        ))}
      </video>
      {isLate && (
        <p role="status" className="absolute inset-x-4 top-4 rounded-control bg-surface/95 p-3 text-center text-sm">
          This video has not started to load: its host may be slow or out of reach.
        </p>
      )}
    </div>
  );
}

/**
 * The tap that opened the player was meant for the video, so it starts by itself. YouTube's player reports its time only to an origin that
 * its address names.
 */
function autoplaying(frame: string, tellsTime: boolean): string {
  const url = new URL(frame);
  if (tellsTime && url.hostname === 'www.youtube-nocookie.com') {
    url.searchParams.append('enablejsapi', '1');
    url.searchParams.append('origin', location.origin);
  }
  if (/^(?:www\.youtube-nocookie|player\.vimeo)\.com$/.test(url.hostname)) url.searchParams.append('autoplay', '1');
  return url.href;
}
