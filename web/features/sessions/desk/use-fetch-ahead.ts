// What comes next is there before it is asked for: its session, the media of its first tab and the first photo.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fieldOfKind, sessionMedia } from '#contract/media/endpoints.ts';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { createPictureMemory, type PictureMemory } from '#web/features/viewpoints/page/picture-memory.ts';
import { queryOptionsFor } from '#web/lib/api/queries.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import { chosenSource } from '#web/media/photos/album.tsx';
import { firstTab, picturesOf } from './pictures.ts';

/** Another decision takes longer than that. */
const staleTime = 60_000;

async function fetchAhead(client: QueryClient, session: Session, memory: PictureMemory): Promise<void> {
  const kind = firstTab(session);
  const params = { id: session.id };
  void client.prefetchQuery({ ...queryOptionsFor(getSession, { params }), staleTime });
  if (session[fieldOfKind[kind]] === null) return;
  const options = { ...queryOptionsFor(sessionMedia, { params: { ...params, kind } }), staleTime };
  const { photos } = picturesOf(await client.fetchQuery(options).catch(() => undefined), kind);
  const [photo] = photos;
  if (photo) await memory.load(chosenSource(photo));
}

/** One after the other, the nearest first, so that the open one is not held up. */
export function useFetchAhead(next: readonly Session[]): void {
  const client = useQueryClient();
  const [memory] = useState(createPictureMemory);
  const key = next.map(({ id, recordId }) => `${id}.${recordId}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which ones they are.
  useEffect(() => {
    let left = false;
    async function run() {
      for (const session of savesData() ? [] : next) if (!left) await fetchAhead(client, session, memory);
    }
    void run();
    return () => {
      left = true;
    };
  }, [client, memory, key]);
  useEffect(() => () => memory.clear(), [memory]);
}
