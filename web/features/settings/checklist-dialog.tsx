// 'Edit checklist': its items, what each is for, and their order.

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import {
  type CheckName,
  checkNames,
  editChecklist,
  maxChecklistLines,
  maxLineLength,
  type SavedChecklist,
} from '#contract/sessions/checks.ts';
import { ChecklistEdit } from '#contract/sessions/checks-routes.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { useMovedRows } from '#web/lib/page/use-moved-rows.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Field, FieldError } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { checkWords, kindWords } from './company-words.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** `kind` is '' for an item of every visit, `check` for one that a person checks; drafts from before have none. */
type ChecklistDraft = { lines: { text: string; kind: MediaKind | ''; check?: CheckName | '' }[] };

function stateOf({ version, lines }: SavedChecklist) {
  const values: ChecklistDraft = {
    lines: lines.map(({ text, kind, check }) => ({ text, kind: kind ?? '', check: check ?? '' })),
  };
  return { version, values };
}

function bodyOf({ lines }: ChecklistDraft) {
  return { lines: lines.map(({ text, kind, check }) => ({ text, kind: kind || null, check: check || null })) };
}

function inWords(path: string, value: unknown) {
  if (path !== 'lines') return undefined;
  return (value as ChecklistDraft['lines']).map(({ text, kind, check }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an item has nothing else of its own
    <span key={at} className="block">
      {text} ({kindWords(kind || null)}
      {check && `, ${checkWords(check)}`})
    </span>
  ));
}

export function ChecklistDialog({ saved, ...control }: DialogControl & { saved: SavedChecklist }) {
  const { draft, form, dialog } = useSettingsForm<ChecklistDraft, typeof editChecklist>({
    control,
    saved,
    name: 'edit checklist',
    route: editChecklist,
    schema: ChecklistEdit,
    stateOf,
    bodyOf,
    successToast: 'Checklist changed',
    failure: 'Failed to change the checklist',
  });
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'lines', keyName: 'key' });
  const { errors } = form.formState;
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useMovedRows(list);
  const isFull = fields.length >= maxChecklistLines;
  return (
    <FormDialog {...dialog} size="lg" title="Edit checklist">
      <DraftNotes draft={draft} labels={{ lines: 'Lines' }} describe={inWords} />
      <ol ref={list} className="grid gap-3">
        {fields.map((field, index) => (
          <li key={field.key} className="grid gap-2 rounded-control border border-line p-3">
            <Field label={`Line ${index + 1}`} error={errors.lines?.[index]?.text?.message}>
              <Input autoComplete="off" maxLength={maxLineLength} {...form.register(`lines.${index}.text`)} />
            </Field>
            <div className="flex flex-wrap items-end justify-end gap-1">
              <Field label={`What line ${index + 1} is for`} hideLabel className="min-w-40 grow">
                <Select {...form.register(`lines.${index}.kind`)}>
                  <option value="">{kindWords(null)}</option>
                  <Options of={mediaKinds} label={kindWords} />
                </Select>
              </Field>
              <Field label={`What fills line ${index + 1} in`} hideLabel className="min-w-40 grow">
                <Select {...form.register(`lines.${index}.check`)}>
                  <option value="">{checkWords(null)}</option>
                  <Options of={checkNames} label={checkWords} />
                </Select>
              </Field>
              <IconButton
                label={`Move line ${index + 1} up`}
                icon={ArrowUp}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={`Move line ${index + 1} down`}
                icon={ArrowDown}
                disabled={index === fields.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                label={`Remove line ${index + 1}`}
                icon={Trash2}
                onClick={() => {
                  remove(index);
                  add.current?.focus();
                }}
              />
            </div>
          </li>
        ))}
      </ol>
      {errors.lines?.root?.message && <FieldError id="lines-error">{errors.lines.root.message}</FieldError>}
      <Button
        ref={add}
        icon={Plus}
        className="justify-self-start"
        disabled={isFull}
        onClick={() => append({ text: '', kind: '', check: '' })}
      >
        Add line
      </Button>
      {isFull && <p className="text-muted text-sm">There is room for {maxChecklistLines} lines.</p>}
    </FormDialog>
  );
}
