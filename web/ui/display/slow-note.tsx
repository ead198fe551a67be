// On a large picture or viewer that does not load: which one, and that the connection is slow.
import { classNames } from '#web/lib/format/class-names.ts';
import { slowWords, useSilence } from '#web/lib/page/use-silence.ts';

type SlowNoteProps = {
  /** What is waited for, as its address; undefined once it came. */
  of: string | undefined;
  /** Which of two it is. */
  name?: string | undefined;
  /** The half of the place in which it stands while two lie on one another. */
  half?: 'left' | 'right' | undefined;
};

const places = { left: 'top-1/3 left-2', right: 'top-1/3 right-2', whole: 'top-1/2 left-1/2 -translate-1/2' };

export function SlowNote({ of, name, half }: SlowNoteProps) {
  const isSilent = useSilence(of);
  return (
    <span
      role="status"
      className={classNames(
        'pointer-events-none absolute z-20 rounded-md bg-black/65 px-2 py-1 text-center font-medium text-white text-xs empty:hidden',
        half && 'max-w-[45%]',
        places[half ?? 'whole'],
      )}
    >
      {isSilent && [name, slowWords].filter(Boolean).join(': ')}
    </span>
  );
}
