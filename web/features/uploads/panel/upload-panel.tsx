// Below a link field: choosing files, how far each is, which were refused, and what their headers say of the visit.

import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays, CircleAlert, HardDrive, MapPinOff, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { checkLink } from '#contract/media/endpoints.ts';
import { getProject } from '#contract/projects/endpoints.ts';
import { sitePlace } from '#contract/sessions/checks.ts';
import type { UploadFile } from '#contract/uploads/endpoints.ts';
import type { MovingFile } from '#web/features/uploads/sending/uploads.ts';
import { isOnItsWay } from '#web/features/uploads/sending/use-held-uploads.ts';
import { chooseWifiOnly, useWifiOnly } from '#web/features/uploads/sending/use-uploads.ts';
import { UploadProgress } from '#web/features/uploads/upload-bar.tsx';
import {
  dayOfMost,
  farApart,
  hiddenSentence,
  otherSiteSentence,
  overSentence,
  roomSentence,
  type Taken,
  takenDay,
  unkeptSentence,
} from '#web/features/uploads/upload-words.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count, formatNumber, formatSize } from '#web/lib/format/format.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { MiddleName } from '#web/ui/display/middle-name.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FilePickers } from './file-pickers.tsx';
import { unreadableSentence, type WrongFile } from './fit-chosen.ts';
import { usePanel } from './use-panel.ts';

// The files of an upload: those that were refused with the reason, and those on their way with how far each is.
type FileListProps = {
  files: readonly MovingFile[];
  /** Of an earlier time. */
  refused: readonly UploadFile[];
  /** Never announced: this device saw that they would be refused. */
  wrong: readonly WrongFile[];
  onCancel: (file: MovingFile) => void;
};

/** A longer list would only be scrolled past. */
const shown = 6;
const shownWrong = 20;

function FileList({ files, refused, wrong: unsent, onCancel }: FileListProps) {
  const moving = files.filter(isOnItsWay);
  const wrong = [
    ...unsent.map((file, nth) => ({ ...file, id: `unsent ${nth}` })),
    ...refused.map(({ id, sentName, refusal }) => ({ id, name: sentName, refusal })),
    ...files.filter(({ state }) => state === 'refused'),
    ...files.filter(({ state }) => state === 'unreadable').map((file) => ({ ...file, refusal: unreadableSentence })),
  ];
  const copied = files.filter(({ state, copy }) => state === 'kept' && copy !== null);
  if (moving.length + wrong.length + copied.length === 0) return null;
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
        <li className="text-danger-ink">and {formatNumber(wrong.length - shownWrong)} more that are not accepted</li>
      )}
      {moving.slice(0, shown).map((file) => (
        <li key={file.id} className="flex items-center gap-2">
          <MiddleName name={file.name} className="flex-1" />
          <span className="text-muted tabular-nums">
            {file.state !== 'moving' ? 'waits' : `${Math.floor((file.sent / Math.max(1, file.bytes)) * 100)} %`} ·{' '}
            {formatSize(file.bytes)}
          </span>
          <IconButton size="sm" label={`Cancel ${file.name}`} icon={X} onClick={() => onCancel(file)} />
        </li>
      ))}
      {moving.length > shown && <li className="text-muted">and {formatNumber(moving.length - shown)} more</li>}
      {copied.map(({ id, name, copy }) => (
        <li key={id} className="flex items-center gap-2">
          <MiddleName name={name} className="flex-1" />
          <span className="text-muted tabular-nums">making a light copy · {Math.floor((copy ?? 0) * 100)} %</span>
        </li>
      ))}
    </ul>
  );
}

/** It was announced: as long as nobody says otherwise the session waits for it. */
function LeaveOut({ file, onCancel }: { file: MovingFile | undefined } & Pick<FileListProps, 'onCancel'>) {
  if (!file) return null;
  return <IconButton size="sm" label={`Leave ${file.name} out`} icon={X} onClick={() => onCancel(file)} />;
}

export type UploadPanelProps = {
  visit: VisitOfForm;
  /** The field's present value. */
  link: string;
  onLink: (link: string) => void;
};

const shownDoubts = 6;

