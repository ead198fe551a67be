// One field for all links of a visit: pasted as they come in a message, each goes to its own field.
import { useEffect, useRef, useState } from 'react';
import { type LinkField, linkFields, sessionFields } from '#contract/core/session-fields.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import type { SessionDraft } from './session-draft.ts';
import { sortLinks } from './sort-links.ts';

function outcomeOf(fields: LinkField[], left: string[]): string {
  const placed = fields.map((field) => sessionFields[field].label);
  const rest = left.length > 0 ? 'No field is free for what is left here.' : '';
  if (placed.length === 0) return rest || 'No link found in it.';
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
            {message || 'Each goes to its field: by its host, or by the words before it.'}
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
