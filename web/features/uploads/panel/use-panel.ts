// State of a link field's panel: what is chosen, what this tab sends of it, and what has to be chosen again.
import { parse } from 'exifr/dist/lite.esm.mjs';
import { useEffect, useRef, useState } from 'react';
import { getUpload, removeUploadFile, uploadLimits, uploadLink, uploadOfLink } from '#contract/uploads/endpoints.ts';
import { type KnownFile, matchChosen } from '#web/features/uploads/sending/match-chosen.ts';
import { holdUpload } from '#web/features/uploads/sending/upload-locks.ts';
import type { Chosen } from '#web/features/uploads/sending/uploads.ts';
import { useUploads } from '#web/features/uploads/sending/use-uploads.ts';
import type { Taken } from '#web/features/uploads/upload-words.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { randomId } from '#web/lib/offline/announce-kept.ts';
import { createKeptFiles } from '#web/lib/offline/kept-files.ts';
import {
  bareHeics,
  type ChosenFile,
  type DoubtfulFile,
  fitChosen,
  isHidden,
  type PrintedFile,
  printChosen,
  type WrongFile,
} from './fit-chosen.ts';
import { type Target, useTarget } from './use-target.tsx';

// Metadata of pictures before they are sent: read here from their first bytes, so that nothing has to be uploaded for it.

/** Headers are shorter than this, and a sample of a visit is enough. */
const headBytes = 256 * 1024;
const sample = 24;
/** Tags by number, for time and place; this build of the library cannot pick by name. */
const options = {
  ...{ exif: [0x9003, 0x9004], gps: [1, 2, 3, 4], jfif: false, xmp: false, icc: false, iptc: false },
  ...{ reviveValues: false, mergeOutput: true, silentErrors: true },
};

type Tags = Partial<
  Record<'DateTimeOriginal' | 'CreateDate' | 'latitude' | 'longitude' | 'GPSLatitudeRef' | 'GPSLongitudeRef', unknown>
>;

/** The day of '2026:03:04 09:15:00' by the camera's own clock; null for an invalid day. */
export function dayOf(value: unknown): string | null {
  const [, year = '', month, day] = /^(\d{4}):(\d\d):(\d\d) /.exec(String(value ?? '')) ?? [];
  const text = `${year}-${month}-${day}`;
  const at = Date.parse(text);
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  return isDay && year >= '1990' ? text : null;
}

async function read(file: Blob): Promise<Taken> {
  const tags: Tags = Object(await parse(file.slice(0, headBytes), options).catch(() => null));
  const { latitude, longitude, GPSLatitudeRef: north, GPSLongitudeRef: east } = tags;
  // Without north or south and east or west it is no position.
  const isPlaced =
    Boolean(north && east) &&
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    !(latitude === 0 && longitude === 0);
  return {
    day: dayOf(tags.DateTimeOriginal) ?? dayOf(tags.CreateDate),
    place: isPlaced ? { latitude, longitude } : null,
  };
}

/** Of a sample, spread over all files. */
export function readFacts(files: readonly Blob[]): Promise<Taken[]> {
  const step = Math.max(1, files.length / sample);
  const some = Array.from({ length: Math.min(sample, files.length) }, (_, nth) => files[Math.floor(nth * step)]);
  return Promise.all(some.flatMap((file) => (file ? [read(file)] : [])));
}

const nothingLeft = { wrong: [] as WrongFile[], doubtful: [] as DoubtfulFile[], over: 0, hidden: 0 };

/** With a copy of each picture that clients would not see, where this browser can make one. */
async function withCopies(chosen: readonly ChosenFile[]): Promise<readonly ChosenFile[]> {
  const bare = await bareHeics(chosen);
  if (bare.length === 0) return chosen;
  const copies = await import('./heic-copies.ts').then(
    ({ copiesOf }) => copiesOf(bare),
    () => [],
  );
  return [...chosen, ...copies];
}

type PanelInput = { projectId: string; link: string; onLink: (link: string) => void };

