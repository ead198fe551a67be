// The fields of one stage in the dialog of its list; criteria and pictures unfold.
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { maxCriteria } from '#contract/stages/endpoints.ts';
import { count } from '#web/lib/format/format.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import type { StagesDraft } from './stages-draft.ts';
import { type ViewpointChoice, WantedFields } from './wanted-fields.tsx';

type StageFieldsProps = {
  form: UseFormReturn<StagesDraft>;
  at: number;
  isLast: boolean;
  choices: readonly ViewpointChoice[];
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

export function StageFields({ form, at, isLast, choices, onMove, onRemove }: StageFieldsProps) {
  const { register, formState, watch } = form;
  const errors = formState.errors.stages?.[at];
  const [isOpen, setOpen] = useState(false);
  const { criteria = [], wanted = [] } = watch(`stages.${at}`) ?? {};
  // What is wrong must be seen.
  const isShown = isOpen || Boolean(errors?.criteria || errors?.wanted);
  const number = at + 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside the buttons
    <div
      role="group"
      aria-label={`Stage ${number}`}
      className="grid grid-cols-1 gap-2 rounded-control border border-line p-3"
    >
      <div className="flex items-center justify-between gap-1">
        <span className="font-medium text-muted text-sm">Stage {number}</span>
        <span className="flex">
          <IconButton
            data-move="up"
            label={`Move stage ${number} up`}
            icon={ArrowUp}
            disabled={at === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            data-move="down"
            label={`Move stage ${number} down`}
            icon={ArrowDown}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton label={`Remove stage ${number}`} icon={Trash2} onClick={onRemove} />
        </span>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_7rem]">
        <Field label="Name" className="max-sm:col-span-2" error={errors?.name?.message}>
          <Input autoComplete="off" maxLength={120} {...register(`stages.${at}.name`)} />
        </Field>
        <Field label="Planned date" error={errors?.plannedOn?.message}>
          <Input type="date" {...register(`stages.${at}.plannedOn`)} />
        </Field>
        <Field label="Weight in %" error={errors?.weight?.message}>
          <Input inputMode="decimal" autoComplete="off" {...register(`stages.${at}.weight`)} />
        </Field>
      </div>
      <Button
        size="sm"
        variant="ghost"
        icon={isShown ? ChevronDown : ChevronRight}
        aria-expanded={isShown}
        className="justify-self-start"
        onClick={() => setOpen(!isShown)}
      >
        {count(criteria.length, 'criterion', 'criteria')}, {count(wanted.length, 'wanted picture')}
        <span className="sr-only"> of stage {number}</span>
      </Button>
      {isShown && (
        <div className="grid grid-cols-1 gap-4">
          <Criteria form={form} at={at} />
          <WantedFields form={form} at={at} choices={choices} />
        </div>
      )}
    </div>
  );
}

function Criteria({ form, at }: Pick<StageFieldsProps, 'form' | 'at'>) {
  const name = `stages.${at}.criteria` as const;
  const { fields, append, remove } = useFieldArray({ control: form.control, name, keyName: 'key' });
  const errors = form.formState.errors.stages?.[at]?.criteria;
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-medium text-sm">Criteria</legend>
      {fields.map((field, nth) => (
        <div key={field.key} className="flex items-start gap-1">
          <Field
            label={`Criterion ${nth + 1} of stage ${at + 1}`}
            hideLabel
            className="grow"
            error={errors?.[nth]?.text?.message}
          >
            <Input
              autoComplete="off"
              maxLength={300}
              placeholder="Lintels are cast over all openings"
              {...form.register(`stages.${at}.criteria.${nth}.text`)}
            />
          </Field>
          <IconButton
            label={`Remove criterion ${nth + 1} of stage ${at + 1}`}
            icon={Trash2}
            onClick={() => remove(nth)}
          />
        </div>
      ))}
      {fields.length < maxCriteria && (
        <Button size="sm" icon={Plus} className="justify-self-start" onClick={() => append({ id: null, text: '' })}>
          Add criterion<span className="sr-only"> to stage {at + 1}</span>
        </Button>
      )}
    </fieldset>
  );
}