export function UploadPanel({ visit, link, onLink }: UploadPanelProps) {
  const panel = usePanel({ projectId: visit.projectId, link, onLink });
  const { state, uploads, missing, files } = panel;
  const unkept = files.filter(({ id }) => state.unkept.includes(id)).map(({ name }) => name);
  useCheckAgain(files.filter((file) => file.state === 'kept').length, files.some(isOnItsWay));
  if (visit.projectId === '')
    return <p className="text-muted text-sm">Choose the project first: uploads belong to one.</p>;
  return (
    <FilePickers onFiles={panel.choose} pending={panel.isPending}>
      <WifiSwitch />
      {uploads && files.length > 0 && (
        <UploadProgress uploads={uploads} state={state} files={files} label="This upload" />
      )}
      {panel.question}
      {panel.room !== null && <p className="text-muted text-sm">{roomSentence(panel.room)}</p>}
      {unkept.length > 0 && (
        <Notice tone="yellow" icon={HardDrive} role="status" className="text-sm">
          {unkeptSentence(unkept)}
        </Notice>
      )}
      {panel.others > 0 && (
        <p className="text-muted text-sm">
          {count(panel.others, 'file')} of this upload {panel.others === 1 ? 'is' : 'are'} still being uploaded by
          somebody else.
        </p>
      )}
      {missing.length > 0 && (
        <Notice tone="yellow" icon={TriangleAlert} role="status" className="text-sm">
          <p>
            {count(missing.length, 'file')} of this upload did not arrive completely. Choose the same files again: they
            continue where they stopped.
          </p>
          <Button size="sm" className="mt-2" onClick={() => panel.leaveOut(missing)}>
            Leave them out
          </Button>
        </Notice>
      )}
      {panel.left.over > 0 && (
        <Notice tone="yellow" icon={TriangleAlert} role="status" className="text-sm">
          {overSentence(panel.left.over)}
        </Notice>
      )}
      {panel.left.hidden > 0 && <p className="text-muted text-sm">{hiddenSentence(panel.left.hidden)}</p>}
      {panel.left.doubtful.length > 0 && (
        <Notice tone="yellow" icon={TriangleAlert} role="status" className="text-sm">
          <ul className="grid gap-1.5">
            {panel.left.doubtful.slice(0, shownDoubts).map(({ name, doubt }) => (
              <li key={name} className="wrap-anywhere">
                <span className="font-medium">{name}</span>: {doubt}
              </li>
            ))}
          </ul>
          {panel.left.doubtful.length > shownDoubts && (
            <p className="mt-1.5">and {formatNumber(panel.left.doubtful.length - shownDoubts)} more like these</p>
          )}
        </Notice>
      )}
      <PictureNotices taken={panel.taken} visit={visit} />
      <FileList
        files={files}
        refused={panel.refused}
        wrong={panel.left.wrong}
        onCancel={(file) => panel.leaveOut([file])}
      />
    </FilePickers>
  );
}

function WifiSwitch() {
  const isOn = useWifiOnly();
  if (isOn === null) return null;
  return <Checkbox label="Only on Wi-Fi" checked={isOn} onChange={({ target }) => chooseWifiOnly(target.checked)} />;
}

/** What the form says of the link was true while fewer files were there: asked again with the first one, and when the last has come. */
function useCheckAgain(kept: number, isUnderWay: boolean): void {
  const client = useQueryClient();
  const isSome = kept > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the way is a reason to ask.
  useEffect(() => {
    if (isSome) void client.invalidateQueries({ queryKey: [checkLink.path] });
  }, [client, isSome, isUnderWay]);
}

// What the chosen pictures say of the visit before they are sent: another day than the form's, another site, or two places.
type VisitOfForm = {
  projectId: string;
  /** '' for the project as a whole. */
  siteId: string;
  captureDate: string;
  onCaptureDate: (day: string) => void;
};

function PictureNotices({ taken, visit }: { taken: readonly Taken[]; visit: VisitOfForm }) {
  const { captureDate, onCaptureDate } = visit;
  const day = dayOfMost(taken);
  const question = usePlaceQuestion(taken, visit);
  return (
    <>
      {day && day !== captureDate && <DayNotice day={day} projectId={visit.projectId} onUse={onCaptureDate} />}
      {question && (
        <Notice tone="yellow" icon={MapPinOff} role="status" className="text-sm">
          {question}
        </Notice>
      )}
    </>
  );
}

type DayNoticeProps = { day: string; projectId: string; onUse: (day: string) => void };

function DayNotice({ day, projectId, onUse }: DayNoticeProps) {
  const project = useApiQuery(getProject, { params: { id: Number(projectId) } }, { enabled: projectId !== '' });
  const { sentence, isTaken } = takenDay(day, { now: new Date(), projectFrom: project.data?.createdAt });
  return (
    <Notice tone="blue" icon={CalendarDays} role="status" className="text-sm">
      <p>{sentence}</p>
      {isTaken && (
        <Button size="sm" className="mt-2" onClick={() => onUse(day)}>
          Use as capture date
        </Button>
      )}
    </Notice>
  );
}

/** Asked of the server only where a picture says where it was taken. */
function usePlaceQuestion(taken: readonly Taken[], { projectId, siteId }: VisitOfForm): string | null {
  const input = { params: { id: Number(projectId) }, query: siteId === '' ? {} : { siteId: Number(siteId) } };
  const site = useApiQuery(sitePlace, input, { enabled: projectId !== '' && taken.some(({ place }) => place) });
  const far = farApart(taken);
  const isFar = far === null ? null : `Some of these pictures were taken ${far} km apart. Are they all of this site?`;
  return otherSiteSentence(taken, site.data?.place ?? null) ?? isFar;
}
