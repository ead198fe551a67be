// Notifications in the profile: which kinds come by mail, how often the digest comes, and when nothing comes.
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  digestRhythmLabels,
  digestRhythms,
  editNotificationPreferences,
  type MutedProject,
  muteProject,
  type NoticeChannel,
  type NotificationChoice,
  type NotificationPreferences,
  noticeChannels,
  noticeKindLabel,
  notificationPreferences,
} from '#contract/notifications/notification-preferences.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { timeZonesFor, zoneName } from '#web/lib/device/device-choices.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';

const channelLabels: Record<NoticeChannel, string> = { mail: 'Email', push: 'Push' };

export function NotificationCard() {
  const found = useApiQuery(notificationPreferences, {});
  if (found.error) return <QueryError query={found} />;
  if (!found.data) return <Skeleton className="h-96" />;
  // Remounted for each state of the server, so that the form shows the current settings.
  return <PreferencesForm key={found.data.version} saved={found.data} />;
}

type Edit = Pick<NotificationPreferences, 'choices' | 'digest' | 'quietFrom' | 'quietUntil' | 'timeZone'>;

function editOf({ choices, digest, quietFrom, quietUntil, timeZone }: NotificationPreferences): Edit {
  return { choices, digest, quietFrom, quietUntil, timeZone };
}

function PreferencesForm({ saved }: { saved: NotificationPreferences }) {
  const [edit, setEdit] = useState(() => editOf(saved));
  const { run, isPending } = useMutation(editNotificationPreferences, { successToast: 'Notifications saved' });
  const change = (part: Partial<Edit>) => setEdit((present) => ({ ...present, ...part }));
  const isChanged = JSON.stringify(edit) !== JSON.stringify(editOf(saved));
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void run({ body: { ...edit, version: saved.version } });
      }}
    >
      <MailState saved={saved} />
      <Choices choices={edit.choices} onChange={(choices) => change({ choices })} />
      <Field
        label="Email digest"
        hint="Releases and concerns in all your projects. No email when there is nothing new."
      >
        <Select
          className="sm:w-64"
          value={edit.digest}
          onChange={({ target }) => change({ digest: digestRhythms.find((each) => each === target.value) ?? 'weekly' })}
        >
          <Options of={digestRhythms} label={(each) => digestRhythmLabels[each]} />
        </Select>
      </Field>
      <QuietHours edit={edit} company={saved.companyTimeZone} onChange={change} />
      <div>
        <Button type="submit" variant="primary" disabled={!isChanged} pending={isPending}>
          Save notifications
        </Button>
      </div>
      <MutedProjects projects={saved.mutedProjects} />
    </form>
  );
}

function MailState({ saved }: { saved: NotificationPreferences }) {
  if (!saved.mailReady)
    return (
      <Notice tone="yellow" icon={CircleAlert}>
        This installation does not send email yet. Your choices are saved until it does.
      </Notice>
    );
  if (saved.mailRefused === null) return <p className="text-muted">Email goes to {saved.email ?? 'no address yet'}.</p>;
  return (
    <Notice tone="red" icon={CircleAlert}>
      Email to {saved.email} was refused. Check the address under Edit Profile.
    </Notice>
  );
}

type ChoicesProps = { choices: NotificationChoice[]; onChange: (choices: NotificationChoice[]) => void };

function Choices({ choices, onChange }: ChoicesProps) {
  const set = (kind: string, channel: NoticeChannel, on: boolean) =>
    onChange(choices.map((each) => (each.kind === kind ? { ...each, [channel]: on } : each)));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">Notifications outside Topout</legend>
      <ul className="divide-y divide-line">
        {choices.map((choice) => (
          <li
            key={choice.kind}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 sm:flex-nowrap"
          >
            <span className="min-w-0 max-sm:w-full">{noticeKindLabel(choice.kind)}</span>
            <span className="flex gap-6">
              {noticeChannels.map((channel) => (
                <Checkbox
                  key={channel}
                  label={channelLabels[channel]}
                  aria-label={`${noticeKindLabel(choice.kind)}: ${channelLabels[channel]}`}
                  checked={choice[channel]}
                  onChange={({ target }) => set(choice.kind, channel, target.checked)}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

type QuietHoursProps = { edit: Edit; company: string; onChange: (part: Partial<Edit>) => void };

function QuietHours({ edit, company, onChange }: QuietHoursProps) {
  const isOn = edit.quietFrom !== null;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-medium">When</legend>
      <Checkbox
        label="Quiet hours"
        hint="Notifications during these hours reach you when they end"
        checked={isOn}
        onChange={({ target }) =>
          onChange(target.checked ? { quietFrom: '21:00', quietUntil: '06:00' } : { quietFrom: null, quietUntil: null })
        }
      />
      {isOn && (
        <div className="grid grid-cols-2 gap-3 sm:w-80">
          <Field label="From">
            <Input
              type="time"
              required
              value={edit.quietFrom ?? ''}
              onChange={({ target }) => onChange({ quietFrom: target.value })}
            />
          </Field>
          <Field label="Until">
            <Input
              type="time"
              required
              value={edit.quietUntil ?? ''}
              onChange={({ target }) => onChange({ quietUntil: target.value })}
            />
          </Field>
        </div>
      )}
      <Field label="Time zone" className="sm:w-80">
        <Select value={edit.timeZone ?? ''} onChange={({ target }) => onChange({ timeZone: target.value || null })}>
          <option value="">The company’s ({company})</option>
          <Options of={timeZonesFor(edit.timeZone)} label={zoneName} />
        </Select>
      </Field>
    </fieldset>
  );
}

function MutedProjects({ projects }: { projects: MutedProject[] }) {
  const { run, isPending } = useMutation(muteProject);
  if (projects.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-medium">Muted projects</h3>
      <ul className="divide-y divide-line">
        {projects.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="wrap-anywhere min-w-0">{name}</span>
            <Button
              aria-label={`Unmute ${name}`}
              disabled={isPending}
              onClick={() => void run({ params: { id }, body: { muted: false } })}
            >
              Unmute
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
