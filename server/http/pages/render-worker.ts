// The thread that renders pages: no request waits behind it.
import { parentPort, workerData } from 'node:worker_threads';
import type { PageRender, RenderedPage } from '#contract/pages/page-render.ts';

export type RenderJob = { id: number; start: PageRender };
export type RenderResult = { id: number; page: RenderedPage } | { id: number; failure: string };

/** The browser's components, as the build made them for the server. */
const { renderPage } = (await import(workerData as string)) as {
  renderPage: (start: PageRender) => Promise<RenderedPage>;
};

parentPort?.on('message', async ({ id, start }: RenderJob) => {
  const result = await renderPage(start).then(
    (page): RenderResult => ({ id, page }),
    (error: unknown): RenderResult => ({
      id,
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  parentPort?.postMessage(result);
});
