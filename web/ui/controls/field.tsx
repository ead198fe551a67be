// A label for one control, with its hint and its error tied to it.
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

type FieldAria = { id: string; 'aria-describedby'?: string | undefined; 'aria-invalid'?: true | undefined };
const FieldContext = createContext<FieldAria | undefined>(undefined);

/** What a control inside a Field needs to carry; nothing outside of one. */
export function useFieldProps(): FieldAria | undefined {
  return use(FieldContext);
}

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** The label is for screen readers only, where its position says enough to the eye. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function Field({ label, hint, error, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-2 font-medium'}>
        {label}
        {optional && <span className="font-normal text-muted text-sm">Optional</span>}
      </label>
      <FieldContext value={{ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined }}>
        {children}
      </FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-danger-ink text-sm">
      <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
      {children}
    </p>
  );
}
