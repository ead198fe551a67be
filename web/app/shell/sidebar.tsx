// The sidebar of larger screens: wide (64 units) or narrow (16), by the person's choice; always narrow on tablets.
import { LogOut, Settings } from 'lucide-react';
import { Link } from 'wouter';
import { useLogout } from '#web/features/accounts/login/logout.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { IconButton } from '#web/ui/controls/button.tsx';
import { DataSaverSwitch, ThemeSwitch } from '#web/ui/controls/theme-switch.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Logo } from '#web/ui/display/logo.tsx';
import { RoleBadge } from '#web/ui/display/status-badge.tsx';
import { type NavItem, NavLink, PendingCount, sidebarItems } from './nav-link.tsx';

type SidebarProps = { id: string; folded: boolean };

export function Sidebar({ id, folded }: SidebarProps) {
  const { person } = useCurrentUser();
  const { brand } = useSiteConfig();
  return (
    <aside
      id={id}
      aria-label="Sidebar"
      data-folded={folded || undefined}
      className="group/side print:hidden sticky top-(--toast-room) hidden h-[calc(100dvh-var(--toast-room))] w-16 shrink-0 flex-col border-line border-r bg-surface md:flex lg:not-data-folded:w-64"
    >
      <div className="flex h-14 shrink-0 items-center overflow-hidden px-4.5 [&_span_span]:hidden lg:group-not-data-folded/side:[&_span_span]:block">
        <Logo name={brand.name} />
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
        <ul className="flex flex-col gap-0.5">
          {sidebarItems(person.role).map((entry) => (
            <li key={entry.href}>
              <SidebarLink entry={entry} folded={folded} />
            </li>
          ))}
        </ul>
      </nav>
      <Footer />
    </aside>
  );
}

/** Words that are seen only while the sidebar is wide, and always read out. */
const wideOnly = 'sr-only lg:group-not-data-folded/side:not-sr-only';

function SidebarLink({ entry, folded }: { entry: NavItem; folded: boolean }) {
  const Icon = entry.icon;
  return (
    <NavLink
      entry={entry}
      tooltip={folded ? entry.label : undefined}
      className="touch-target relative flex h-9 items-center gap-3 rounded-control px-2.5 font-medium text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-ink"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className={classNames(wideOnly, 'lg:group-not-data-folded/side:truncate')}>{entry.label}</span>
      {entry.pending && (
        <PendingCount className="absolute -top-0.5 -right-0.5 lg:group-not-data-folded/side:static lg:group-not-data-folded/side:ml-auto" />
      )}
    </NavLink>
  );
}

function Footer() {
  const { person, name } = useCurrentUser();
  const { logout, pending } = useLogout();
  return (
    <div className="flex flex-col gap-3 border-line border-t p-3">
      <div className="hidden items-center justify-between lg:group-not-data-folded/side:flex">
        <ThemeSwitch iconsOnly />
        <DataSaverSwitch />
      </div>
      <div className="flex flex-col items-center gap-2.5 lg:group-not-data-folded/side:flex-row">
        <Avatar name={name} photo={person.profilePhotoUrl} />
        <div className={classNames(wideOnly, 'min-w-0 lg:group-not-data-folded/side:flex-1')}>
          <p className="truncate font-medium">{name}</p>
          <RoleBadge role={person.role} />
        </div>
        {person.role === 'admin' && (
          <Link
            href="/settings"
            aria-label="Settings"
            data-tooltip="Settings"
            className="touch-target grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
          >
            <Settings aria-hidden="true" className="size-[1.125rem]" />
          </Link>
        )}
        <IconButton label="Log out" icon={LogOut} pending={pending} onClick={logout} />
      </div>
    </div>
  );
}
