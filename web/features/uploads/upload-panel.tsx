// Below a link field: choosing files, how far each is, which were refused, and what their headers say of the visit.
import { useQueryClient } from '@tanstack/react-query';
import { HardDrive, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { checkLink } from '#contract/media.ts';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FileList } from './file-list.tsx';
import { FilePickers } from './file-pickers.tsx';
import { PictureNotices, type VisitOfForm } from './picture-notices.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { overSentence, progressOf } from './upload-words.ts';
import { usePanel } from './use-panel.ts';
import { chooseWifiOnly, useWifiOnly } from './wifi-only.ts';

export type UploadPanelProps = {
  visit: VisitOfForm;
  /** The field's present value. */
  link: string;
  onLink: (link: string) => void;
};

export function UploadPanel({ visit, link, onLink }: UploadPanelProps) {
  const panel = usePanel({ projectId: visit.projectId, link, onLink });
  const { state, uploads, missing, files } = panel;
  const unkept = files.filter(({ id }) => state.unkept.includes(id)).length;
  useCheckOnceThere(files.length > 0 && progressOf(files).isDone);
  if (visit.projectId === '')
    return <p className="text-muted text-sm">Choose the project first: uploads belong to one.</p>;
  return (
    <FilePickers onFiles={panel.choose} pending={panel.isPending}>
      <WifiSwitch />
      {uploads && files.length > 0 && (
        <UploadProgress uploads={uploads} state={state} files={files} label="This upload" />
      )}
      {unkept > 0 && (
        <Notice tone="yellow" icon={HardDrive} role="status" className="text-sm">
          {count(unkept, 'file')} of these could not be kept on this device. After a reload it asks for the same files
          again.
        </Notice>
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

/** What the form says of the link was true while the folder was empty. */
function useCheckOnceThere(isThere: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isThere) void client.invalidateQueries({ queryKey: [checkLink.path] });
  }, [isThere, client]);
}
