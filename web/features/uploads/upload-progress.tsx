// The progress of uploads, in one line with a bar, and its actions.
import { Pause, Play } from 'lucide-react';
import { uploadedSoFar } from '#contract/sessions/endpoints.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { MovingFile, Uploads, UploadsState } from './sending/uploads.ts';
import { progressOf, statusOf } from './upload-words.ts';

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
          {isStill ? 'Go on' : 'Pause'}
        </Button>
      )}
    </div>
  );
}
