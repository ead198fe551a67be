// One's own profile. It stands without the sidebar and has its own way back (behaviour §10.1).

import { KeyRound, Pencil, Settings } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { formatSize } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { areLetterKeysOn, setLetterKeys } from '#web/lib/page/letter-keys.ts';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { DataSaverSwitch, ThemeSwitch } from '#web/ui/controls/theme-switch.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { RoleBadge } from '#web/ui/display/status-badge.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { PhotographerStatCards, ProfileDetails } from './profile-details.tsx';

// The data saver of this device, and how much was downloaded since the page was opened.

/** Bytes; other hosts do not tell what their films and tours take. */
function transferred(): number {
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return (entries as PerformanceResourceTiming[]).reduce((sum, { transferSize }) => sum + transferSize, 0);
}

const refreshMs = 2000;

function useTransferred(): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setBytes(transferred());
    read();
    const timer = setInterval(read, refreshMs);
    return () => clearInterval(timer);
  }, []);
  return bytes;
}

function DataCard() {
  const bytes = useTransferred();
  return (
    <>
      <h2 className="mb-2 font-semibold">Data</h2>
      <DataSaverSwitch hint="On this device. Pictures load small; videos, panoramas and maps load only when you tap them. Offline, you can open only pages that you have opened here before" />
      <p className="mt-3 text-muted text-sm tabular-nums">
        Since you opened Topout: {bytes === null ? '…' : formatSize(bytes)}
      </p>
    </>
  );
}

const NotificationCard = lazySection(() => import('./notification-card.tsx'), 'NotificationCard');
const ProfileDialog = lazyDialog(() => import('./profile-dialog.tsx'), 'ProfileDialog');
const PushCard = lazySection(
  () => import('#web/features/notifications/push-card.tsx'),
  'PushCard',
  <Skeleton className="h-32 sm:h-28" />,
);
const ChangePasswordDialog = lazyDialog(() => import('./change-password-dialog.tsx'), 'ChangePasswordDialog');

export function ProfilePage() {
  const { person, name } = useCurrentUser();
  const { open, dialogs } = useDialogs({
    profile: (control) => <ProfileDialog {...control} user={person} startsAs="edit" />,
    password: (control) => <ChangePasswordDialog {...control} username={person.username} />,
  });
  return (
    <div className="page max-w-3xl">
      <PageHeader
        back={{ href: '/dashboard', label: 'Dashboard' }}
        title="Profile"
        actions={
          <Button
            variant="primary"
            icon={Pencil}
            onPointerEnter={ProfileDialog.preload}
            onClick={() => open('profile')}
          >
            Edit Profile
          </Button>
        }
      />
      <div className="grid gap-4">
        <Card padded>
          <div className="mb-6 flex flex-wrap items-center gap-4 sm:gap-5">
            <Avatar name={name} photo={person.profilePhotoUrl} size="xl" />
            <div className="min-w-0">
              <h2 className="wrap-anywhere font-semibold text-xl">{name}</h2>
              <p className="wrap-anywhere mb-2 text-muted">@{person.username}</p>
              <RoleBadge role={person.role} />
            </div>
          </div>
          <ProfileDetails user={person} />
        </Card>
        <PhotographerStatCards user={person} />
        <Card padded className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="font-semibold">Appearance</h2>
            <p className="text-muted">On this device</p>
          </div>
          <ThemeSwitch />
        </Card>
        <Card padded>
          <DataCard />
        </Card>
        <Card padded id="notifications" className="scroll-mt-4">
          <h2 className="mb-2 font-semibold">Notifications</h2>
          <div className="mb-6 border-line border-b pb-6">
            <PushCard />
          </div>
          <NotificationCard />
        </Card>
        <Card padded>
          <h2 className="mb-2 font-semibold">Keyboard</h2>
          <Checkbox
            label="Single-letter shortcuts"
            hint="On this device. Ctrl+K, arrows and Escape always work"
            defaultChecked={areLetterKeysOn()}
            onChange={({ target }) => setLetterKeys(target.checked)}
          />
        </Card>
        <Card padded className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="font-semibold">Password</h2>
            <p className="text-muted">A new one logs you out everywhere else</p>
          </div>
          <Button icon={KeyRound} onPointerEnter={ChangePasswordDialog.preload} onClick={() => open('password')}>
            Change password
          </Button>
        </Card>
        {person.role === 'admin' && (
          <Card padded className="flex flex-wrap items-center justify-between gap-4">
            <div>
              <h2 className="font-semibold">Settings</h2>
              <p className="text-muted">For the whole company</p>
            </div>
            <LinkButton href="/settings" icon={Settings}>
              Settings
            </LinkButton>
          </Card>
        )}
      </div>
      {dialogs}
    </div>
  );
}
