// The bell in the top bar: how many notices are unread; the list behind it is fetched when it is first wanted.
import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useHeldKeys } from '#web/lib/page/held-keys.ts';
import { lazyComponent, showLoadError } from '#web/lib/page/lazy-component.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { CountBadge } from '#web/ui/display/badge.tsx';
import { unreadNotificationsInput, useNewestNotification } from './unread-notifications.ts';

const panel = lazyComponent(() => import('./bell-panel.tsx'), 'BellPanel');

export function Bell() {
  const { data } = useQuery(unreadNotificationsInput);
  const newest = useNewestNotification();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const Panel = panel.useWhen(open, () => {
    setOpen(false);
    showLoadError();
  });
  useHeldKeys({ open, isThere: Panel !== undefined, onCancel: () => setOpen(false) });
  const unread = data?.total ?? 0;
  return (
    <span className="relative">
      <IconButton
        ref={button}
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        icon={BellIcon}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={panel.preload}
        onFocus={panel.preload}
        onClick={() => setOpen((was) => !was)}
      />
      <span aria-hidden="true" className="pointer-events-none absolute bottom-1/2 left-1/2 mb-px ml-px flex">
        <CountBadge count={unread} cap={9} label="unread" />
      </span>
      <span role="status" className="sr-only">
        {newest && `New notification: ${newest.title}. ${newest.message}`}
      </span>
      {Panel && open && <Panel anchor={button} unread={unread} onClose={() => setOpen(false)} />}
    </span>
  );
}
