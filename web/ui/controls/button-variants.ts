// The classes of buttons, shared by those that act and links that look like them.
import { classNames } from '#web/lib/format/class-names.ts';

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