export function usePanel({ projectId, link, onLink }: PanelInput) {
  const id = uploadOfLink(link);
  const [taken, setTaken] = useState<Taken[]>([]);
  const [left, setLeft] = useState(nothingLeft);
  const [isLooking, setLooking] = useState(false);
  const { uploads, state, begin } = useUploads();
  const { person } = useCurrentUser();
  const isBegunHere = async (upload: string) => {
    const kept = await createKeptFiles(person.id)
      .all()
      .catch(() => []);
    return [...kept, ...begin().state().files].some((file) => file.upload === upload);
  };
  const target = useTarget({ link, isBegunHere });
  const known = useApiQuery(getUpload, { params: { upload: id ?? '' } }, { enabled: id !== null });
  const remove = useMutation(removeUploadFile, { errorToast: { title: 'Not left out' } });
  const list = known.data?.files ?? [];
  const room = useKeptRoom(person.id, state.files.length);
  const moving = new Set(state.files.map((file) => file.id));

  /** Removes files: one that was changed after half of it was uploaded is sent again from the start. */
  async function leaveOut(files: readonly { id: string }[]): Promise<void> {
    const isNew = (file: { id: string }) => state.files.some(({ id, state }) => id === file.id && state === 'new');
    for (const file of files) {
      uploads?.forget(file.id);
      if (!isNew(file)) await remove.run({ params: { file: file.id } });
    }
    const isThere = list.length > 0 || uploads?.state().files.some(({ upload }) => upload === id);
    if (!isThere && target.isBegun(id)) onLink('');
    else void known.refetch();
  }

  /** Adds files that this upload did not have. */
  async function add({ id: upload, files }: Target, fresh: readonly PrintedFile[]): Promise<readonly PrintedFile[]> {
    const waiting = begin()
      .state()
      .files.filter((file) => file.upload === upload && file.state === 'new');
    const there = files.filter(({ state }) => state !== 'refused').length + waiting.length;
    const { taken: fitting, ...rest } = await fitChosen(fresh, uploadLimits.files - there);
    setLeft((before) => ({
      ...before,
      doubtful: [...before.doubtful, ...rest.doubtful],
      wrong: [...before.wrong, ...rest.wrong],
      over: rest.over,
    }));
    if (fitting.length === 0) return [];
    holdUpload(upload);
    begin().add(
      fitting.map(({ file, folder, print }): Chosen => {
        const announcement = { projectId: Number(projectId), folder, print };
        return { file: { id: randomId(), upload, name: file.name, bytes: file.size, announcement }, blob: file };
      }),
    );
    if (upload !== id) onLink(uploadLink(upload));
    return fitting;
  }

  function goOn(upload: string, again: readonly (readonly [KnownFile, PrintedFile])[]): void {
    if (again.length === 0) return;
    holdUpload(upload);
    begin().add(
      again.map(([{ id, sentName: name, bytes }, { file }]) => ({ file: { id, upload, name, bytes }, blob: file })),
    );
  }

  async function take(all: readonly ChosenFile[]): Promise<void> {
    setLooking(true);
    const chosen = all.filter(({ file }) => !isHidden(file));
    const { printed, wrong } = await printChosen(await withCopies(chosen));
    setLeft({ ...nothingLeft, wrong, hidden: all.length - chosen.length });
    const found = printed.length > 0 ? await target.find() : null;
    if (found) {
      const { again, fresh, outdated } = matchChosen([...found.files, ...begin().unannounced(found.id)], printed);
      goOn(found.id, again);
      const added = await add(found, fresh);
      if (outdated.length > 0) await leaveOut(outdated);
      const seen = [...again.map(([, one]) => one), ...added].map(({ file }) => file);
      void readFacts(seen).then((more) => setTaken((before) => [...before, ...more]));
    }
    setLooking(false);
  }

  /** A second drop waits for the first. */
  const last = useRef(Promise.resolve());
  function choose(chosen: readonly ChosenFile[]): void {
    const work = () => takeLast.current(chosen);
    last.current = last.current.then(work, work);
  }
  const takeLast = useRef(take);
  takeLast.current = take;

  return {
    taken,
    left,
    room,
    uploads,
    state,
    files: state.files.filter(({ upload }) => upload === id),
    isPending: isLooking,
    missing: list.filter((file) => file.state === 'travelling' && file.isMine && !moving.has(file.id)),
    others: list.filter((file) => file.state === 'travelling' && !file.isMine).length,
    refused: list.filter((file) => file.state === 'refused' && file.isMine && !moving.has(file.id)),
    choose,
    leaveOut: (files: readonly { id: string }[]) => void leaveOut(files),
    question: target.dialogs,
  };
}

// How much more of the chosen files this device can store, checked before anything is, and again after files were added or uploaded.

/** Null until it is known. With another `changes` it is checked again. */
function useKeptRoom(person: number, changes: number): number | null {
  const [room, setRoom] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added takes room.
  useEffect(() => {
    void createKeptFiles(person).room().then(setRoom);
  }, [person, changes]);
  return room;
}
