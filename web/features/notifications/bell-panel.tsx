// What hangs on the bell: the latest ten notices.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import * as Radix from 'radix-ui/popover';
import { type RefObject, useState } from 'react';
import { useLocation } from 'wouter';
import {
  type Notification,
  type NotificationType,
  notificationLabel,
  readAllNotifications,
  readNotification,
} from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import { queueChange } from '#web/lib/api/live-changes.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { formatRelative } from '#web/lib/format/relative-time.ts';
import { CropPicture } from '#web/media/pins/crop.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge, type Tone } from '#web/ui/display/badge.tsx';
import { SkeletonList, SkeletonText } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryList } from '#web/ui/lists/infinite-list.tsx';
import {
  canAskPermission,
  declinePermission,
  latestNotificationsInput,
  markShownRead,
  maxShown,
  requestPermission,
} from './desktop-notification.ts';

type BellPanelProps = { anchor: RefObject<HTMLButtonElement | null>; unread: number; onClose: () => void };

export function BellPanel({ anchor, unread, onClose }: BellPanelProps) {
  const { readOne, readAll } = useReading();
  const [, navigate] = useLocation();
  const open = (notice: Notification) => {
    if (!notice.isRead) readOne(notice.id);
    onClose();
    const path = notificationPath(notice);
    if (path) navigate(path);
  };
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Radix.Portal>
        <Radix.Content
          aria-label="Notifications"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The button closes it itself; closing here too would open it again.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-50 flex max-h-(--radix-popover-content-available-height) max-md:max-h-[calc(100dvh-8.5rem)] w-96 max-w-[calc(100vw-1rem)] animate-appear flex-col overflow-hidden low:overflow-y-auto rounded-card bg-raised shadow-raised outline-none"
        >
          <div className="flex min-h-12 items-center justify-between gap-2 border-line border-b pr-2 pl-4">
            <h2 className="font-semibold">Notifications</h2>
            {unread > 0 && (
              <Button variant="ghost" size="sm" onClick={readAll}>
                Mark all read
              </Button>
            )}
          </div>
          <DesktopPermission />
          <Latest onOpen={open} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Latest({ onOpen }: { onOpen: (notice: Notification) => void }) {
  return (
    <QueryList
      list={useQuery(latestNotificationsInput)}
      skeletons={
        <SkeletonList count={3} className="flex flex-col gap-6 p-4">
          <SkeletonText lines={3} />
        </SkeletonList>
      }
      empty={
        <EmptyState icon={BellRing} title="No notifications yet">
          News about your projects and sessions appears here right away.
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <ul className="min-h-0 flex-auto divide-y divide-line overflow-y-auto overscroll-contain low:flex-none low:overflow-visible">
            {rows.map((notice) => (
              <li key={notice.id}>
                <NotificationItem notice={notice} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          {rows.length >= maxShown && (
            <p className="border-line border-t px-4 py-2.5 text-center text-muted text-sm">
              Showing latest {maxShown} notifications
            </p>
          )}
        </>
      )}
    </QueryList>
  );
}

/** Reading shows at once; a failure brings the real state back and shows a toast. */
function useReading() {
  const client = useQueryClient();
  const onError = () => {
    queueChange(client, { topics: ['notifications'] });
    return false;
  };
  const one = useMutation(readNotification, { errorToast: 'Failed to mark the notification as read', onError });
  const all = useMutation(readAllNotifications, {
    successToast: { title: 'Success', description: 'All notifications marked as read' },
    errorToast: 'Failed to mark all notifications as read',
    onError,
  });
  return {
    readOne: (id: number) => {
      markShownRead(client, id);
      void one.run({ params: { id } });
    },
    readAll: () => {
      markShownRead(client);
      void all.run({});
    },
  };
}

const tones: Partial<Record<NotificationType, Tone>> = {
  project_assigned: 'accent',
  project_created: 'blue',
  session_approved: 'emerald',
  session_rejected: 'red',
  dispute_created: 'yellow',
};

type NoticeItemProps = { notice: Notification; onOpen: (notice: Notification) => void };

function NotificationItem({ notice, onOpen }: NoticeItemProps) {
  return (
    <button
      type="button"
      onClick={() => onOpen(notice)}
      className="flex w-full flex-col gap-1 px-4 py-3 text-left outline-offset-[-2px] hover:bg-sunken"
    >
      <span className="flex w-full items-center gap-2">
        <Badge tone={tones[notice.type] ?? 'grey'}>{notificationLabel(notice.type)}</Badge>
        <time dateTime={notice.createdAt} className="text-muted text-sm">
          {formatRelative(notice.createdAt)}
        </time>
        {!notice.isRead && (
          <span className="ml-auto size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">Unread</span>
          </span>
        )}
      </span>
      <span className={notice.isRead ? 'font-medium' : 'font-semibold'}>{notice.title}</span>
      <span className="line-clamp-3 text-muted text-sm">{notice.message}</span>
      {notice.anchor?.cropUrl && (
        <span className="w-32 overflow-hidden rounded-control">
          <CropPicture anchor={notice.anchor} />
        </span>
      )}
    </button>
  );
}

function DesktopPermission() {
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
        Desktop notifications tell you about approvals, concerns and new sessions while this tab is in the background.
        Your browser will ask you to allow them.
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
