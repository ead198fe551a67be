// Which field each link of a pasted text is for: by the words before it, else by its host.

import type { LinkField } from '#contract/core/session-fields.ts';
import { classifyLink, type Link } from '#contract/links/link.ts';
import { fieldOfKind } from '#contract/media/endpoints.ts';

/** `left`: links that no free field takes, as they were written. */
export type SortedLinks = { values: Partial<Record<LinkField, string>>; left: string[] };

const { drone, indoor, videos, tour360, orthomosaic } = fieldOfKind;

/** How crews name them in messages; the first that is among the words counts. */
const words: [RegExp, LinkField][] = [
  [/\breports?\b/, 'reportUrl'],
  [/\braws?\b/, 'rawFilesUrl'],
  [/\b(package|deliverables?)\b/, 'deliverablePackageUrl'],
  [/\b(indoors?|inside|interior)\b/, indoor],
  [/(\b360|\btours?\b|\bpano)/, tour360],
  [/\b(ortho\w*|maps?|geotiff)\b/, orthomosaic],
  [/\b(videos?|films?|clips?)\b/, videos],
  [/\b(drones?|aerials?|outside|exterior)\b/, drone],
];

const fieldsOfKind: Record<Link['kind'], LinkField[]> = {
  folder: [drone, indoor],
  image: [drone, indoor],
  file: [drone, indoor],
  video: [videos],
  tour: [tour360],
  map: [orthomosaic],
  geotiff: [orthomosaic],
  unknown: [],
};

function fieldsFor(link: string, before: string): LinkField[] {
  const named = words.find(([word]) => word.test(before.toLowerCase()));
  return named ? [named[1]] : fieldsOfKind[classifyLink(link).kind];
}

/** A sentence's signs behind a link are not its own. */
function withoutClosing(link: string): string {
  let end = link.length;
  while (end > 0 && '.,;:!?)]'.includes(link.charAt(end - 1))) end--;
  return link.slice(0, end);
}

/** Fields that hold something already keep it, but for the very same link. */
export function sortLinks(text: string, present: Partial<Record<LinkField, string>>): SortedLinks {
  const values: SortedLinks['values'] = {};
  const left: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/(?:https?:\/\/|\/media\/(?:files|folders)\/)[^\s<>"]+/gi)) {
    const link = withoutClosing(found);
    const fields = fieldsFor(link, text.slice(end, index));
    end = index + found.length;
    if (Object.values({ ...present, ...values }).includes(link)) continue;
    const free = fields.find((field) => !present[field]?.trim() && values[field] === undefined);
    if (free) values[free] = link;
    else left.push(link);
  }
  return { values, left };
}
