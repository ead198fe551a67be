// A box to tick, with its label beside it.
import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** The label is for screen readers only, as on a row that the box selects. */
  hideLabel?: boolean | undefined;
};

export function Checkbox({ label, hint, hideLabel, ...rest }: CheckboxProps) {
  const hintId = useId();
  return (
    <label
      className={classNames(
        'touch-target inline-flex min-h-6 items-start gap-2.5 pointer-coarse:py-2.5 has-disabled:cursor-not-allowed',
        hideLabel && 'pointer-coarse:-mt-2.5 pointer-coarse:-mr-4',
      )}
    >
      <span className="relative mt-[calc((1lh-1.125rem)/2)] size-[1.125rem] shrink-0">
        <input
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          {...rest}
          className="peer control size-[1.125rem] appearance-none rounded-[0.3125rem] checked:border-accent checked:bg-accent focus-visible:outline-offset-2"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none invisible absolute top-[3px] left-[3px] size-3 text-white peer-checked:visible"
        />
      </span>
      <span className={hideLabel ? 'sr-only' : 'min-w-0'}>
        <span className="block">{label}</span>
        {hint && (
          <span id={hintId} className="block text-muted text-sm">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
