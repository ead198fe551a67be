// What stands behind the panel of a link field: what is announced, what of it this tab sends, and what waits to be chosen again.
import { useState } from 'react';
import { getUpload, removeUploadFile, startUpload, uploadLink, uploadOfLink } from '#contract/uploads.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import type { ChosenFile } from './chosen-file.ts';
import { readFacts } from './picture-facts.ts';
import { holdUpload } from './upload-locks.ts';
import type { Taken } from './upload-words.ts';
import { matchChosen } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

type PanelInput = { projectId: string; link: string; onLink: (link: string) => void };

export function usePanel({ projectId, link, onLink }: PanelInput) {
  const id = uploadOfLink(link);
  const [taken, setTaken] = useState<Taken[]>([]);
  const { uploads, state, begin } = useUploads();
  const known = useApiQuery(getUpload, { params: { upload: id ?? '' } }, { enabled: id !== null });
  const announce = useMutation(startUpload, { errorToast: { title: 'Not uploaded' } });
  const remove = useMutation(removeUploadFile, { errorToast: { title: 'Not left out' } });
  const list = known.data?.files ?? [];
  const moving = new Set(state.files.map((file) => file.id));

  function send(upload: string, pairs: Parameters<ReturnType<typeof begin>['add']>[1]): void {
    holdUpload(upload);
    begin().add(upload, pairs);
  }

  async function choose(chosen: ChosenFile[]): Promise<void> {
    void readFacts(chosen.map(({ file }) => file)).then((more) => setTaken((before) => [...before, ...more]));
    const { again, fresh } = matchChosen(list, chosen);
    if (id !== null) {
      const pairs = again.map(([file, one]) => [file, one.file] as const);
      send(id, pairs);
    }
    if (fresh.length === 0) return;
    const files = fresh.map(({ file: { name, size }, folder }) => ({ name, bytes: size, folder }));
    const upload = await announce.run({
      body: { projectId: Number(projectId), upload: known.data ? id : null, files },
    });
    if (!upload) return;
    const added = upload.files.slice(-fresh.length);
    const pairs = added.flatMap((file, nth) => {
      const one = fresh[nth];
      return one && file.state === 'travelling' ? [[file, one.file] as const] : [];
    });
    send(upload.id, pairs);
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
    files: state.files.filter(({ upload }) => upload === id),
    isPending: announce.isPending,
    missing: list.filter((file) => file.state === 'travelling' && !moving.has(file.id)),
    refused: list.filter((file) => file.state === 'refused' && !moving.has(file.id)),
    choose: (files: ChosenFile[]) => void choose(files),
    leaveOut: (files: readonly { id: string }[]) => void leaveOut(files),
  };
}
