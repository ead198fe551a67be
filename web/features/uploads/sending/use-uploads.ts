// React access to the tab's uploads, which start with the first file.

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryKeyOf } from '#contract/core/request.ts';
import { getUpload } from '#contract/uploads/endpoints.ts';
import { followVideos } from '#web/features/uploads/light-copies/follow-videos.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { onResponse } from '#web/lib/api/silent-queries.ts';
import { readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';
import { announceFiles } from '#web/lib/offline/announce-kept.ts';
import { createKeptFiles } from '#web/lib/offline/kept-files.ts';
import { sendFile } from './send-file.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { uploadsKey, useHeldUploads, useUploadsState } from './use-held-uploads.ts';

// 'Only on Wi-Fi': chosen per device, where its browser reports the type of connection.
const name = 'wifi-only';
const changed = 'topout-wifi-only';
/** Types of connection that are not billed by the megabyte. */
const free = ['wifi', 'ethernet'];

const isWifiOnly = () => readLocalStorage(name) === 'yes';

/** Whether nothing may be sent over the present connection. */
export function isUploadWaiting(): boolean {
  const type = lineType();
  return type !== null && isWifiOnly() && !free.includes(type);
}

/** Another tab may change the choice too. */
function onChoice(listener: () => void): () => void {
  for (const event of [changed, 'storage']) addEventListener(event, listener);
  return () => {
    for (const event of [changed, 'storage']) removeEventListener(event, listener);
  };
}

/** For the life of the tab: its uploads wait for a connection that they may use. */
function keepToWifi(uploads: Pick<Uploads, 'hold'>): void {
  const look = () => uploads.hold(isUploadWaiting());
  onLineChange(look);
  onChoice(look);
  look();
}

/** Null: the browser does not report the type of connection, so there is nothing to choose. */
export function useWifiOnly(): boolean | null {
  return useSyncExternalStore(
    onChoice,
    () => (lineType() === null ? null : isWifiOnly()),
    () => null,
  );
}

export function chooseWifiOnly(isOn: boolean): void {
  writeLocalStorage(name, isOn ? 'yes' : null);
  dispatchEvent(new Event(changed));
}

// The type of connection, where the browser reports it: Chrome on phones does, most desktops and all of Apple's do not.
type NavigatorWithConnection = Navigator & { connection?: EventTarget & { type?: string } };

/** 'wifi', 'ethernet', 'cellular' and others; null if it is not reported. */
function lineType(): string | null {
  return (navigator as NavigatorWithConnection).connection?.type ?? null;
}

function onLineChange(listener: () => void): void {
  (navigator as NavigatorWithConnection).connection?.addEventListener('change', listener);
}

/** The tab's uploads, created if there are none. */
export function uploadsOf(client: QueryClient, person: number): Uploads {
  const known = client.getQueryData<Uploads>(uploadsKey);
  if (known) return known;
  const made = createUploads({
    send: sendFile,
    kept: createKeptFiles(person),
    async announce(files) {
      const upload = await announceFiles(files);
      client.setQueryData(queryKeyOf(getUpload, { params: { upload: upload.id } }), upload);
      return upload.files;
    },
  });
  keepToWifi(made);
  wakeUploads(client, made);
  followVideos(made);
  client.setQueryData(uploadsKey, made);
  return made;
}

export function useUploads() {
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const uploads = useHeldUploads();
  return { state: useUploadsState(uploads), uploads, begin: () => uploadsOf(client, person.id) };
}

// Signs that the connection may be back: from the browser, from the page becoming visible, and from any response of the server.

/** For the life of the tab. The live channel refetches when it is back, so its return counts as a response too. */
function wakeUploads(client: QueryClient, { wake }: Pick<Uploads, 'wake'>): void {
  for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, wake);
  document.addEventListener('visibilitychange', wake);
  onResponse(client, wake);
}
