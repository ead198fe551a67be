// Discarding an unsent visit, or its edit, also removes the pictures and videos that were chosen for it.
import type { QueryClient } from '@tanstack/react-query';
import { queryKeyOf } from '#contract/core/request.ts';
import { getSession } from '#contract/sessions/endpoints.ts';
import { uploadOfLink } from '#contract/uploads/endpoints.ts';
import { cachedResponses } from '#web/lib/api/offline-cache.ts';
import { createKeptFiles } from '#web/lib/offline/kept-files.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import type { Uploads } from './uploads.ts';
import { uploadsKey } from './use-held-uploads.ts';

type Whose = { client: QueryClient; person: number };

const uploadsIn = (fields: object): string[] =>
  Object.values(fields).flatMap((link) => (typeof link === 'string' ? (uploadOfLink(link) ?? []) : []));

/** Removes from this device the uploads that `gone` names and `stays` does not. */
export async function leaveOutFiles({ client, person }: Whose, gone: object, stays: object): Promise<void> {
  const left = uploadsIn(stays);
  const named = uploadsIn(gone).filter((upload) => !left.includes(upload));
  if (named.length === 0) return;
  const kept = createKeptFiles(person);
  const uploads = client.getQueryData<Uploads>(uploadsKey);
  const there = await kept.all().catch(() => []);
  for (const { id, upload } of [...there, ...(uploads?.state().files ?? [])]) {
    if (!named.includes(upload)) continue;
    uploads?.forget(id);
    await kept.remove(id);
  }
}

/** The visit without the edit, as far as this device knows it. */
async function visitOf({ client, person }: Whose, id: unknown): Promise<object | null> {
  const key = queryKeyOf(getSession, { params: { id: Number(id) } });
  const known = client.getQueryData<object | null>(key);
  if (known) return known;
  const seen = (await cachedResponses(person)).find(({ queryKey }) => JSON.stringify(queryKey) === JSON.stringify(key));
  return (seen?.data as object | undefined) ?? null;
}

/** A discarded edit removes no file of the visit itself; if the visit is unknown, it removes none at all. */
export async function removeKeptFiles(whose: Whose, { call, input }: Pick<Unsent, 'call' | 'input'>): Promise<void> {
  if (call !== 'createSession' && call !== 'editSession') return;
  const stays = call === 'createSession' ? {} : await visitOf(whose, input.params?.id);
  if (stays) await leaveOutFiles(whose, input.body ?? {}, stays);
}
