// The list of keys that `?` opens.
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

/** Pages with keys of their own say so themselves. */
const keyMap = [
  { keys: ['/'], or: ['Ctrl', 'K'], does: 'Search projects, sites and sessions' },
  { keys: ['g', 'd'], does: 'Go to the dashboard' },
  { keys: ['g', 'p'], does: 'Go to the projects' },
  { keys: ['g', 's'], does: 'Go to the sessions' },
  { keys: ['j'], or: ['k'], does: 'Next or previous item in a list' },
  { keys: ['a'], or: ['r'], does: 'Approve or reject in the review queue' },
  { keys: ['r', '1'], or: ['9'], does: 'Reject on the review desk, with reasons 1 to 9 ticked; Ctrl+Enter sends' },
  { keys: ['1'], or: ['5'], does: 'First to last media tab on the review desk' },
  { keys: ['c'], does: 'Compare with the last visit on the review desk' },
  { keys: ['x'], does: 'Flag the picture shown on the review desk' },
  { keys: ['u'], does: 'Undo the last decision on the review desk' },
  { keys: ['←'], or: ['→'], does: 'Previous or next picture in a viewer' },
  { keys: ['F8'], does: 'Go to the message in the corner' },
  { keys: ['?'], does: 'Show this list' },
] as const satisfies { keys: string[]; or?: string[]; does: string }[];

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
