// Buttons: something happens here and now.

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { Spinner } from '#web/ui/display/spinner.tsx';

// The classes of buttons, shared by those that act and links that look like them.
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';
export type ButtonVariants = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-white hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink shadow-card hover:bg-sunken',
  ghost: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-danger text-white hover:bg-danger-hover',
};
const sizes: Record<ButtonSize, string> = {
  sm: 'not-pointer-coarse:min-h-8 gap-1.5 px-2.5 text-sm',
  md: 'not-pointer-coarse:min-h-9 gap-2 px-3.5',
  lg: 'min-h-11 gap-2 px-5 text-lg',
};
const squares: Record<ButtonSize, string> = { sm: 'size-8', md: 'size-9', lg: 'size-11' };

export const buttonIconVariants = 'action-icon -ml-0.5 size-4 shrink-0';

export function buttonVariants(options: ButtonVariants & { square?: boolean }): string {
  const { variant = 'secondary', size = 'md', square = false } = options;
  return classNames(
    'touch-target inline-flex max-w-full shrink-0 select-none items-center justify-center rounded-control py-1 text-center font-medium',
    // Pending ones are aria-disabled too, and stay in full colour.
    'transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default aria-disabled:not-aria-busy:opacity-50',
    variants[variant],
    square ? squares[size] : sizes[size],
  );
}

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
