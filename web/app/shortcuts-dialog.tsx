// The list of keys that `?` opens.
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { keyMap } from './shortcuts.ts';

type Line = { keys: readonly string[]; or?: readonly string[]; does: string };

export function ShortcutsDialog(control: DialogControl) {
  return (
    <Dialog {...control} title="Keyboard shortcuts" size="sm">
      <dl className="flex flex-col divide-y divide-line">
        {keyMap.map(({ keys, does, ...rest }: Line) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2.5">
            <dt>{does}</dt>
            <dd className="flex shrink-0 items-center gap-1.5">
              <Keys keys={keys} />
              {rest.or && <span className="text-muted text-sm">or</span>}
              {rest.or && <Keys keys={rest.or} />}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => <kbd key={key}>{key}</kbd>);
}
