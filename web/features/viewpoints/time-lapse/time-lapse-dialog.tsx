// 'Make a time-lapse': its size, how far it is, and the film itself to look at, save and share. Nothing leaves the device but by the person's hand.

import { CircleAlert, Clapperboard, Play, Save, Share2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { alignToNewest } from '#contract/geometry/align-to-newest.ts';
import { imageAtSize, type PictureSize } from '#contract/media/endpoints.ts';
import { getViewpoint, type ViewpointPicture, type ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { messageOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { count, formatSize } from '#web/lib/format/format.ts';
import { saveFile } from '#web/lib/page/save-file.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import type { OpenEncoder } from '#web/media/time-lapse/encoder.ts';
import {
  CannotEncode,
  type Film,
  filmNotes,
  makeTimeLapse,
  TooFewPictures,
} from '#web/media/time-lapse/make-time-lapse.ts';
import type { Resolution } from '#web/media/time-lapse/time-lapse-plan.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { alignOnServer, type Laid, type WaitOptions, waitFor } from './wait-for-alignments.ts';

type TimeLapseDialogProps = DialogControl & { viewpoint: ViewpointWithPictures; onPlay: () => void };

export function TimeLapseDialog({ viewpoint, onPlay, ...control }: TimeLapseDialogProps) {
  const [resolution, setResolution] = useState<Resolution>('1080p');
  const { state, start, goOn, cancel } = useTimeLapse(viewpoint, control);
  const close = () => control.onOpenChange(false);
  const play = () => {
    close();
    onPlay();
  };
  const begin = () => void start(resolution);
  return (
    <Dialog
      {...control}
      title="Make a time-lapse"
      description={describe(viewpoint)}
      footer={
        <>
          {state.step === 'making' && state.laid && <Button onClick={goOn}>Continue without</Button>}
          {state.step === 'making' ? <Button onClick={cancel}>Cancel</Button> : <Button onClick={close}>Close</Button>}
          {state.step === 'ready' && (
            <Button variant="primary" icon={Clapperboard} onClick={begin}>
              Make time-lapse
            </Button>
          )}
          {state.step === 'unable' && (
            <Button variant="primary" icon={Play} onClick={play}>
              Play the pictures
            </Button>
          )}
          {state.step === 'made' && <Handing film={state.film} />}
        </>
      }
    >
      {state.step === 'ready' && <Choice value={resolution} onChange={setResolution} />}
      {state.step === 'unable' && (
        <Notice tone="yellow" icon={CircleAlert} role="status">
          This browser cannot make time-lapses. The player shows the same pictures one after the other.
        </Notice>
      )}
      {state.step === 'making' && (state.laid ? <Laying {...state.laid} /> : <Progress share={state.share} />)}
      {state.step === 'failed' && (
        <ErrorState title="The time-lapse was not made" message={state.message} onRetry={begin} />
      )}
      {state.step === 'made' && <Made film={state.film} url={state.url} />}
    </Dialog>
  );
}

function describe({ position, name, pictures }: ViewpointWithPictures): string {
  const [first, last] = [pictures[0], pictures.at(-1)];
  const days = `${formatDate(first?.captureDate ?? '')} to ${formatDate(last?.captureDate ?? '')}`;
  return `${position} ${name}: ${count(pictures.length, 'picture')}, ${days}`;
}

type ChoiceProps = { value: Resolution; onChange: (value: Resolution) => void };

function Choice({ value, onChange }: ChoiceProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <Segmented
        label="Size of the time-lapse"
        value={value}
        onChange={onChange}
        options={[
          { value: '1080p', label: '1080p' },
          { value: '720p', label: '720p, a smaller file' },
        ]}
      />
      <p className="text-muted">
        The pictures are aligned with the newest one and fade into each other, with their date and the project’s name.
        The time-lapse is made on this device and sent nowhere.
      </p>
    </div>
  );
}

function Progress({ share }: { share: number }) {
  const label = useId();
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-3">
      <p id={label} role="status" className="font-medium">
        {share === 0 ? 'Analysing the pictures' : 'Making the time-lapse'}
      </p>
      <progress aria-labelledby={label} value={percent} max={100} className="w-full" />
      <p className="text-muted text-sm tabular-nums">{percent} %</p>
    </div>
  );
}

function Laying({ done, of }: Laid) {
  const label = useId();
  return (
    <div className="grid gap-3">
      <p id={label} role="status" className="font-medium">
        Aligning the pictures
      </p>
      <progress aria-labelledby={label} value={done} max={of} className="w-full" />
      <p className="text-muted text-sm tabular-nums">
        {done} of {of}. Going on without leaves the others as they were taken.
      </p>
    </div>
  );
}

function Made({ film, url }: { film: Film; url: string }) {
  const { width, height } = film.size;
  return (
    <div className="grid gap-3">
      <video
        src={url}
        controls
        muted
        playsInline
        width={width}
        height={height}
        aria-label="The time-lapse"
        className="max-h-[50dvh] w-full rounded-control bg-sunken object-contain"
      />
      <p role="status" className="text-muted tabular-nums">
        The time-lapse is ready: {width} × {height}, {film.file.type === 'video/mp4' ? 'MP4' : 'WebM'}
      </p>
      {filmNotes(film).map((note) => (
        <Notice key={note} tone="yellow" icon={CircleAlert}>
          {note}
        </Notice>
      ))}
    </div>
  );
}

function Handing({ film: { file } }: { film: Film }) {
  const shared = { files: [file] };
  const share = () => void navigator.share(shared).catch(() => undefined);
  return (
    <>
      {navigator.canShare?.(shared) && (
        <Button icon={Share2} onClick={share}>
          Share
        </Button>
      )}
      <Button variant="primary" icon={Save} onClick={() => saveFile(file, file.name)}>
        Save time-lapse · {formatSize(file.size)}
      </Button>
    </>
  );
}

// Making a film, how far it is, and what comes of it; everything is let go when the dialog closes.
type TimeLapseState =
  | { step: 'ready' | 'unable' }
  | { step: 'making'; share: number; laid?: Laid }
  | { step: 'made'; film: Film; url: string }
  | { step: 'failed'; message: string };

/** WebCodecs are there in browsers that can encode, and over https only. */
function beginning(): TimeLapseState {
  return { step: 'VideoEncoder' in globalThis ? 'ready' : 'unable' };
}

/** What it is made of: pairs that are still being computed are waited for. */
function filmed({ id, projectName, site, name, pictures }: ViewpointWithPictures, waits: WaitOptions) {
  const { signal } = waits;
  return {
    pictures: pictures.map((picture) => ({
      ...picture,
      addressAt: (size: PictureSize) => imageAtSize(picture.item, size),
    })),
    place: [projectName, site?.name ?? '', name],
    align: (all: readonly ViewpointPicture[]) => alignToNewest(all, waitFor(all, alignOnServer(signal), waits)),
    checkConnection: () => call(getViewpoint, { params: { id } }, { signal }),
    openEncoder: async (...frame: Parameters<OpenEncoder>) =>
      (await import('#web/media/time-lapse/encoder.ts')).openEncoder(...frame),
  };
}

export function useTimeLapse(viewpoint: ViewpointWithPictures, { open }: { open: boolean }) {
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
    const show = (next: TimeLapseState) => !own.signal.aborted && setState(next);
    show({ step: 'making', share: 0 });
    try {
      const onProgress = (share: number) => show({ step: 'making', share });
      const onWaiting = (laid: Laid) => show({ step: 'making', share: 0, laid });
      const waits = { signal: own.signal, goOn: wait.signal, onWaiting };
      const film = await makeTimeLapse({ ...filmed(viewpoint, waits), resolution, signal: own.signal, onProgress });
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
  if (error instanceof TooFewPictures) return 'Fewer than three pictures could be loaded, too few for a time-lapse.';
  return messageOf(error, 'The time-lapse could not be made. Please try again, or choose the smaller size.');
}
