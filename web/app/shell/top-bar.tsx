// The bar at the top: search, bell and role; on small screens also the way to the profile and out.
import { LogOut, PanelLeft } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'wouter';
import { Search, type SearchHandle } from '#web/app/search/search.tsx';
import { useLogout } from '#web/features/accounts/login/logout.ts';
import { Bell } from '#web/features/notifications/bell.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { IconButton } from '#web/ui/controls/button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { LogoMark } from '#web/ui/display/logo.tsx';
import { RoleBadge } from '#web/ui/display/status-badge.tsx';

type TopBarProps = {
  sidebar: { id: string; folded: boolean; onFold: () => void };
  search: Ref<SearchHandle>;
};

export function TopBar({ sidebar, search }: TopBarProps) {
  const { person, name } = useCurrentUser();
  const { brand } = useSiteConfig();
  const { logout, pending } = useLogout();
  return (
    <header className="sticky top-(--toast-room) z-30 low:static print:hidden border-line border-b bg-surface">
      <div className="flex h-14 items-center gap-2 px-3 md:gap-3 md:px-4">
        <span className="hidden lg:block">
          <IconButton
            label={sidebar.folded ? 'Expand sidebar' : 'Collapse sidebar'}
            icon={PanelLeft}
            aria-controls={sidebar.id}
            aria-expanded={!sidebar.folded}
            onClick={sidebar.onFold}
          />
        </span>
        <Link
          href="/dashboard"
          aria-label={`${brand.name}, dashboard`}
          className="touch-target grid place-items-center rounded-control md:hidden"
        >
          <LogoMark />
        </Link>
        <div className="flex min-w-0 flex-1 justify-end md:justify-start">
          <Search ref={search} />
        </div>
        <Bell />
        {/* Where letters are large the search needs its room. */}
        <span className="contents max-[20rem]:hidden">
          <RoleBadge role={person.role} short />
        </span>
        <Link
          href="/profile"
          aria-label="Profile"
          className="touch-target grid size-9 place-items-center rounded-full md:hidden"
        >
          <Avatar name={name} photo={person.profilePhotoUrl} />
        </Link>
        <span className="md:hidden">
          <IconButton label="Log out" icon={LogOut} pending={pending} onClick={logout} />
        </span>
      </div>
    </header>
  );
}
