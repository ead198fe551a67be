// A value of the settings, with a word where it stands in the environment and is changed there.
import { Badge } from '#web/ui/display/badge.tsx';

export function Standing({ value, isFixed }: { value: string; isFixed: boolean }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      {value} {isFixed && <Badge>Set in the environment</Badge>}
    </span>
  );
}
