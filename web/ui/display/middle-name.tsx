// A name that is too long for its line: it loses its middle, because names of one company begin alike and differ at their end.
import { classNames } from '#web/lib/format/class-names.ts';

/** At most as many characters of the end are kept. */
const longestEnd = 18;

/**
 * Where the kept end begins: at a word, so that screen readers read none in two. A name without such a place, or too short to lose
 * anything, is one piece.
 */
export function endOf(name: string): number {
  const from = Math.max(name.length - longestEnd, Math.ceil(name.length / 2));
  const rest = name.slice(from);
  // Between a project and its site the dot stays with the site.
  const dot = rest.search(/\s·\s/);
  if (dot >= 0) return from + dot;
  const word = rest.search(/[\s,/_-][^\s,/_-]/);
  return word >= 0 ? from + word + 1 : name.length;
}

type MiddleNameProps = { name: string; className?: string | undefined };

export function MiddleName({ name, className }: MiddleNameProps) {
  const at = endOf(name);
  return (
    <span className={classNames('middle-name', className)}>
      <span>{name.slice(0, at)}</span>
      {at < name.length && <span>{name.slice(at)}</span>}
    </span>
  );
}
