// Announces stored files that the server does not know yet, by their own ids, so that doing it twice changes nothing.
import { startUpload, type Upload, uploadOfLink } from '#contract/uploads/endpoints.ts';
import { call } from '#web/lib/api/http-client.ts';
import { createKeptFiles, type KeptFile } from './kept-files.ts';

/** Under which a device announces what it uploads: 32 hexadecimal digits, which cannot be guessed. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The files of one upload, all of them unannounced. */
export function announceFiles(files: readonly KeptFile[]): Promise<Upload> {
  const [first] = files;
  return call(startUpload, {
    body: {
      projectId: first?.announcement?.projectId ?? 0,
      upload: first?.upload,
      files: files.map(({ id, name, bytes, announcement }) => {
        const { folder = '', print } = announcement ?? {};
        return { id, name, bytes, folder, ...(print ? { print } : {}) };
      }),
    },
  });
}

/** Runs before a session is sent: the server has to know the uploads that its links name. */
export async function announceNamed(person: number, body: Record<string, unknown> = {}): Promise<void> {
  const named = new Set(Object.values(body).map((value) => (typeof value === 'string' ? uploadOfLink(value) : null)));
  const kept = createKeptFiles(person);
  const waiting = (await kept.all().catch(() => [])).filter((file) => file.announcement && named.has(file.upload));
  for (const upload of new Set(waiting.map((file) => file.upload))) {
    const files = waiting.filter((file) => file.upload === upload);
    await announceFiles(files);
    await kept.announced(files.map(({ id }) => id));
  }
}
