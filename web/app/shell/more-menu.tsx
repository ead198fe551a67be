// 'More' in the bottom bar: the pages that it has no room for.
import { Menu } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyComponent, showLoadError } from '#web/lib/page/lazy-component.tsx';
import { isCurrent, type NavItem } from './nav-items.ts';

const list = lazyComponent(() => import('#web/ui/overlays/menu-list.tsx').then((module) => module.MenuList));

export function MoreMenu({ entries, className }: { entries: readonly NavItem[]; className: string }) {
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
