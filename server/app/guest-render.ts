// The components of pages without a login: as the build made them beside the server, in development as they are written.
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import type { GuestRender } from '#contract/sharing/guest-pages.ts';
import { programPath } from '#server/media/workers/start-program.ts';

export type LoadGuestRender = () => Promise<GuestRender>;

/** They render in this thread: a page takes a few milliseconds, and has nobody else who could render it (decision 091). */
export function createGuestRender(app: FastifyInstance, vite: ViteDevServer | null): LoadGuestRender {
  if (vite) return async () => (await vite.ssrLoadModule('/guest-render.tsx')) as GuestRender;
  const { href } = pathToFileURL(programPath(import.meta.dirname, 'guest-render'));
  let loaded: Promise<GuestRender> | undefined;
  const load = () => {
    loaded ??= import(/* @vite-ignore */ href) as Promise<GuestRender>;
    return loaded;
  };
  // Before the first guest comes; a server that cannot load them says so in its log.
  app.addHook('onListen', async () => void (await load()));
  return load;
}
