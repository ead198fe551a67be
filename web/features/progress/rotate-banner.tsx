// On a phone held upright: turned, it shows both sessions at once.
import { RotateCwSquare, X } from 'lucide-react';
import { useState } from 'react';
import { useMediaQuery } from '#web/lib/media-query.ts';
import { IconButton } from '#web/ui/button.tsx';

export function RotateBanner() {
  const isUpright = useMediaQuery('(width < 768px) and (orientation: portrait)');
  const [dismissed, setDismissed] = useState(false);
  if (!isUpright || dismissed) return null;
  return (
    <div
      role="status"
      className="mb-4 flex items-center gap-3 rounded-control bg-blue-soft py-1 pr-1 pl-3 text-blue-ink"
    >
      <RotateCwSquare aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1">Rotate your phone to landscape to compare side by side.</p>
      <IconButton label="Dismiss" icon={X} onClick={() => setDismissed(true)} />
    </div>
  );
}
