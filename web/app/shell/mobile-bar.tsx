// The bar at the bottom of small screens, by role.
import { Menu } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { lazyComponent, showLoadError } from '#web/lib/page/lazy-component.tsx';
import { bottomBarItems, isCurrent, moreItems, type NavItem, NavLink, PendingCount } from './nav-link.tsx';

// 'More' in the bottom bar: the pages that it has no room for.
const list = lazyComponent(() => import('#web/ui/overlays/menu-list.tsx'), 'MenuList');

function MoreMenu({ entries, className }: { entries: readonly NavItem[]; className: string }) {
  const [open, setOpen] = useState(false);
  const [path, navigate] = useLocation();
  const anchor = useRef<HTMLButtonElement>(null);
  const List = list.useWhen(open, () => {
    setOpen(false);
    showLoadError();
  });
  const items = entries.map(({ href, label, icon }) => ({ label, icon, onSelect: () => navigate(href) }));
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        data-current={entries.some((entry) => isCurrent(entry, path)) || undefined}
        onClick={() => setOpen(!open)}
        className={className}
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.75} />
        <span className="wrap-anywhere max-w-full px-0.5 text-center">More</span>
      </button>
      {List && <List label="More" items={items} anchor={anchor} open={open} onOpenChange={setOpen} />}
    </>
  );
}

export function MobileBar() {
  const { person } = useCurrentUser();
  const more = moreItems(person.role);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 low:static border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {bottomBarItems(person.role).map((entry) => (
          <li key={entry.href} className="min-w-[44px] flex-auto">
            <BarLink entry={entry} />
          </li>
        ))}
        {more.length > 0 && (
          <li className="min-w-[44px] flex-auto">
            <MoreMenu entries={more} className={classNames(barEntry, 'w-full data-current:text-accent-ink')} />
          </li>
        )}
      </ul>
    </nav>
  );
}

const barEntry =
  'flex h-full min-h-14 flex-col items-center justify-center gap-0.5 py-1 font-medium text-[0.75rem] text-muted leading-4 outline-offset-[-3px]';

function BarLink({ entry }: { entry: NavItem }) {
  const Icon = entry.icon;
  return (
    <NavLink entry={entry} className={classNames(barEntry, 'aria-[current]:text-accent-ink')}>
      <span className="relative">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {entry.pending && <PendingCount className="absolute -top-1.5 left-3.5" />}
      </span>
      <span className="wrap-anywhere max-w-full px-0.5 text-center">{entry.label}</span>
    </NavLink>
  );
}
