// The bar at the bottom of small screens, by role.
import { useCurrentUser } from '#web/lib/current-user.ts';
import { bottomBarItems, type NavItem } from './nav-items.ts';
import { NavLink, PendingCount } from './nav-link.tsx';

export function MobileBar() {
  const { person } = useCurrentUser();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 low:static border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {bottomBarItems(person.role).map((entry) => (
          <li key={entry.href} className="min-w-0 flex-1">
            <BarLink entry={entry} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BarLink({ entry }: { entry: NavItem }) {
  const Icon = entry.icon;
  return (
    <NavLink
      entry={entry}
      className="flex h-full min-h-14 flex-col items-center justify-center gap-0.5 py-1 font-medium text-[0.75rem] text-muted leading-4 outline-offset-[-3px] aria-[current]:text-accent-ink"
    >
      <span className="relative">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {entry.pending && <PendingCount className="absolute -top-1.5 left-3.5" />}
      </span>
      <span className="wrap-anywhere max-w-full px-0.5 text-center">{entry.label}</span>
    </NavLink>
  );
}
