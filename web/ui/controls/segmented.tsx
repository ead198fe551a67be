// One of a few ways to see the same thing, as grid or list.
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

type SegmentedProps<Value extends string> = {
  /** What is chosen here, for screen readers. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: LucideIcon | undefined }[];
  iconsOnly?: boolean | undefined;
  className?: string | undefined;
};

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onChange, options, iconsOnly, className } = props;
  const name = useId();
  return (
    <fieldset className={classNames('inline-flex gap-0.5 rounded-control bg-sunken p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: option, label: text, icon: Icon }) => (
        <label
          key={option}
          data-tooltip={iconsOnly ? text : undefined}
          className={classNames(
            'touch-target relative inline-flex h-8 items-center justify-center gap-1.5 rounded-md font-medium text-muted text-sm transition-colors hover:text-ink',
            'has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line),0_1px_2px_rgb(0_0_0/0.08)]',
            'has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-1',
            iconsOnly ? 'w-9' : 'px-3',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="sr-only"
          />
          {Icon && <Icon aria-hidden="true" className="size-4" />}
          <span className={iconsOnly ? 'sr-only' : undefined}>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
