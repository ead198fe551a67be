// A button that opens a list of actions; the list itself is fetched when a pointer or the focus comes near.
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { lazyComponent, showLoadError } from '#web/lib/lazy-component.tsx';
import { Button, IconButton } from './button.tsx';
import type { ButtonVariants } from './button-variants.ts';

export type MenuItem =
  | 'separator'
  | {
      label: string;
      icon?: LucideIcon | undefined;
      /** Goes there, instead of doing something. */
      href?: string | undefined;
      onSelect?: (() => void) | undefined;
      tone?: 'danger' | undefined;
      disabled?: boolean | undefined;
    };

type MenuProps = ButtonVariants & {
  /** The button's name, and the menu's: 'Actions for Lekki Towers'. */
  label: string;
  items: readonly MenuItem[];
  icon?: LucideIcon | undefined;
  /** Words on the button; without them it is an icon alone. */
  trigger?: ReactNode;
  className?: string | undefined;
};

const list = lazyComponent(() => import('./menu-list.tsx').then((module) => module.MenuList));

export function Menu({ label, items, icon, trigger, variant, size, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState(false);
  const List = list.useWhen(near || open, () => {
    setNear(false);
    setOpen(false);
    if (open) showLoadError();
  });
  const wiring = {
    ref: anchor,
    className,
    size,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: () => setNear(true),
    onFocus: () => setNear(true),
    onClick: () => setOpen((was) => !was),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
    },
  } as const;
  return (
    <>
      {trigger ? (
        <Button {...wiring} variant={variant} icon={icon}>
          {trigger}
        </Button>
      ) : (
        <IconButton {...wiring} variant={variant} label={label} icon={icon ?? Ellipsis} />
      )}
      {List && <List label={label} items={items} anchor={anchor} open={open} onOpenChange={setOpen} />}
    </>
  );
}
