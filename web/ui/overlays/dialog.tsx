// A dialog over the page; on phones a full-height sheet. Use it through lazyDialog from pages that open fast.
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

const widths = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-xl',
  lg: 'sm:max-w-[min(48rem,calc(100vw-3rem))]',
  full: 'sm:max-w-[min(96rem,calc(100vw-3rem))]',
};

type DialogProps = DialogControl & {
  title: string;
  description?: ReactNode;
  /** Shown beside the title, such as a status. */
  badge?: ReactNode;
  size?: keyof typeof widths | undefined;
  /** Makes body and footer one form. A click outside the dialog then does not lose what was typed. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => unknown) | undefined;
  /** Its content is shown only this once: only its buttons close it, and neither Escape nor a click outside. */
  shownOnce?: boolean | undefined;
  footer?: ReactNode;
  children: ReactNode;
};

export function Dialog({ open, onOpenChange, size = 'md', ...rest }: DialogProps) {
  const { title, description, badge, onSubmit, shownOnce, footer, children } = rest;
  const focus = useRestoreFocus();
  const content = (
    <>
      <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain px-4 py-4 sm:px-6 low:flex-none low:overflow-visible">
        {children}
      </div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:grow sm:px-6 sm:py-4">
          {footer}
        </footer>
      )}
    </>
  );
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            focus.remember();
            focusFirst(event);
          }}
          onCloseAutoFocus={focus.restore}
          onEscapeKeyDown={(event) => (shownOnce || listIsOpen(event.target)) && event.preventDefault()}
          onPointerDownOutside={(event) => (onSubmit || shownOnce) && event.preventDefault()}
          className={classNames(
            panelClass,
            'inset-x-0 top-[calc(0.5rem+var(--toast-room))] bottom-0 flex flex-col rounded-t-card sm:inset-x-0 sm:top-(--toast-room) sm:m-auto sm:rounded-card',
            // Otherwise its header and buttons would leave no room for the content.
            'low:overflow-y-auto sm:low:max-h-[calc(100dvh-1rem-var(--toast-room))]',
            size === 'full'
              ? 'sm:h-[calc(100dvh-3rem-var(--toast-room))]'
              : 'sm:h-fit sm:max-h-[calc(100dvh-4rem-var(--toast-room))]',
            widths[size],
          )}
        >
          <header className="flex items-start gap-3 border-line border-b py-3 pr-2 pl-4 sm:py-4 sm:pr-4 sm:pl-6">
            <div className="min-w-0 flex-1 py-1 pointer-coarse:py-2.5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Radix.Title className="min-w-0 font-semibold text-lg">{title}</Radix.Title>
                {badge}
              </div>
              {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={X} />
            </Radix.Close>
          </header>
          {onSubmit ? (
            <form
              noValidate
              // Drafts are stored and deleted by us; fields that name their content are autofilled anyway.
              autoComplete="off"
              onSubmit={(event) => submit(event, onSubmit)}
              onKeyDown={submitOnCtrlEnter}
              className="flex min-h-0 flex-auto flex-col low:flex-none"
            >
              {content}
            </form>
          ) : (
            content
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Escape closes an open list of a field first, and the dialog after it. */
function listIsOpen(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]');
}

/** Focuses the first field; on a phone the panel, because a field would raise the keyboard over the form before it was read. */
function focusFirst(event: Event) {
  const panel = event.currentTarget as HTMLElement;
  const field = panel.querySelector<HTMLElement>('form :is(input:not([type="file"]), select, textarea):not(:disabled)');
  const first = matchMedia('(hover: hover)').matches ? field : panel;
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** A dialog opened from within another must not submit the outer form: React's events bubble through portals. */
function submit(event: FormEvent<HTMLFormElement>, onSubmit: (event: FormEvent<HTMLFormElement>) => unknown) {
  event.preventDefault();
  event.stopPropagation();
  onSubmit(event);
}

/** From any field, also with the Command key; not twice, and not for a nested form. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { key, ctrlKey, metaKey, currentTarget, target, nativeEvent } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || nativeEvent.isComposing || event.isDefaultPrevented()) return;
  if ((target as Element).closest('form') !== currentTarget || currentTarget.querySelector('[aria-busy="true"]'))
    return;
  event.preventDefault();
  currentTarget.requestSubmit();
}

export const overlayClass =
  'fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-vanish data-[state=open]:animate-appear';
export const panelClass =
  'fixed z-50 bg-raised shadow-raised outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise';
