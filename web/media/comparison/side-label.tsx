// Which visit a picture shows, written on it.
import { classNames } from '#web/lib/class-names.ts';
import type { SideName } from './modes.ts';

type SideLabelProps = {
  side: SideName;
  /** Visit and date, divided by a dot. */
  title: string;
  /** Two of them on one picture: on a phone there is no room for dates. */
  paired?: boolean;
  end?: boolean;
  faint?: boolean;
};

/** For the eye only: the panes have the same words as their names. */
export function SideLabel({ side, title, paired, end, faint }: SideLabelProps) {
  const [name, date] = title.split(' · ');
  return (
    <span
      aria-hidden="true"
      data-side={side}
      className={classNames(
        'pointer-events-none absolute top-2 z-20 max-w-[calc(100%-1rem)] truncate rounded-md bg-black/65 px-2 py-1 font-medium text-white text-xs tabular-nums transition-opacity',
        end ? 'right-2' : 'left-2',
        faint && 'opacity-0',
      )}
    >
      {name}
      {date && <span className={paired ? 'max-sm:hidden' : undefined}> · {date}</span>}
    </span>
  );
}
