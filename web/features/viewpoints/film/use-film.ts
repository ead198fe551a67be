// Making a film, how far it is, and what comes of it; everything is let go when the dialog closes.
import { useEffect, useRef, useState } from 'react';
import type { ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { messageOf } from '#web/lib/api/api-error.ts';
import type { Resolution } from './film-plan.ts';
import { CannotEncode, type Film, makeFilm, TooFewPictures } from './make-film.ts';
import type { Laid } from './wait-for-alignments.ts';

type FilmState =
  | { step: 'ready' | 'unable' }
  | { step: 'making'; share: number; laid?: Laid }
  | { step: 'made'; film: Film; url: string }
  | { step: 'failed'; message: string };

/** WebCodecs are there in browsers that can encode, and over https only. */
function beginning(): FilmState {
  return { step: 'VideoEncoder' in globalThis ? 'ready' : 'unable' };
}

export function useFilm(viewpoint: ViewpointWithPictures, { open }: { open: boolean }) {
  const [state, setState] = useState(beginning);
  const running = useRef<AbortController>(undefined);
  const waiting = useRef<AbortController>(undefined);
  const url = state.step === 'made' ? state.url : undefined;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  useEffect(() => {
    if (!open) return;
    return () => {
      running.current?.abort();
      setState(beginning());
    };
  }, [open]);

  async function start(resolution: Resolution): Promise<void> {
    const own = new AbortController();
    running.current?.abort();
    running.current = own;
    const wait = new AbortController();
    waiting.current = wait;
    const show = (next: FilmState) => !own.signal.aborted && setState(next);
    show({ step: 'making', share: 0 });
    try {
      const onProgress = (share: number) => show({ step: 'making', share });
      const onWaiting = (laid: Laid) => show({ step: 'making', share: 0, laid });
      const film = await makeFilm({
        ...{ viewpoint, resolution, onProgress, onWaiting },
        ...{ signal: own.signal, goOn: wait.signal },
      });
      if (!own.signal.aborted) setState({ step: 'made', film, url: URL.createObjectURL(film.file) });
    } catch (error) {
      show(error instanceof CannotEncode ? { step: 'unable' } : { step: 'failed', message: sentenceOf(error) });
    }
  }

  return {
    state,
    start,
    /** Without what is still being computed. */
    goOn: () => waiting.current?.abort(),
    cancel() {
      running.current?.abort();
      setState(beginning());
    },
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof TooFewPictures) return 'Fewer than three pictures could be loaded, too few for a film.';
  return messageOf(error, 'The film could not be made. Please try again, or choose the smaller size.');
}
