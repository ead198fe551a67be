// A film: nothing of it loads before somebody wants to see it, then it plays in the browser or in its host's player.
import { Download, Play, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ClickToLoad } from './click-to-load.tsx';
import { Embed } from './embed.tsx';
import type { VideoSource } from './media-view.ts';
import { ViewOriginal } from './unavailable.tsx';
import { ViewerBox } from './viewer-box.tsx';

type FilmProps = { film: VideoSource; title: string; full: boolean };

/** Give it the film's address as key: another film starts anew. */
export function Video({ film, title, full }: FilmProps) {
  const [state, setState] = useState<'waiting' | 'playing' | 'failed'>('waiting');
  const [file] = film.files;
  const isQuickTime = /\.mov(?:$|\?)/i.test(film.original ?? '') || /\.mov$/i.test(film.name);
  return (
    <div className="grid gap-3">
      <ViewerBox full={full} film>
        {state === 'waiting' && (
          <ClickToLoad
            label={`Play ${film.name}`}
            icon={Play}
            still={film.poster}
            bytes={film.bytes}
            onOpen={() => setState('playing')}
          />
        )}
        {state === 'failed' && <Failed isQuickTime={isQuickTime} />}
        {state === 'playing' && <Player film={film} title={title} onFailed={() => setState('failed')} />}
      </ViewerBox>
      {isQuickTime && state !== 'failed' && (
        <p className="text-muted text-sm">
          Not every browser plays QuickTime films (.mov). If this one stays dark, download it.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {file && (isQuickTime || state === 'failed') && (
          <LinkButton href={file} external icon={Download}>
            Download film
          </LinkButton>
        )}
        <ViewOriginal href={film.original} />
      </div>
    </div>
  );
}

function Player({ film, title, onFailed }: { film: VideoSource; title: string; onFailed: () => void }) {
  if (film.frame) return <Embed src={playing(film.frame)} title={title} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: films of building sites carry no speech of ours to write down.
    <video
      controls
      autoPlay
      playsInline
      preload="metadata"
      aria-label={title}
      onError={onFailed}
      className="absolute inset-0 size-full bg-black object-contain"
    >
      {film.files.map((file) => (
        <source key={file} src={file} onError={file === film.files.at(-1) ? onFailed : undefined} />
      ))}
    </video>
  );
}

/** The tap that opened the player was meant for the film: it need not be made twice. */
function playing(frame: string): string {
  const url = new URL(frame);
  if (/^(?:www\.youtube-nocookie|player\.vimeo)\.com$/.test(url.hostname)) url.searchParams.append('autoplay', '1');
  return url.href;
}

function Failed({ isQuickTime }: { isQuickTime: boolean }) {
  return (
    <div role="alert" className="grid max-w-md justify-items-center gap-2 p-4 text-center">
      <TriangleAlert aria-hidden="true" className="size-6 text-red-ink" />
      <p className="font-semibold text-lg">Preview unavailable</p>
      <p className="text-balance text-muted">
        {isQuickTime
          ? 'This browser does not play this QuickTime film. Download it, or ask for an MP4.'
          : 'The film could not be played: it is out of reach, or of a kind that this browser does not know. Download it, or try again later.'}
      </p>
    </div>
  );
}
