// A button that opens a list of actions; the list itself is fetched when a pointer or the focus comes near.
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useHeldKeys } from '#web/lib/page/held-keys.ts';
import { lazyComponent, showLoadError } from '#web/lib/page/lazy-component.tsx';
import type { ButtonVariants } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';

export type MenuItem =
  | 'separator'
  | {
      label: string;
      icon?: LucideIcon | undefined;
      onSelect: () => void;
      tone?: 'danger' | undefined;
    };

type MenuProps = ButtonVariants & {
  /** The button's name, and the menu's: 'Actions for Lekki Towers'. */
  label: string;
  items: readonly MenuItem[];
  icon?: LucideIcon | undefined;
};

const list = lazyComponent(() => import('./menu-list.tsx'), 'MenuList');

export function Menu({ label, items, icon = Ellipsis, variant, size }: MenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState(false);
  const List = list.useWhen(near || open, () => {
    setNear(false);
    setOpen(false);
    if (open) showLoadError();
  });
  useHeldKeys({ open, isThere: List !== undefined, onCancel: () => setOpen(false) });
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  }
  return (
    <>
      <IconButton
        ref={anchor}
        label={label}
        icon={icon}
        variant={variant}
        size={size}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        onClick={() => setOpen((was) => !was)}
        onKeyDown={onKeyDown}
      />
      {List && <List label={label} items={items} anchor={anchor} open={open} onOpenChange={setOpen} />}
    </>
  );
}
