// 'Edit reasons': the sentence of each reason for sending a session back, and whether it is offered.
import {
  type EditableReason,
  editableReasons,
  editRejectionReasons,
  maxLine,
  type ReasonSettings,
  reasonLabels,
  type SavedReasons,
} from '#contract/sessions/rejection.ts';
import { ReasonsEdit } from '#contract/sessions/rejection-routes.ts';
import type { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useSettingsForm } from './use-settings-form.ts';

type Draft = { reasons: ReasonSettings };

const stateOf = ({ reasons, version }: SavedReasons) => ({ version, values: { reasons } });

const labels = Object.fromEntries(
  editableReasons.flatMap((code) => [
    [`reasons.${code}.sentence`, `Sentence of “${reasonLabels[code]}”`],
    [`reasons.${code}.enabled`, `“${reasonLabels[code]}” is offered`],
  ]),
);

export function ReasonsDialog({ saved, ...control }: DialogControl & { saved: SavedReasons }) {
  const { draft, form, dialog } = useSettingsForm<Draft, typeof editRejectionReasons>({
    control,
    saved,
    name: 'edit rejection reasons',
    route: editRejectionReasons,
    schema: ReasonsEdit,
    stateOf,
    bodyOf: (values) => values,
    successToast: 'Reasons changed',
    failure: 'Failed to change the reasons',
  });
  return (
    <FormDialog {...dialog} size="lg" title="Edit reasons">
      <DraftNotes draft={draft} labels={labels} />
      {editableReasons.map((code) => (
        <Reason key={code} code={code} form={form} />
      ))}
    </FormDialog>
  );
}

type ReasonProps = { code: EditableReason; form: ReturnType<typeof useDraftForm<Draft>>['form'] };

/** A sentence stays while its reason is switched off. */
function Reason({ code, form }: ReasonProps) {
  const label = reasonLabels[code];
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <Field label={`Sentence of ${label}`} hideLabel error={form.formState.errors.reasons?.[code]?.sentence?.message}>
        <Textarea rows={2} maxLength={maxLine} {...form.register(`reasons.${code}.sentence`)} />
      </Field>
      <Checkbox label="Offered" aria-label={`${label} is offered`} {...form.register(`reasons.${code}.enabled`)} />
    </fieldset>
  );
}
