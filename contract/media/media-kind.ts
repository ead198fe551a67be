// The schema of a media kind; apart from the others so that what needs it alone does without links.
import * as z from 'zod/mini';
import { mediaKinds } from './endpoints.ts';

export const MediaKindParam = z.enum(mediaKinds, `Media kind must be one of ${mediaKinds.join(', ')}`);
