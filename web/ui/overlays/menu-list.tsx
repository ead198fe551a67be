// The open list of a menu.
import { Menu } from 'radix-ui/internal';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import type { MenuItem } from './menu.tsx';

type MenuListProps = DialogControl & {
  label: string;
  items: readonly MenuItem[];
  anchor: RefObject<HTMLButtonElement | null>;
};

/**
 * Radix's menu without its own trigger: the button is there long before this file is, and replacing it would lose the focus
 * and the hover that asked for the menu.
 */
export function MenuList({ label, items, anchor, open, onOpenChange }: MenuListProps) {
  // Done after the focus is back on the button, so that a dialog opened by it returns there.
  const chosen = useRef<(() => void) | undefined>(undefined);
  useTurned(open, () => onOpenChange(false));
  return (
    <Menu.Root open={open} modal={false} onOpenChange={onOpenChange}>
      <Menu.Anchor virtualRef={anchor} />
      <Menu.Portal container={home(anchor.current)}>
        <Menu.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
            chosen.current?.();
            chosen.current = undefined;
          }}
          onInteractOutside={(event) => {
            // The button closes it itself; closing here too would open it again.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-50 min-w-44 max-w-72 data-[state=open]:animate-appear rounded-card bg-raised p-1 shadow-raised outline-none"
        >
          {items.map((item, at) =>
            item === 'separator' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have no name; the list is made whole each time.
              <Menu.Separator key={at} className="-mx-1 my-1 h-px bg-line" />
            ) : (
              <Entry key={item.label} item={item} onChosen={() => (chosen.current = item.onSelect)} />
            ),
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** A window that turns takes the button elsewhere, and the menu would follow it out of sight. */
function useTurned(open: boolean, onTurned: () => void): void {
  const turned = useEffectEvent(onTurned);
  useEffect(() => {
    if (!open) return;
    const width = innerWidth;
    const onResize = () => innerWidth !== width && turned();
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [open]);
}

/** The landmark that the button stands in, so that people who go from landmark to landmark meet the menu there. */
function home(button: HTMLElement | null) {
  return button?.closest<HTMLElement>('main, header, nav, aside, footer, [role="dialog"]') ?? document.body;
}

type EntryProps = { item: Exclude<MenuItem, 'separator'>; onChosen: () => void };

function Entry({ item: { label, icon: Icon, tone }, onChosen }: EntryProps) {
  return (
    <Menu.Item
      onSelect={onChosen}
      className={classNames(
        'touch-target flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 outline-none',
        tone === 'danger' ? 'text-danger-ink data-highlighted:bg-red-soft' : 'data-highlighted:bg-sunken',
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0 opacity-80" />}
      {label}
    </Menu.Item>
  );
}
