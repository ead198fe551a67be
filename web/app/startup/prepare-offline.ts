// Prepares this device for when there is no line, for as long as somebody is logged in: what they see, what they will need, and the worker.
import type { QueryClient } from '@tanstack/react-query';
import { rejectionReasons } from '#contract/sessions/rejection-reasons.ts';
import { keepChoices } from '#web/features/sessions/filters/keep-choices.ts';
import { endUploads, isUploading } from '#web/features/uploads/sending/on-its-way.ts';
import { queryOptionsFor } from '#web/lib/api/queries.ts';
import { keepSeen } from '#web/lib/api/seen-store.ts';
import { savesData } from '#web/lib/device/data-saver.ts';
import { keepOffline } from '#web/lib/offline/offline-worker.ts';
// Registering a worker needs the policy.
import '#web/media/frame/trusted-types.ts';
import type { User } from '#contract/accounts/users.ts';

/** Without a line a rejection offers its reasons too: some hundred bytes, which change seldom. */
const reasonsMs = 12 * 60 * 60 * 1000;
/** What the page needs comes first. */
const afterMs = 4000;

async function goOnUploading(client: QueryClient, person: number): Promise<void> {
  const { countKept } = await import('#web/lib/offline/kept-files.ts');
  if ((await countKept(person)) === 0) return;
  const { resumeUploads } = await import('#web/features/uploads/sending/resume-uploads.ts');
  await resumeUploads(client, person);
}

/** Answers how to stop. */
export function prepareOffline(client: QueryClient, { id, role }: Pick<User, 'id' | 'role'>): () => void {
  const stopKeeping = keepSeen(client, { id, isClient: role === 'client' });
  let stopWorker: (() => void) | undefined;
  const timer = setTimeout(() => {
    stopWorker = keepOffline(() => !isUploading(client));
    if (role !== 'client') void goOnUploading(client, id).catch(() => undefined);
    if (role === 'admin') void client.prefetchQuery({ ...queryOptionsFor(rejectionReasons, {}), staleTime: reasonsMs });
    if (role === 'photographer' && !savesData()) void keepChoices(client, id).catch(() => undefined);
  }, afterMs);
  return () => {
    clearTimeout(timer);
    endUploads(client);
    stopKeeping();
    stopWorker?.();
  };
}
