// What stands behind the panel of a link field: what is announced, what of it this tab sends, and what waits to be chosen again.
import { useState } from 'react';
import { getUpload, removeUploadFile, startUpload, uploadLimits, uploadLink, uploadOfLink } from '#contract/uploads.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import type { ChosenFile } from './chosen-file.ts';
import { fitChosen, type WrongFile } from './fit-chosen.ts';
import { readFacts } from './picture-facts.ts';
import { holdUpload } from './upload-locks.ts';
import type { Taken } from './upload-words.ts';
import { matchChosen } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

const nothingLeft = { wrong: [] as WrongFile[], over: 0 };

type PanelInput = { projectId: string; link: string; onLink: (link: string) => void };

export function usePanel({ projectId, link, onLink }: PanelInput) {
  const id = uploadOfLink(link);
  const [taken, setTaken] = useState<Taken[]>([]);
  const [left, setLeft] = useState(nothingLeft);
  const [isLooking, setLooking] = useState(false);
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

  /** Without those that would be refused, and those that one session does not take. */
  async function look(chosen: ChosenFile[]): Promise<ChosenFile[]> {
    setLooking(true);
    const there = list.filter(({ state }) => state !== 'refused').length;
    const { taken: fitting, ...rest } = await fitChosen(chosen, uploadLimits.files - there);
    setLeft(rest);
    setLooking(false);
    return fitting;
  }

  async function choose(chosen: ChosenFile[]): Promise<void> {
    const { again, fresh: unknown } = matchChosen(list, chosen);
    if (id !== null) {
      const pairs = again.map(([file, one]) => [file, one.file] as const);
      send(id, pairs);
    }
    const fresh = await look(unknown);
    const seen = [...again.map(([, one]) => one), ...fresh].map(({ file }) => file);
    void readFacts(seen).then((more) => setTaken((before) => [...before, ...more]));
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
    left,
    uploads,
    state,
    files: state.files.filter(({ upload }) => upload === id),
    isPending: announce.isPending || isLooking,
    missing: list.filter((file) => file.state === 'travelling' && !moving.has(file.id)),
    refused: list.filter((file) => file.state === 'refused' && !moving.has(file.id)),
    choose: (files: ChosenFile[]) => void choose(files),
    leaveOut: (files: readonly { id: string }[]) => void leaveOut(files),
  };
}
