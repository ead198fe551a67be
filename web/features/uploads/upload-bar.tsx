// At the edge of every page while something is uploaded: how far it is. Leaving the product is asked about first.
import { Pause, Play, Upload, X } from 'lucide-react';
import { useEffect } from 'react';
import { uploadedSoFar } from '#contract/sessions/endpoints.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import type { MovingFile, Uploads, UploadsState } from './sending/uploads.ts';
import { useUploadsState } from './sending/use-held-uploads.ts';
import { progressOf, statusOf } from './upload-words.ts';

function useQuestionOnLeaving(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAsked]);
}

export function UploadBar({ uploads }: { uploads: Uploads }) {
  const state = useUploadsState(uploads);
  const { isDone, refused, unreadable } = progressOf(state.files);
  useQuestionOnLeaving(!isDone);
  useAwake(state.files.some((file) => file.state === 'moving'));
  if (state.files.length === 0) return null;
  return (
    <section
      aria-label="Uploads"
      data-upload-bar=""
      className="fixed inset-x-2 bottom-[calc(4.5rem+var(--strip-room)+env(safe-area-inset-bottom))] z-30 flex items-center gap-3 rounded-card border border-line bg-raised px-3 py-2 shadow-raised sm:left-auto sm:w-md print:hidden md:bottom-[calc(1rem+var(--strip-room))] low:bottom-[calc(0.5rem+var(--strip-room))]"
    >
      <Upload aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <UploadProgress uploads={uploads} state={state} files={state.files} label="All uploads" />
        {refused > 0 && <p className="text-sm text-yellow-ink">{refused} refused: see the form</p>}
        {unreadable > 0 && <p className="text-sm text-yellow-ink">{unreadable} can no longer be read: see the form</p>}
      </div>
      {isDone && <IconButton label="Close" icon={X} onClick={uploads.clear} />}
    </section>
  );
}

// Keeps the screen awake during uploads, where the browser can: a phone that falls asleep stops sending.

/** Answers how to let it sleep again. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  /** It is lost whenever the page is out of sight. A battery that runs low refuses it. */
  async function take() {
    if (document.visibilityState !== 'visible') return;
    const taken = await (navigator as Partial<Navigator>).wakeLock?.request('screen').catch(() => undefined);
    if (isOver) void taken?.release();
    else lock = taken;
  }
  void take();
  document.addEventListener('visibilitychange', take);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}

function useAwake(isNeeded: boolean): void {
  useEffect(() => (isNeeded ? keepAwake() : undefined), [isNeeded]);
}

// The progress of uploads, in one line with a bar, and its actions.
type UploadProgressProps = { uploads: Uploads; state: UploadsState; files: readonly MovingFile[]; label: string };

export function UploadProgress({ uploads, state, files, label }: UploadProgressProps) {
  const { ended, of, percent, isDone } = progressOf(files);
  const status = statusOf({ ...state, files });
  const isStill = state.isPaused || state.problem !== null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <progress aria-label={label} value={percent} max={100} className="min-w-24 flex-1" />
      <span className="text-sm tabular-nums" role="status">
        {uploadedSoFar({ kept: ended, of })}
        {status && <span className="text-muted"> · {status}</span>}
      </span>
      {!isDone && (
        <Button size="sm" icon={isStill ? Play : Pause} onClick={() => (isStill ? uploads.resume() : uploads.pause())}>
          {isStill ? 'Resume' : 'Pause'}
        </Button>
      )}
    </div>
  );
}
