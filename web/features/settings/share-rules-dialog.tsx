// 'Edit share links': how long they may last, whether each needs a PIN, and whether pictures may be downloaded.

import {
  editShareRules,
  type SavedShareRules,
  type ShareDays,
  shareDays,
  shareDaysLabels,
} from '#contract/sharing/endpoints.ts';
import { ShareRulesEdit } from '#contract/sharing/share-links-routes.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useSettingsForm } from './use-settings-form.ts';

type Days = `${ShareDays}`;
type Draft = { longestDays: Days; pinAlways: boolean; downloads: boolean };

const choices = shareDays.map((days): Days => `${days}`);
const daysLabel = (days: Days) => shareDaysLabels[Number(days) as ShareDays];

function stateOf({ version, longestDays, pinAlways, downloads }: SavedShareRules): { version: number; values: Draft } {
  return { version, values: { longestDays: `${longestDays}`, pinAlways, downloads } };
}

const bodyOf = ({ longestDays, ...rest }: Draft) => ({ ...rest, longestDays: Number(longestDays) as ShareDays });

const labels = {
  longestDays: 'Longest lifetime',
  pinAlways: 'Every link needs a PIN',
  downloads: 'Downloads may be allowed',
};
const inWords = (path: string, value: unknown) => (path === 'longestDays' ? daysLabel(value as Days) : undefined);

export function ShareRulesDialog({ saved, ...control }: DialogControl & { saved: SavedShareRules }) {
  const { draft, form, dialog } = useSettingsForm<Draft, typeof editShareRules>({
    control,
    saved,
    name: 'edit share rules',
    route: editShareRules,
    schema: ShareRulesEdit,
    stateOf,
    bodyOf,
    successToast: 'Rules of share links changed',
    failure: 'Failed to change the rules of share links',
  });
  return (
    <FormDialog {...dialog} title="Edit share links">
      <DraftNotes draft={draft} labels={labels} describe={inWords} />
      <Field label="Longest lifetime" hint="Existing links keep theirs">
        <Select {...form.register('longestDays')}>
          <Options of={choices} label={daysLabel} />
        </Select>
      </Field>
      <Checkbox label="Every link needs a PIN" {...form.register('pinAlways')} />
      <Checkbox
        label="Downloads may be allowed"
        hint="If this is off, no link allows downloads, not even existing ones"
        {...form.register('downloads')}
      />
    </FormDialog>
  );
}
