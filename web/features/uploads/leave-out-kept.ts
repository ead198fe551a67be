// What was chosen for a visit that is thrown away before it was sent: its pictures and films go with it.
import type { QueryClient } from '@tanstack/react-query';
import { uploadOfLink } from '#contract/uploads.ts';
import { createKeptFiles } from '#web/lib/kept-files.ts';
import type { Unsent } from '#web/lib/outbox/outbox-store.ts';
import type { Uploads } from './uploads.ts';
import { uploadsKey } from './use-held-uploads.ts';

/** Those of this device; an edit leaves them to the visit that is there. */
export async function leaveOutKept(
  { client, person }: { client: QueryClient; person: number },
  { call, input }: Pick<Unsent, 'call' | 'input'>,
): Promise<void> {
  if (call !== 'createSession') return;
  const links = Object.values(input.body ?? {});
  const named = new Set(links.map((link) => (typeof link === 'string' ? uploadOfLink(link) : null)));
  const kept = createKeptFiles(person);
  const uploads = client.getQueryData<Uploads>(uploadsKey);
  const there = await kept.all().catch(() => []);
  for (const { id, upload } of [...there, ...(uploads?.state().files ?? [])]) {
    if (!named.has(upload)) continue;
    uploads?.forget(id);
    await kept.remove(id);
  }
}
