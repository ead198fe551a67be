// Buttons: something happens here and now.
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { Spinner } from '#web/ui/display/spinner.tsx';
import { type ButtonVariants, buttonIconVariants, buttonVariants } from './button-variants.ts';

type ButtonProps = ComponentProps<'button'> &
  ButtonVariants & {
    icon?: LucideIcon | undefined;
    /** Busy: it keeps its position, width and focus, and does nothing when pressed again. */
    pending?: boolean | undefined;
    pendingLabel?: string | undefined;
  };

export function Button({ variant, size, icon, pending, pendingLabel, className, children, ...rest }: ButtonProps) {
  const changes = pending !== undefined;
  return (
    <button
      type="button"
      {...rest}
      onClick={pending ? preventClick : rest.onClick}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      className={classNames(buttonVariants({ variant, size }), className)}
    >
      {changes ? (
        <span className="grid place-items-center gap-[inherit]">
          <Content icon={icon} hidden={pending}>
            {children}
          </Content>
          <Content spins hidden={!pending}>
            {pendingLabel ?? children}
          </Content>
        </span>
      ) : (
        <Content icon={icon}>{children}</Content>
      )}
    </button>
  );
}

type ContentProps = { icon?: LucideIcon | undefined; spins?: boolean; hidden?: boolean; children: ReactNode };

/** Both contents lie in one grid cell, so the button is as wide as the wider and never moves its neighbours. */
function Content({ icon: Icon, spins, hidden, children }: ContentProps) {
  return (
    <span
      className={classNames(
        'col-start-1 row-start-1 inline-flex items-center gap-[inherit]',
        spins && 'action-busy',
        hidden && 'invisible',
      )}
    >
      {spins ? <Spinner /> : Icon && <Icon aria-hidden="true" className={buttonIconVariants} />}
      {children}
    </span>
  );
}

function preventClick(event: MouseEvent) {
  event.preventDefault();
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  ButtonVariants & {
    /** Its name for screen readers, and its tooltip. */
    label: string;
    icon: LucideIcon;
    pressed?: boolean | undefined;
    pending?: boolean | undefined;
  };

export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size,
  pressed,
  pending,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={pending ? preventClick : rest.onClick}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      data-tooltip={label}
      className={classNames(
        buttonVariants({ variant, size, square: true }),
        pressed && 'bg-accent-soft text-accent-ink',
        className,
      )}
    >
      {pending ? <Spinner /> : <Icon aria-hidden="true" className="size-[1.125rem]" />}
    </button>
  );
}
