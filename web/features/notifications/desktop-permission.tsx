// Explains desktop notices before the browser is made to ask for them (the bell's first opening).
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { canAskPermission, declinePermission, requestPermission } from './desktop-notification.ts';

export function DesktopPermission() {
  const [offered, setOffered] = useState(canAskPermission);
  if (!offered) return null;
  const decline = () => {
    declinePermission();
    setOffered(false);
  };
  const accept = async () => {
    await requestPermission();
    setOffered(false);
  };
  return (
    <div className="border-line border-b bg-accent-soft px-4 py-3">
      <p className="text-sm">
        Desktop notices tell you of approvals, concerns and new sessions while this tab is in the background. Your
        browser will ask you to allow them.
      </p>
      <div className="mt-2 flex gap-2">
        <Button size="sm" variant="primary" onClick={accept}>
          Turn on
        </Button>
        <Button size="sm" variant="ghost" onClick={decline}>
          Not now
        </Button>
      </div>
    </div>
  );
}
