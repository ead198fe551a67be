// A small panel that hangs on a button, for more than a list of actions. Load it with its content, by lazyComponent.
import * as Radix from 'radix-ui/popover';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '#web/lib/class-names.ts';

type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What it hangs on, and where the focus goes back to. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  align?: 'start' | 'center' | 'end' | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function Popover({ open, onOpenChange, anchor, label, align = 'end', className, children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The button closes it itself; closing here too would open it again.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className={classNames(
            'z-50 flex max-h-(--radix-popover-content-available-height) max-md:max-h-[calc(100dvh-8.5rem)] w-96 max-w-[calc(100vw-1rem)] animate-appear flex-col overflow-hidden rounded-card bg-raised shadow-raised outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
