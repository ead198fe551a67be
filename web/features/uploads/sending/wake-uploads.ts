// Signs that there may be a line again: told by the browser, by the page that is looked at again, and by whatever the server answers.
import type { QueryClient } from '@tanstack/react-query';
import type { Uploads } from './uploads.ts';

/** For as long as the tab lives. The live channel fetches anew when it is back, so its return is an answer too. */
export function wakeUploads(client: QueryClient, { wake }: Pick<Uploads, 'wake'>): void {
  for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, wake);
  document.addEventListener('visibilitychange', wake);
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) wake();
  });
}
