// Downloads: the pictures of a session as one ZIP (behaviour §17.1).

import { get } from '#contract/core/endpoint.ts';
import type { downloadRoutes as routes } from './downloads-routes.ts';

export type { DownloadablePicture, PictureDownload } from './downloads-routes.ts';

/** As large as they are, or as large as a screen. */
export const downloadSizes = ['full', 's1600'] as const;
export type DownloadSize = (typeof downloadSizes)[number];

/** So many pictures can be chosen one by one; the address of the ZIP names them. */
export const maxChosenPictures = 500;

/** What a ZIP would hold, and how large it would be. */
export const pictureDownload = get<typeof routes.pictureDownload>('/api/sessions/:id/download', {
  topics: ['sessions', 'projects', 'users'],
  row: 'session',
});

/** The ZIP itself: browsers save it by its address. */
export const picturesZip = get<typeof routes.picturesZip>('/api/sessions/:id/pictures.zip', { row: 'session' });
