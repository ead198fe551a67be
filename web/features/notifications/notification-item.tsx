// One notice in the bell: its kind, when, what, and whether it is new.
import { type Notification, type NotificationType, notificationLabel } from '#contract/notifications.ts';
import { formatRelative } from '#web/lib/relative-time.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

const tones: Partial<Record<NotificationType, Tone>> = {
  project_assigned: 'accent',
  project_created: 'blue',
  session_approved: 'emerald',
  session_rejected: 'red',
  dispute_created: 'yellow',
};

type NoticeItemProps = { notice: Notification; onOpen: (notice: Notification) => void };

export function NotificationItem({ notice, onOpen }: NoticeItemProps) {
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
    </button>
  );
}
