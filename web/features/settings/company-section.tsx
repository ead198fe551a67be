// What the company sets for its work: working days and answers, reminders, digests and uploads, and how long log data are kept.

import { digestRhythmLabels } from '#contract/notifications/notification-preferences.ts';
import {
  companyDefaults,
  companySettings,
  retention,
  type SavedDefaults,
  type SavedRetention,
  type SavedSettings,
} from '#contract/settings/endpoints.ts';
import { zoneName } from '#web/lib/device/device-choices.ts';
import { count, formatNumber, formatSize } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import {
  holidaysInWords,
  keptInWords,
  remindersInWords,
  responseDaysInWords,
  workingDaysInWords,
} from './company-words.ts';
import { SettingsSection, SettingValue } from './settings-section.tsx';

// How long the company keeps log data.
const RetentionDialog = lazyDialog(() => import('./retention-dialog.tsx'), 'RetentionDialog');

export function RetentionSection() {
  return (
    <SettingsSection
      id="retention"
      title="What is kept"
      intro="Sessions and their records are always kept. Everything else is removed within an hour of reaching the age set here."
      editLabel="Edit what is kept"
      route={retention}
      Dialog={RetentionDialog}
      height="h-24"
    >
      {(saved) => <RetentionFacts saved={saved} />}
    </SettingsSection>
  );
}

function RetentionFacts({ saved }: { saved: SavedRetention }) {
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Audit log', keptInWords(saved.auditLog)],
          ['Notifications', keptInWords(saved.notifications)],
          ['Demo requests', keptInWords(saved.demoRequests)],
        ]}
      />
    </Card>
  );
}

// How often digests come, when answers are reminded of, and how much a project may upload.
const DefaultsDialog = lazyDialog(() => import('./defaults-dialog.tsx'), 'DefaultsDialog');

export function DefaultsSection() {
  return (
    <SettingsSection
      id="company-defaults"
      title="Reminders, digests and uploads"
      intro="The digest is for people who haven't chosen one in their profile."
      editLabel="Edit reminders, digests and uploads"
      route={companyDefaults}
      Dialog={DefaultsDialog}
      height="h-36"
    >
      {(saved) => <DefaultsFacts saved={saved} />}
    </SettingsSection>
  );
}

function DefaultsFacts({ saved }: { saved: SavedDefaults }) {
  const { digest, remindsHalfway, claimDays, uploadQuotaGb, uploadsOn, uploadedBytes, fixed } = saved;
  const quota = `${formatNumber(uploadQuotaGb)} GB for each project`;
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Reminders of answers', remindersInWords(remindsHalfway)],
          ['Digest', digestRhythmLabels[digest]],
          ['Claims of stages', `Wait ${count(claimDays, 'day')}, then show as not confirmed`],
          ...(uploadsOn
            ? ([
                ['Uploads', <SettingValue key="uploads" isFixed={fixed.includes('uploads')} value="On" />],
                ['Uploaded', uploadedBytes !== undefined && formatSize(uploadedBytes)],
                ['Quota', <SettingValue key="quota" isFixed={fixed.includes('uploadQuotaGb')} value={quota} />],
              ] as const)
            : ([['Uploads', 'Off: UPLOAD_ROOT is not set on the server']] as const)),
        ]}
      />
    </Card>
  );
}

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx'), 'CompanyDialog');

export function CompanySection() {
  return (
    <SettingsSection
      id="working-days"
      title="Working days and answers"
      intro="They set when the first answer to a concern is due. A change applies to concerns raised after it."
      editLabel="Edit working days and answers"
      route={companySettings}
      Dialog={CompanyDialog}
      height="h-36"
    >
      {(saved) => <CompanyFacts saved={saved} />}
    </SettingsSection>
  );
}

function CompanyFacts({ saved }: { saved: SavedSettings }) {
  const { workingDays, holidays, timeZone, responseDays } = saved;
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Working days', workingDaysInWords(workingDays)],
          ['Holidays', holidaysInWords(holidays)],
          ['Time zone', zoneName(timeZone)],
          ['First answer', responseDaysInWords(responseDays)],
        ]}
      />
    </Card>
  );
}
