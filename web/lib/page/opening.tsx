// Stands over the page from the press that opens a dialog until the dialog's code is there: taps and keys find nothing else.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** Before that nobody waits. */
const unseenMs = 400;

export function Opening({ onCancel }: { onCancel: () => void }) {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), unseenMs);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    // The focus stays where the dialog will bring it back to, and no dialog beneath takes this for a press beside it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it acts on nothing.
    <div
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()}
      className="pointer-events-auto fixed inset-0 z-50 grid place-items-center"
    >
      <div role="status" hidden={!isSeen} className="rounded-card bg-raised p-4 text-center shadow-raised">
        {isSeen && (
          <>
            <p>Opening…</p>
            <button type="button" className="touch-target mt-2 font-medium text-accent-ink" onClick={onCancel}>
              Cancel
            </button>
          </>
        )}
      </div>
    </div>,
    document.body,
  );
}
