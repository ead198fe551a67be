// Marks what a schema holds that names folders of the crew: the server seals it on its way out and opens it on its way in.
import * as z from 'zod/mini';

/** `file`: the id of a file. `link`: a media link, which is sealed for those who are not of the crew. */
export const sealed = z.registry<{ holds: 'file' | 'link' }>();

export function fileId<S extends z.ZodMiniString>(schema: S): S {
  sealed.add(schema, { holds: 'file' });
  return schema;
}

export const mediaLink = z.string();
sealed.add(mediaLink, { holds: 'link' });
