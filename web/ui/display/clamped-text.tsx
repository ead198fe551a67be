// Somebody's words, cut after four lines until the reader wants all of them.
import { type ReactNode, useState } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

type ClampedTextProps = {
  /** What is cut, for those who hear the button alone. */
  what: string;
  className?: string | undefined;
  children: ReactNode;
};

/** The button is there only where something is cut; screen readers and paper have the whole text in any case. */
export function ClampedText({ what, className, children }: ClampedTextProps) {
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  function watch(text: HTMLElement | null) {
    if (!text || whole) return;
    const observer = new ResizeObserver(() => setCut(text.scrollHeight > text.clientHeight + 1));
    observer.observe(text);
    return () => observer.disconnect();
  }
  return (
    <div className={className}>
      <p
        ref={watch}
        className={classNames('wrap-anywhere whitespace-pre-line', !whole && 'line-clamp-4 print:line-clamp-none')}
      >
        {children}
      </p>
      {cut && <ShowAll what={what} all={whole} onChange={setWhole} />}
    </div>
  );
}

type ShowAllProps = { what: string; all: boolean; onChange: (all: boolean) => void };

export function ShowAll({ what, all, onChange }: ShowAllProps) {
  return (
    <button
      type="button"
      onClick={() => onChange(!all)}
      className="touch-target rounded-control py-0.5 font-medium underline print:hidden"
    >
      {all ? 'Show less' : 'Show all'}
      <span className="sr-only"> of {what}</span>
    </button>
  );
}
