// A picture in a box of fixed ratio: tinted while it loads, faded in, and a plain sentence when it cannot be loaded.

import { Image, ImageOff } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { coverSrcSet } from '#contract/media/endpoints.ts';
import { useSavesData } from '#web/lib/device/data-saver.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { useAfterPaint, useInView } from '#web/lib/page/use-after-paint.ts';
import { useRetry } from '#web/lib/page/use-retry.ts';
import { slowWords, useSilence } from '#web/lib/page/use-silence.ts';

// On a large picture or viewer that does not load: which one, and that the connection is slow.
type SlowNoteProps = {
  /** What is waited for, as its address; undefined once it came. */
  of: string | undefined;
  /** Which of two it is. */
  name?: string | undefined;
  /** The half of the place in which it stands while two lie on one another. */
  half?: 'left' | 'right' | undefined;
};

const places = { left: 'top-1/3 left-2', right: 'top-1/3 right-2', whole: 'top-1/2 left-1/2 -translate-1/2' };

export function SlowNote({ of, name, half }: SlowNoteProps) {
  const isSilent = useSilence(of);
  return (
    <span
      role="status"
      className={classNames(
        'pointer-events-none absolute z-20 rounded-md bg-black/65 px-2 py-1 text-center font-medium text-white text-xs empty:hidden',
        half && 'max-w-[45%]',
        places[half ?? 'whole'],
      )}
    >
      {isSilent && [name, slowWords].filter(Boolean).join(': ')}
    </span>
  );
}

const ratios = { '4/3': [400, 300], '3/2': [400, 267], '16/9': [400, 225], '1/1': [400, 400] } as const;

type PictureProps = {
  alt: string;
  /** Address of the 400 px wide one; null where there is no picture. */
  small: string | null | undefined;
  /** How wide the box is, as in the sizes attribute: '(width < 640px) 100vw, 320px'. */
  sizes?: string | undefined;
  ratio?: keyof typeof ratios | undefined;
  /** The same picture in other sizes, as in the srcset attribute; by itself the sizes of the server, where `sizes` is given. */
  srcSet?: string | undefined;
  /** How it fills its box: cut to it, or whole. */
  fit?: 'cover' | 'contain' | undefined;
  /** In the first view: loaded at once, before the lazy ones, and shown as soon as it is there instead of faded in. */
  priority?: boolean | undefined;
  /** A small version of it, most likely there already: it stands in its place until the picture has come. */
  preview?: string | undefined;
  fallback?: ReactNode;
  className?: string | undefined;
};

const eager = { loading: 'eager', fetchPriority: 'high', decoding: 'auto' } as const;
const lazy = { loading: 'lazy', fetchPriority: 'auto', decoding: 'async' } as const;

type Loading = { of: string; is: 'loaded' | 'failed' | 'retried'; failures: number };

/** A server that was busy may have a moment soon; what stays away is not asked for as long as the page is open. */
const retriesAfter = [5_000, 60_000];

function useLoad(small: string | null | undefined) {
  const [state, setState] = useState<Loading>();
  const { is: now, failures = 0 } = (state?.of === small && state) || {};
  const settle = (is: Loading['is'], more = 0) => small && setState({ of: small, is, failures: failures + more });
  const onLoad = () => settle('loaded');
  const onError = () => settle('failed', 1);
  useRetry(now === 'failed', () => settle('retried'), retriesAfter[failures - 1] ?? null);
  /** A picture from the cache, or one in the first HTML, may be there, or have failed, before React listens. */
  const attach = (img: HTMLImageElement | null) => {
    if (!img?.complete || !img.currentSrc || now) return;
    if (img.naturalWidth > 0) onLoad();
    else onError();
  };
  return { now, attach, onLoad, onError };
}

/** Not on a page as the server sends it, which asks for one picture. */
function usePreview(preview: string | undefined, isLoaded: boolean) {
  const isShown = useAfterPaint() && preview !== undefined && !isLoaded;
  return isShown ? { backgroundImage: `url(${JSON.stringify(preview)})` } : undefined;
}

export function Picture({
  alt,
  small,
  sizes,
  srcSet = sizes && small ? coverSrcSet(small) : undefined,
  ratio = '4/3',
  fit = 'cover',
  priority,
  preview,
  fallback,
  className,
}: PictureProps) {
  const { now, attach, onLoad, onError } = useLoad(small);
  const box = useRef<HTMLSpanElement>(null);
  const source = useSource({ box, small, sizes, srcSet, priority });
  const isSeen = useInView(box, !now);
  const behind = usePreview(preview, now === 'loaded');
  const isSilent = useSilence(now || !isSeen ? undefined : source.src);
  const [width, height] = ratios[ratio];
  const missing = !small || now === 'failed';
  const failed = (alt: string) => fallback ?? <Fallback words={now !== undefined && failedWords} alt={alt} />;
  return (
    <span
      ref={box}
      style={{
        aspectRatio: `${width} / ${height}`,
        ...behind,
      }}
      className={classNames(
        '@container relative block w-full overflow-hidden bg-sunken bg-center bg-no-repeat',
        fit === 'cover' ? 'bg-cover' : 'bg-contain',
        className,
      )}
    >
      {missing ? (
        failed(alt)
      ) : (
        <>
          {isSilent && <Fallback words={slowWords} alt="" />}
          {now === 'retried' && failed('')}
          <img
            key={small}
            ref={attach}
            {...source}
            alt={alt}
            width={width}
            height={height}
            {...(priority ? eager : lazy)}
            onLoad={onLoad}
            onError={onError}
            className={classNames(
              'absolute inset-0 size-full transition-opacity duration-(--move) print:opacity-100',
              fit === 'cover' ? 'object-cover' : 'object-contain',
              now !== 'loaded' && !priority && 'opacity-0',
            )}
          />
        </>
      )}
    </span>
  );
}

type Source = Pick<PictureProps, 'small' | 'sizes' | 'srcSet' | 'priority'> & { box: RefObject<HTMLElement | null> };

/** Empty until the first view has been painted. Who saves data gets 400 pixels across at most, and only what is in view. */
function useSource({ box, small, sizes, srcSet, priority }: Source) {
  const isSaving = useSavesData();
  const painted = useAfterPaint();
  const isSeen = useInView(box, isSaving && !priority);
  if (!priority && !(painted && isSeen)) return {};
  if (isSaving) return { src: small?.replace(/\/s(?:800|1000|1600)(?=\?|$)/, '/s400') };
  return { src: small ?? undefined, srcSet, sizes: srcSet && sizes };
}

/** The words of the specification (behaviour §6.10). */
const failedWords = 'Image Preview Unavailable';

function Fallback({ words, alt }: { words: string | false; alt: string }) {
  const Icon = words ? ImageOff : Image;
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-1.5 p-2 text-center text-muted">
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 text-faint" />
      {words && <span className="@max-[9rem]:sr-only text-xs">{words}</span>}
      <span className="sr-only">{alt}</span>
    </span>
  );
}
