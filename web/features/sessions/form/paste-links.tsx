// One field for all links of a visit: pasted as they come in a message, each goes to its own field.

import { useEffect, useRef, useState } from 'react';
import { type LinkField, linkFields, sessionFields } from '#contract/core/session-fields.ts';
import { classifyLink, type Link } from '#contract/links/link.ts';
import { fieldOfKind } from '#contract/media/endpoints.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import type { SessionDraft } from './session-draft.ts';

// Which field each link of a pasted text is for: by the words before it, else by its host.

/** `left`: links that no free field takes, as they were written. */
type SortedLinks = { values: Partial<Record<LinkField, string>>; left: string[] };

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

function outcomeOf(fields: LinkField[], left: string[]): string {
  const placed = fields.map((field) => sessionFields[field].label);
  const rest = left.length > 0 ? 'There is no free field for what is left here.' : '';
  if (placed.length === 0) return rest || 'No links found.';
  return `Placed: ${placed.join(', ')}. ${rest}`.trim();
}

type PasteLinksProps = { values: SessionDraft; choose: (field: LinkField | 'pasted', text: string) => void };

export function PasteLinks({ values: present, choose }: PasteLinksProps) {
  const text = present.pasted;
  const setText = (next: string) => choose('pasted', next);
  const [message, setMessage] = useState('');
  const said = useRef<HTMLSpanElement>(null);
  // Below it the buttons of the dialog begin.
  useEffect(() => {
    if (message !== '') said.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  function place(whole: string): void {
    const { values, left } = sortLinks(whole, present);
    const fields = linkFields.filter((field) => values[field] !== undefined);
    for (const field of fields) choose(field, values[field] ?? '');
    setText(fields.length > 0 ? left.join('\n') : whole);
    setMessage(outcomeOf(fields, left));
  }
  return (
    <div className="grid gap-2">
      <Field
        label="Paste all links"
        optional
        hint={
          <span ref={said} aria-live="polite">
            {message || 'Each link goes to its field, by its host or by the words before it.'}
          </span>
        }
      >
        <Textarea
          rows={1}
          className="min-h-9"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (text !== '' || pasted === '') return;
            event.preventDefault();
            place(pasted);
          }}
        />
      </Field>
      {text !== '' && (
        <Button className="justify-self-start" onClick={() => place(text)}>
          Place links
        </Button>
      )}
    </div>
  );
}
