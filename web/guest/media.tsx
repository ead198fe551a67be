// Pictures, maps, videos and players as pages for guests show them.

import type { ReactNode } from 'react';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { DatedPicture, GuestPicture, GuestTab } from '#contract/sharing/guest-pages.ts';
import { formatSize } from '#web/lib/format/format.ts';

export const tabNames: Record<MediaKind, string> = {
  drone: 'Drone pictures',
  indoor: 'Indoor pictures',
  videos: 'Videos',
  tour360: '360° pictures',
  orthomosaic: 'Map',
};

/** The first picture loads before all others, which load when scrolled to. */
export const loadingOf = (first: boolean) =>
  first ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const);

/** `transform`: which part of it is visible. `first`: in the first view. `large`: as wide as the page, `small`: but one of many without a script. `lead`: that among others. `after`: the newer one of a pair. */
type PhotoProps = {
  picture: GuestPicture;
  alt: string;
  caption: ReactNode;
  large?: boolean;
  small?: boolean;
  lead?: boolean;
  after?: boolean;
  transform?: string | null;
  first?: boolean;
};

type PlainProps = { path: string; fine: string; finest: string | undefined };

/** For a browser without a script, which fetches nothing finer later. */
export function Plain({ path, fine, finest }: PlainProps) {
  return (
    <>
      {finest && <source media="(scripting:none) and (min-width:40rem)" srcSet={`${path}/${finest}`} />}
      <source media="(scripting:none)" srcSet={`${path}/${fine}`} />
    </>
  );
}

function classOf({ after, lead }: { after: boolean; lead: boolean }): string | undefined {
  if (after) return 'after';
  return lead ? 'lead' : undefined;
}

/**
 * Opens large: by the script in the page itself, without it as a separate image. It starts small; the script then fetches the finer one,
 * and a browser without script has that from the start.
 */
export function Photo({
  picture: { path, look, save },
  alt,
  caption,
  lead = false,
  large = lead,
  small = false,
  after = false,
  transform = null,
  first = false,
}: PhotoProps) {
  const fine = transform === null ? 's800' : 's1600';
  const finest = large ? 's1600' : undefined;
  const saved = save ? `${path}/${look === 'map' ? 's1600' : 'full'}?download` : undefined;
  return (
    <figure className={classOf({ after, lead })}>
      <a
        className={look ? `photo ${look}` : 'photo'}
        href={`${path}/s1600`}
        data-photo={alt}
        data-look={look ?? undefined}
        data-save={saved}
      >
        <picture>
          {!small && <Plain path={path} fine={fine} finest={finest} />}
          <img
            src={`${path}/s400`}
            data-fine={fine}
            data-finest={finest}
            alt={alt}
            style={transform === null ? undefined : { transform }}
            {...loadingOf(first)}
          />
        </picture>
      </a>
      <figcaption>
        {typeof caption === 'string' ? <bdi>{caption}</bdi> : caption}
        {saved && ' '}
        {saved && (
          <a className="save" href={saved} aria-label={`Download: ${alt}`}>
            Download
          </a>
        )}
      </figcaption>
    </figure>
  );
}

type DatedPhotoProps = Pick<PhotoProps, 'after' | 'transform' | 'first'> & { picture: DatedPicture };

export function DatedPhoto({ picture, ...more }: DatedPhotoProps) {
  const { captureDate } = picture;
  return (
    <Photo picture={picture} alt={`Picture of ${formatDate(captureDate)}`} caption={shortDay(captureDate)} {...more} />
  );
}

/** A file that cannot be shown, with the sentence why. */
function NotShown({ name, instead }: { name: string; instead: string }) {
  return (
    <figure>
      <figcaption>
        {name}: {instead}
      </figcaption>
    </figure>
  );
}

function DrawnMap({ map }: { map: GuestTab['maps'][number] }) {
  if ('instead' in map) return <NotShown {...map} />;
  return <Photo picture={map} alt={`Map, ${map.name}`} caption={map.name} />;
}

type VideoProps = { video: GuestTab['videos'][number]; poster: string | null };

/** Until it plays one of its pictures stands there, else one of the same visit, or a plain ground. */
function Video({ video, poster }: VideoProps) {
  if ('instead' in video) return <NotShown {...video} />;
  const { name, address, failed, light, still } = video;
  return (
    <figure>
      {/* biome-ignore lint/a11y/useMediaCaption: These are films of building sites as they were taken, without captions. */}
      <video
        controls
        preload="none"
        playsInline
        src={address}
        poster={still === null ? (poster ?? undefined) : `${still}/s800`}
        aria-label={name}
        data-failed={failed}
      />
      <figcaption>
        <bdi>{name}</bdi>
        {light !== null && <span className="muted">Light · {formatSize(light)}</span>}
      </figcaption>
    </figure>
  );
}

/** Files of several folders may have one name. */
const keyOf = (name: string, at: number) => `${at} ${name}`;

/** What stands there where no file does: the player of another host, or a sentence. */
function Elsewhere({ tab: { kind, player, problem } }: { tab: GuestTab }) {
  if (player === 'left out') return <p className="muted">This is on another site, which this link does not include.</p>;
  if (player)
    return (
      <iframe
        src={player.address}
        title={tabNames[kind]}
        loading="lazy"
        allow="fullscreen; gyroscope; accelerometer"
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation"
        allowFullScreen
        referrerPolicy="strict-origin"
      />
    );
  const nothing =
    kind === 'orthomosaic'
      ? 'The map of this visit is shown only to people with a login.'
      : 'There is nothing to show here.';
  return <p className="muted">{problem ?? nothing}</p>;
}

type FilesProps = { tab: GuestTab; poster: string | null; first?: boolean };

/** `first`: its first picture leads the page. */
function Files({ tab: { maps, videos, photos }, poster, first = false }: FilesProps) {
  return (
    <>
      {photos.length > 0 && (
        <div className={photos.length > 1 ? 'grid' : 'grid few'}>
          {photos.map((picture, at) => (
            <Photo
              key={picture.path}
              picture={picture}
              alt={picture.name}
              caption={picture.name}
              first={first && at === 0}
              lead={first && at === 0}
            />
          ))}
        </div>
      )}
      {videos.length > 0 && (
        <div className={videos.length > 1 ? 'grid large' : 'grid few'}>
          {videos.map((video, at) => (
            <Video key={keyOf(video.name, at)} video={video} poster={poster} />
          ))}
        </div>
      )}
      {maps.length > 0 && (
        <div className="maps">
          {maps.map((map, at) => (
            <DrawnMap key={keyOf(map.name, at)} map={map} />
          ))}
        </div>
      )}
    </>
  );
}

/** What a tab holds, or a sentence if nothing of it can be shown here. */
export function TabFiles(props: FilesProps) {
  const { maps, videos, photos } = props.tab;
  return maps.length + videos.length + photos.length > 0 ? <Files {...props} /> : <Elsewhere tab={props.tab} />;
}

/** One tab of a visit. */
export function TabSection(props: FilesProps) {
  return (
    <section className={`tab ${props.tab.kind}`}>
      <h2>{tabNames[props.tab.kind]}</h2>
      <TabFiles {...props} />
    </section>
  );
}
