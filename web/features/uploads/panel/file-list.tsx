// The files of an upload: those that were refused with the reason, and those on their way with how far each is.
import { CircleAlert, X } from 'lucide-react';
import type { UploadFile } from '#contract/uploads/endpoints.ts';
import { isOnItsWay } from '#web/features/uploads/sending/on-its-way.ts';
import type { MovingFile } from '#web/features/uploads/sending/uploads.ts';
import { formatNumber, formatSize } from '#web/lib/format/format.ts';
import { IconButton } from '#web/ui/controls/button.tsx';
import { unreadableSentence, type WrongFile } from './fit-chosen.ts';

type FileListProps = {
  files: readonly MovingFile[];
  /** Of an earlier time. */
  refused: readonly UploadFile[];
  /** Never announced: this device saw that they would be refused. */
  wrong: readonly WrongFile[];
  onCancel: (file: MovingFile) => void;
};

/** More lines would only be scrolled past. */
const shown = 6;
const shownWrong = 20;

export function FileList({ files, refused, wrong: unsent, onCancel }: FileListProps) {
  const moving = files.filter(isOnItsWay);
  const wrong = [
    ...unsent.map((file, nth) => ({ ...file, id: `unsent ${nth}` })),
    ...refused.map(({ id, sentName, refusal }) => ({ id, name: sentName, refusal })),
    ...files.filter(({ state }) => state === 'refused'),
    ...files.filter(({ state }) => state === 'unreadable').map((file) => ({ ...file, refusal: unreadableSentence })),
  ];
  if (moving.length + wrong.length === 0) return null;
  return (
    <ul className="grid grid-cols-1 gap-1 text-sm" aria-label="Files of this upload">
      {wrong.slice(0, shownWrong).map(({ id, name, refusal }) => (
        <li key={id} className="flex items-start gap-1.5 text-danger-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            {name}: {refusal}
          </span>
          <LeaveOut file={files.find((file) => file.id === id && file.state === 'unreadable')} onCancel={onCancel} />
        </li>
      ))}
      {wrong.length > shownWrong && (
        <li className="text-danger-ink">and {formatNumber(wrong.length - shownWrong)} more that are not taken</li>
      )}
      {moving.slice(0, shown).map((file) => (
        <li key={file.id} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <span className="text-muted tabular-nums">
            {file.state !== 'moving' ? 'waits' : `${Math.floor((file.sent / Math.max(1, file.bytes)) * 100)} %`} ·{' '}
            {formatSize(file.bytes)}
          </span>
          <IconButton size="sm" label={`Cancel ${file.name}`} icon={X} onClick={() => onCancel(file)} />
        </li>
      ))}
      {moving.length > shown && <li className="text-muted">and {formatNumber(moving.length - shown)} more</li>}
    </ul>
  );
}

/** It was announced: as long as nobody says otherwise the session waits for it. */
function LeaveOut({ file, onCancel }: { file: MovingFile | undefined } & Pick<FileListProps, 'onCancel'>) {
  if (!file) return null;
  return <IconButton size="sm" label={`Leave ${file.name} out`} icon={X} onClick={() => onCancel(file)} />;
}
