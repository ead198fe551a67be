// 'Edit reminders, digests and uploads': what holds for everybody until it is chosen otherwise.

import {
  type DigestRhythm,
  digestRhythmLabels,
  digestRhythms,
} from '#contract/notifications/notification-preferences.ts';
import { editCompanyDefaults, mostClaimDays, mostQuota, type SavedDefaults } from '#contract/settings/endpoints.ts';
import { DefaultsEdit } from '#contract/settings/routes.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { numberOf } from './company-words.ts';
import { useSettingsForm } from './use-settings-form.ts';

type Draft = { digest: DigestRhythm; remindsHalfway: boolean; claimDays: string; uploadQuotaGb: string };

function stateOf({ version, digest, remindsHalfway, claimDays, uploadQuotaGb }: SavedDefaults) {
  const values: Draft = {
    digest,
    remindsHalfway,
    claimDays: String(claimDays),
    uploadQuotaGb: String(uploadQuotaGb),
  };
  return { version, values };
}

/** A quota that stands in the environment, or says nothing, is not sent. */
const isQuotaOffered = ({ uploadsOn, fixed }: SavedDefaults) => uploadsOn && !fixed.includes('uploadQuotaGb');

const bodyFor =
  (saved: SavedDefaults) =>
  ({ uploadQuotaGb, claimDays, ...rest }: Draft) => ({
    ...rest,
    claimDays: numberOf(claimDays),
    ...(isQuotaOffered(saved) ? { uploadQuotaGb: numberOf(uploadQuotaGb) } : {}),
  });

const labels = {
  digest: 'Digest',
  remindsHalfway: 'Remind at half of the time',
  claimDays: 'A claim of a stage may wait',
  uploadQuotaGb: 'Uploads of a project',
};
function inWords(path: string, value: unknown) {
  if (path === 'digest') return digestRhythmLabels[value as DigestRhythm];
  if (path === 'claimDays') return `${String(value)} days`;
  return path === 'uploadQuotaGb' ? `${String(value)} GB` : undefined;
}

export function DefaultsDialog({ saved, ...control }: DialogControl & { saved: SavedDefaults }) {
  const bodyOf = bodyFor(saved);
  const { draft, form, dialog } = useSettingsForm<Draft, typeof editCompanyDefaults>({
    control,
    saved,
    name: 'edit company defaults',
    route: editCompanyDefaults,
    schema: DefaultsEdit,
    stateOf,
    bodyOf,
    successToast: 'Settings changed',
    failure: 'Failed to change the settings',
  });
  const { errors } = form.formState;
  const isFixed = saved.fixed.includes('uploadQuotaGb');
  return (
    <FormDialog {...dialog} title="Edit reminders, digests and uploads">
      <DraftNotes draft={draft} labels={labels} describe={inWords} />
      <Checkbox
        label="Remind at half of the time"
        hint="Of a first answer to a concern. There is always a reminder when it is due"
        {...form.register('remindsHalfway')}
      />
      <Field label="Digest" hint="For people who haven't chosen one in their profile">
        <Select {...form.register('digest')}>
          <Options of={digestRhythms} label={(each) => digestRhythmLabels[each]} />
        </Select>
      </Field>
      <Field
        label="A claim of a stage may wait, in days"
        hint="After that, admins and the client see that it is not confirmed"
        error={errors.claimDays?.message}
      >
        <Input type="number" inputMode="numeric" min={1} max={mostClaimDays} {...form.register('claimDays')} />
      </Field>
      {saved.uploadsOn && (
        <Field
          label="Uploads of a project, in GB"
          hint={
            isFixed
              ? 'Set by UPLOAD_QUOTA_GB on the server; change it there'
              : 'Files that are already there stay, even above the quota'
          }
          error={errors.uploadQuotaGb?.message}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={mostQuota}
            readOnly={isFixed}
            {...form.register('uploadQuotaGb')}
          />
        </Field>
      )}
    </FormDialog>
  );
}
