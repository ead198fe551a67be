// 'Edit share links': how long they may last, whether each needs a PIN, and whether pictures may be downloaded.
import { ShareRulesEdit } from '#contract/schemas/share-rules.ts';
import {
  editShareRules,
  type SavedShareRules,
  type ShareDays,
  shareDays,
  shareDaysLabels,
} from '#contract/share-rules.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formResolver } from '#web/lib/form-resolver.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useDraftForm } from '#web/lib/use-draft-form.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DraftNotes } from '#web/ui/draft-notes.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Options, Select } from '#web/ui/select.tsx';

type Days = `${ShareDays}`;
type Draft = { longestDays: Days; pinAlways: boolean; downloads: boolean };

const choices = shareDays.map((days): Days => `${days}`);
const daysLabel = (days: Days) => shareDaysLabels[Number(days) as ShareDays];

function stateOf({ version, longestDays, pinAlways, downloads }: SavedShareRules): { version: number; values: Draft } {
  return { version, values: { longestDays: `${longestDays}`, pinAlways, downloads } };
}

const bodyOf = ({ longestDays, ...rest }: Draft) => ({ ...rest, longestDays: Number(longestDays) as ShareDays });

const labels = {
  longestDays: 'Longest life',
  pinAlways: 'Every link needs a PIN',
  downloads: 'Downloads may be allowed',
};
const inWords = (path: string, value: unknown) => {
  if (path === 'longestDays') return daysLabel(value as Days);
  return value ? 'Yes' : 'No';
};

export function ShareRulesDialog({ saved, ...control }: DialogControl & { saved: SavedShareRules }) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<Draft>({
    owner: person.id,
    name: 'edit share rules',
    initial: stateOf(saved),
    resolver: formResolver(ShareRulesEdit, bodyOf),
  });
  const { form } = draft;
  const { run, isPending } = useMutation(editShareRules, {
    successToast: 'Rules of share links changed',
    errorToast: { title: 'Failed to change the rules of share links' },
    onError: (error) => draft.takeStale(error, stateOf) || setFieldErrors(error, form),
    onSuccess: () => {
      draft.done();
      control.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...control}
      title="Edit share links"
      submitLabel="Save"
      pendingLabel="Saving..."
      onSubmit={form.handleSubmit((values) => run({ body: { ...bodyOf(values), version: draft.version } }))}
      pending={isPending}
    >
      <DraftNotes draft={draft} labels={labels} describe={inWords} />
      <Field label="Longest life" hint="Links that were made before keep theirs">
        <Select {...form.register('longestDays')}>
          <Options of={choices} label={daysLabel} />
        </Select>
      </Field>
      <Checkbox label="Every link needs a PIN" {...form.register('pinAlways')} />
      <Checkbox
        label="Downloads may be allowed"
        hint="Without it no link allows any, also of those made before"
        {...form.register('downloads')}
      />
    </FormDialog>
  );
}
