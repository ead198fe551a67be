// The pictures that a stage wants: in words, or the picture of a viewpoint.
import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { maxWanted } from '#contract/stages/endpoints.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Select } from '#web/ui/controls/select.tsx';
import type { StagesDraft } from './stages-draft.ts';

/** A viewpoint of the list's place. */
export type ViewpointChoice = { id: number; label: string };

type WantedFieldsProps = { form: UseFormReturn<StagesDraft>; at: number; choices: readonly ViewpointChoice[] };

export function WantedFields({ form, at, choices }: WantedFieldsProps) {
  const name = `stages.${at}.wanted` as const;
  const { fields, append, remove } = useFieldArray({ control: form.control, name, keyName: 'key' });
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-medium text-sm">Wanted pictures</legend>
      {fields.map((field, nth) => (
        <div key={field.key} className="flex items-start gap-1">
          <div className="grid min-w-0 grow grid-cols-1 gap-2 sm:grid-cols-2">
            <Wanted form={form} at={at} nth={nth} choices={choices} />
          </div>
          <IconButton
            label={`Remove wanted picture ${nth + 1} of stage ${at + 1}`}
            icon={Trash2}
            onClick={() => remove(nth)}
          />
        </div>
      ))}
      {fields.length < maxWanted && (
        <Button
          size="sm"
          icon={Plus}
          className="justify-self-start"
          onClick={() => append({ text: '', viewpointId: '' })}
        >
          Add picture<span className="sr-only"> to stage {at + 1}</span>
        </Button>
      )}
    </fieldset>
  );
}

function Wanted({ form, at, nth, choices }: WantedFieldsProps & { nth: number }) {
  const errors = form.formState.errors.stages?.[at]?.wanted?.[nth];
  const chosen = form.watch(`stages.${at}.wanted.${nth}.viewpointId`);
  const isInWords = chosen === '';
  const of = `picture ${nth + 1} of stage ${at + 1}`;
  return (
    <>
      <Field label={`Which ${of}`} hideLabel error={errors?.viewpointId?.message}>
        <Select {...form.register(`stages.${at}.wanted.${nth}.viewpointId`)} value={chosen}>
          <option value="">In words</option>
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {isInWords && (
        <Field label={`Words for ${of}`} hideLabel error={errors?.text?.message}>
          <Input
            autoComplete="off"
            maxLength={300}
            placeholder="Before cover-up: …"
            {...form.register(`stages.${at}.wanted.${nth}.text`)}
          />
        </Field>
      )}
    </>
  );
}
