// Below a link field: choosing files, how far each is, which were refused, and what their headers say of the visit.
import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays, MapPinOff, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { checkLink } from '#contract/media.ts';
import { getUpload, removeUploadFile, startUpload, uploadLink, uploadOfLink } from '#contract/uploads.ts';
import { count } from '#web/lib/format.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FileList } from './file-list.tsx';
import { FilePickers } from './file-pickers.tsx';
import { readFacts } from './picture-facts.ts';
import { UploadProgress } from './upload-progress.tsx';
import { dayOfMost, farApart, progressOf, type Taken, takenSentence } from './upload-words.ts';
import { matchChosen } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

export type UploadPanelProps = {
  projectId: string;
  /** The field's present value. */
  link: string;
  onLink: (link: string) => void;
  captureDate: string;
  onCaptureDate: (day: string) => void;
};

export function UploadPanel({ projectId, link, onLink, captureDate, onCaptureDate }: UploadPanelProps) {
  const id = uploadOfLink(link);
  const panel = usePanel({ projectId, id, onLink });
  const { state, uploads, missing } = panel;
  const files = state.files.filter(({ upload }) => upload === id);
  const day = dayOfMost(panel.taken);
  const far = farApart(panel.taken);
  useCheckOnceThere(files.length > 0 && progressOf(files).isDone);
  if (projectId === '') return <p className="text-muted text-sm">Choose the project first: uploads belong to one.</p>;
  return (
    <FilePickers onFiles={panel.choose} pending={panel.isPending}>
      {uploads && files.length > 0 && (
        <UploadProgress uploads={uploads} state={state} files={files} label="This upload" />
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
      {day && day !== captureDate && (
        <Notice tone="blue" icon={CalendarDays} role="status" className="text-sm">
          <p>{takenSentence(day)}</p>
          <Button size="sm" className="mt-2" onClick={() => onCaptureDate(day)}>
            Use as capture date
          </Button>
        </Notice>
      )}
      {far !== null && (
        <Notice tone="yellow" icon={MapPinOff} role="status" className="text-sm">
          Some of these pictures were taken {far} km apart. Are they all of this site?
        </Notice>
      )}
      <FileList files={files} refused={panel.refused} onCancel={(file) => panel.leaveOut([file])} />
    </FilePickers>
  );
}

/** What the form says of the link was true while the folder was empty. */
function useCheckOnceThere(isThere: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isThere) void client.invalidateQueries({ queryKey: [checkLink.path] });
  }, [isThere, client]);
}

/** What is announced, what of it this tab sends, and what waits for its files to be chosen again. */
function usePanel({ projectId, id, onLink }: { projectId: string; id: string | null; onLink: (link: string) => void }) {
  const [taken, setTaken] = useState<Taken[]>([]);
  const { uploads, state, begin } = useUploads();
  const known = useApiQuery(getUpload, { params: { upload: id ?? '' } }, { enabled: id !== null });
  const announce = useMutation(startUpload, { errorToast: { title: 'Not uploaded' } });
  const remove = useMutation(removeUploadFile, { errorToast: { title: 'Not left out' } });
  const list = known.data?.files ?? [];
  const moving = new Set(state.files.map((file) => file.id));

  async function choose(chosen: File[]): Promise<void> {
    void readFacts(chosen).then((more) => setTaken((before) => [...before, ...more]));
    const { again, fresh } = matchChosen(list, chosen);
    if (id !== null) begin().add(id, again);
    if (fresh.length === 0) return;
    const files = fresh.map(({ name, size }) => ({ name, bytes: size }));
    const upload = await announce.run({
      body: { projectId: Number(projectId), upload: known.data ? id : null, files },
    });
    if (!upload) return;
    const added = upload.files.slice(-fresh.length);
    const pairs = added.flatMap((file, nth) => {
      const blob = fresh[nth];
      return blob && file.state === 'travelling' ? [[file, blob] as const] : [];
    });
    begin().add(upload.id, pairs);
    onLink(uploadLink(upload.id));
    if (known.data) void known.refetch();
  }

  async function leaveOut(files: readonly { id: string }[]): Promise<void> {
    for (const file of files) {
      uploads?.forget(file.id);
      await remove.run({ params: { file: file.id } });
    }
    void known.refetch();
  }

  return {
    taken,
    uploads,
    state,
    isPending: announce.isPending,
    missing: list.filter((file) => file.state === 'travelling' && !moving.has(file.id)),
    refused: list.filter((file) => file.state === 'refused' && !moving.has(file.id)),
    choose: (files: File[]) => void choose(files),
    leaveOut: (files: readonly { id: string }[]) => void leaveOut(files),
  };
}
