// The view of one picture, or of two that are compared, in the address.
import { useEffect, useRef } from 'react';
import { type ComparisonState, urlDelayMs } from '#web/media/linked/comparison-params.ts';
import { noOffset, type PhotoLink, readView, wholePhoto, writeView } from '#web/media/linked/photo-view.ts';

/** Both views as in the address: the left one, and the offset of the right one. */
export type ViewParams = Pick<ComparisonState, 'view' | 'shift'>;

/** A view that the address can hold. */
export type ViewSource = {
  read(): ViewParams;
  show(params: ViewParams): unknown;
  onChange(listener: () => void): () => void;
};

/** Writes the view to the address once it rests, and shows the view of a link or of Back. */
export function useViewUrl(source: ViewSource | null, url: ViewParams, onUrl: (params: ViewParams) => void): void {
  const known = useRef('');
  const text = JSON.stringify({ view: url.view, shift: url.shift });
  useEffect(() => {
    if (!source || text === known.current) return;
    known.current = text;
    source.show(JSON.parse(text));
  }, [source, text]);
  useEffect(() => {
    if (!source) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeNow = () => {
      const params = source.read();
      if (JSON.stringify(params) === known.current) return;
      known.current = JSON.stringify(params);
      onUrl(params);
    };
    const stop = source.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(writeNow, urlDelayMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [source, onUrl]);
}

/** For two photos: the view of the left one, and the offset of the right one. */
export function photoViewSource(link: PhotoLink): ViewSource {
  return {
    onChange: link.onChange,
    read: () => ({
      view: writeView(link.viewers.left.view(), wholePhoto),
      shift: writeView(link.offset(), noOffset),
    }),
    show: ({ view, shift }) => link.show(readView(view, wholePhoto), readView(shift, noOffset)),
  };
}
