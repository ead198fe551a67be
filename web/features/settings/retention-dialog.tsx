// 'Edit what is kept': how long the audit log, notifications and demo requests are.
import {
  auditLogDays,
  editRetention,
  type Retention,
  type RetentionDays,
  retentionDays,
  type SavedRetention,
} from '#contract/settings/endpoints.ts';
import { RetentionEdit } from '#contract/settings/routes.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { keptInWords } from './company-words.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** As a choice of a list is written. */
type Kept = `${RetentionDays}` | 'forever';
type Draft = Record<keyof Retention, Kept>;

const toKept = (days: RetentionDays | null): Kept => (days === null ? 'forever' : `${days}`);
const toDays = (kept: Kept) => (kept === 'forever' ? null : (Number(kept) as RetentionDays));
const label = (kept: Kept) => keptInWords(toDays(kept));
const choicesOf = (days: readonly RetentionDays[]): Kept[] => [...days.map(toKept), 'forever'];

function stateOf({ version, auditLog, notifications, demoRequests }: SavedRetention) {
  const values: Draft = {
    auditLog: toKept(auditLog),
    notifications: toKept(notifications),
    demoRequests: toKept(demoRequests),
  };
  return { version, values };
}

const bodyOf = ({ auditLog, notifications, demoRequests }: Draft) => ({
  auditLog: toDays(auditLog),
  notifications: toDays(notifications),
  demoRequests: toDays(demoRequests),
});

const fields = [
  { name: 'auditLog', title: 'Audit log', days: auditLogDays, hint: 'At least a year' },
  { name: 'notifications', title: 'Notifications', days: retentionDays, hint: 'Read or not' },
  { name: 'demoRequests', title: 'Demo requests', days: retentionDays, hint: 'Names and addresses of visitors' },
] as const;
const labels = Object.fromEntries(fields.map(({ name, title }) => [name, title]));
const inWords = (_: string, value: unknown) => label(value as Kept);

export function RetentionDialog({ saved, ...control }: DialogControl & { saved: SavedRetention }) {
  const { draft, form, dialog } = useSettingsForm<Draft, typeof editRetention>({
    control,
    saved,
    name: 'edit retention',
    route: editRetention,
    schema: RetentionEdit,
    stateOf,
    bodyOf,
    successToast: 'Settings changed',
    failure: 'Failed to change the settings',
  });
  return (
    <FormDialog
      {...dialog}
      title="Edit what is kept"
      description="Older data is removed within the hour and can be restored only from a backup."
    >
      <DraftNotes draft={draft} labels={labels} describe={inWords} />
      {fields.map(({ name, title, days, hint }) => (
        <Field key={name} label={title} hint={hint}>
          <Select {...form.register(name)}>
            <Options of={choicesOf(days)} label={label} />
          </Select>
        </Field>
      ))}
    </FormDialog>
  );
}
