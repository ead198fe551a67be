// The view of a picture, or of two that are looked at together, in the address.
import { useEffect, useRef } from 'react';
import { type ComparisonState, urlDelayMs } from '#web/media/linked/comparison-params.ts';
import { noOffset, type PhotoLink, readView, wholePhoto, writeView } from '#web/media/linked/photo-view.ts';

/** Where both look, as the address has it: the left view, and how the right one stands to it. */
export type ViewParams = Pick<ComparisonState, 'view' | 'shift'>;

/** A view that the address can hold. */
export type ViewSource = {
  read(): ViewParams;
  show(params: ViewParams): unknown;
  onChange(listener: () => void): () => void;
};

/** Writes the view to the address when it has come to rest, and shows what a link or Back says. */
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

/** Of two photos: how the left one is looked at, and how the right one stands to it. */
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
