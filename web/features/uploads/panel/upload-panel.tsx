// Below a link field: choosing files, how far each is, which were refused, and what their headers say of the visit.
import { useQueryClient } from '@tanstack/react-query';
import { HardDrive, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { checkLink } from '#contract/media/endpoints.ts';
import { isOnItsWay } from '#web/features/uploads/sending/on-its-way.ts';
import { chooseWifiOnly, useWifiOnly } from '#web/features/uploads/sending/wifi-only.ts';
import { UploadProgress } from '#web/features/uploads/upload-progress.tsx';
import { hiddenSentence, overSentence, roomSentence, unkeptSentence } from '#web/features/uploads/upload-words.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FileList } from './file-list.tsx';
import { FilePickers } from './file-pickers.tsx';
import { PictureNotices, type VisitOfForm } from './picture-notices.tsx';
import { usePanel } from './use-panel.ts';

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
          {count(panel.others, 'file')} of this upload {panel.others === 1 ? 'is' : 'are'} still on the way from
          somebody else.
        </p>
      )}
      {missing.length > 0 && (
        <Notice tone="yellow" icon={TriangleAlert} role="status" className="text-sm">
          <p>
            {count(missing.length, 'file')} of this upload did not come whole. Choose the same files again: they go on
            where they stopped.
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
