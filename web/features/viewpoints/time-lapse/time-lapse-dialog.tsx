// 'Make a time-lapse': its size, how far it is, and the film itself to look at, save and share. Nothing leaves the device but by the person's hand.

import { CircleAlert, Clapperboard, Play, Save, Share2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import type { ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { messageOf } from '#web/lib/api/api-error.ts';
import { count, formatSize } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { save } from '#web/media/comparison/download.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { CannotEncode, type Film, makeTimeLapse, TooFewPictures } from './make-time-lapse.ts';
import type { Resolution } from './time-lapse-plan.ts';
import type { Laid } from './wait-for-alignments.ts';

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
      {notesOf(film).map((note) => (
        <Notice key={note} tone="yellow" icon={CircleAlert}>
          {note}
        </Notice>
      ))}
    </div>
  );
}

function notesOf({ missing, unaligned }: Film): string[] {
  const left = missing.length === 1 ? 'Its picture' : 'Their pictures';
  const out = `${missing.map(formatDate).join(', ')}: left out. ${left} could not be loaded.`;
  const aside = `${count(unaligned, 'picture')} could not be aligned with the newest one, or not yet, and ${unaligned === 1 ? 'is shown as it is' : 'are shown as they are'}.`;
  return [missing.length > 0 ? out : [], unaligned > 0 ? aside : []].flat();
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
      <Button variant="primary" icon={Save} onClick={() => save(file, file.name)}>
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
      const film = await makeTimeLapse({
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
  if (error instanceof TooFewPictures) return 'Fewer than three pictures could be loaded, too few for a time-lapse.';
  return messageOf(error, 'The time-lapse could not be made. Please try again, or choose the smaller size.');
}
