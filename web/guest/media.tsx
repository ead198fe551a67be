// Pictures, maps, videos and players as pages for guests show them.
import { formatDate } from '#contract/core/day-words.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { DatedPicture, GuestPicture, GuestTab } from '#contract/sharing/guest-pages.ts';

const tabNames: Record<MediaKind, string> = {
  drone: 'Drone pictures',
  indoor: 'Indoor pictures',
  videos: 'Films',
  tour360: '360° pictures',
  orthomosaic: 'Map',
};

/** The first picture loads before all others, which load when scrolled to. */
export const loadingOf = (first: boolean) =>
  first ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const);

/** `transform`: which part of it is visible. `first`: in the first view. `after`: the newer one of a pair. */
type PhotoProps = {
  picture: GuestPicture;
  alt: string;
  caption: string;
  after?: boolean;
  transform?: string | null;
  first?: boolean;
};

/**
 * Opens large: by the script in the page itself, without it as a separate image. It starts small; the script then fetches the finer one,
 * and a browser without script has that from the start.
 */
function Photo({
  picture: { path, look, save },
  alt,
  caption,
  after = false,
  transform = null,
  first = false,
}: PhotoProps) {
  const fine = `${path}/${transform === null ? 's800' : 's1600'}`;
  const saved = save ? `${path}/${look === 'map' ? 's1600' : 'full'}?download` : undefined;
  return (
    <figure className={after ? 'after' : undefined}>
      <a
        className={look ? `photo ${look}` : 'photo'}
        href={`${path}/s1600`}
        data-photo={alt}
        data-look={look ?? undefined}
        data-save={saved}
      >
        <picture>
          <source media="(scripting:none)" srcSet={fine} />
          <img
            src={`${path}/s400`}
            data-fine={fine}
            alt={alt}
            style={transform === null ? undefined : { transform }}
            {...loadingOf(first)}
          />
        </picture>
      </a>
      <figcaption>
        <span>{caption}</span>
        {saved && ' '}
        {saved && <a href={saved}>Download</a>}
      </figcaption>
    </figure>
  );
}

type DatedPhotoProps = Pick<PhotoProps, 'after' | 'transform' | 'first'> & { picture: DatedPicture };

export function DatedPhoto({ picture, ...more }: DatedPhotoProps) {
  const day = formatDate(picture.captureDate);
  return <Photo picture={picture} alt={`Picture of ${day}`} caption={day} {...more} />;
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

function Video({ video }: { video: GuestTab['videos'][number] }) {
  if ('instead' in video) return <NotShown {...video} />;
  const { name, address, failed } = video;
  return (
    <figure>
      {/* biome-ignore lint/a11y/useMediaCaption: These are films of building sites as they were taken, without captions. */}
      <video controls preload="none" playsInline src={address} aria-label={name} data-failed={failed} />
      <figcaption>{name}</figcaption>
    </figure>
  );
}

/** Files of several folders may have one name. */
const keyOf = (name: string, at: number) => `${at} ${name}`;

/** What stands there where no file does: the player of another host, or a sentence. */
function Elsewhere({ tab: { kind, player, problem } }: { tab: GuestTab }) {
  if (player === 'left out')
    return <p className="muted">This is shown by another site, which was not included in this link.</p>;
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
      ? 'The map of this visit is shown to people with a login.'
      : 'There is nothing to show here.';
  return <p className="muted">{problem ?? nothing}</p>;
}

function Files({ tab: { maps, videos, photos }, first }: { tab: GuestTab; first: boolean }) {
  return (
    <>
      {maps.length > 0 && (
        <div className="maps">
          {maps.map((map, at) => (
            <DrawnMap key={keyOf(map.name, at)} map={map} />
          ))}
        </div>
      )}
      {videos.length > 0 && (
        <div className="grid">
          {videos.map((video, at) => (
            <Video key={keyOf(video.name, at)} video={video} />
          ))}
        </div>
      )}
      {photos.length > 0 && (
        <div className="grid">
          {photos.map((picture, at) => (
            <Photo
              key={picture.path}
              picture={picture}
              alt={picture.name}
              caption={picture.name}
              first={first && at === 0}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** One tab of a visit, with a sentence if nothing of it can be shown here. */
export function TabSection({ tab, first }: { tab: GuestTab; first: boolean }) {
  const { maps, videos, photos } = tab;
  const hasFiles = maps.length + videos.length + photos.length > 0;
  return (
    <section>
      <h2>{tabNames[tab.kind]}</h2>
      {hasFiles ? <Files tab={tab} first={first} /> : <Elsewhere tab={tab} />}
    </section>
  );
}
