// The photographer's five newest sessions, with what can be done about each.
import { Camera, Eye, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { type Session, sessions } from '#contract/sessions.ts';
import { useSessionDialogs, useSessionRights } from '#web/features/sessions/session-dialogs.tsx';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useInfiniteList } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryList } from '#web/ui/query-list.tsx';
import { Section } from './section.tsx';
import { SessionRow, SessionRowSkeletons } from './session-row.tsx';

const SessionMediaDialog = lazyDialog(() =>
  import('#web/features/sessions/session-media-dialog.tsx').then((module) => module.SessionMediaDialog),
);
const DisputeDetailsDialog = lazyDialog(() =>
  import('#web/features/disputes/dispute-details-dialog.tsx').then((module) => module.DisputeDetailsDialog),
);

/** Foundation §9. */
const maxRows = 5;

export function MySessions({ onCreate }: { onCreate: () => void }) {
  const recent = useInfiniteList(sessions, { query: { limit: maxRows } });
  const rightsOf = useSessionRights();
  const { open, dialogs } = useSessionDialogs();
  const reading = useDialogs({
    media: (control, session: Session, opening) => <SessionMediaDialog key={opening} {...control} session={session} />,
    disputes: (control, session: Session) => <DisputeDetailsDialog {...control} session={session} />,
  });
  return (
    <Section title="My Recent Sessions" more={{ href: '/sessions', label: 'View all' }}>
      <QueryList
        list={recent}
        skeletons={<SessionRowSkeletons rows={maxRows} />}
        empty={
          <EmptyState
            icon={Camera}
            title="No sessions yet"
            action={
              <Button variant="primary" icon={Plus} onClick={onCreate}>
                Create First Session
              </Button>
            }
          />
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.slice(0, maxRows).map((session) => {
              const may = rightsOf(session);
              return (
                <li key={session.id}>
                  <SessionRow
                    session={session}
                    onDisputes={() => reading.open('disputes', session)}
                    last={
                      may.remove && (
                        <IconButton
                          size="sm"
                          label="Delete session"
                          icon={Trash2}
                          onClick={() => open('remove', session)}
                        />
                      )
                    }
                  >
                    <Button size="sm" icon={Eye} onClick={() => reading.open('media', session)}>
                      View
                    </Button>
                    {may.edit && (
                      <Button size="sm" icon={Pencil} onClick={() => open('edit', session)}>
                        Edit
                      </Button>
                    )}
                    {may.resubmit && (
                      <Button size="sm" variant="primary" icon={RotateCcw} onClick={() => open('resubmit', session)}>
                        Resubmit
                      </Button>
                    )}
                  </SessionRow>
                </li>
              );
            })}
          </ul>
        )}
      </QueryList>
      {dialogs}
      {reading.dialogs}
    </Section>
  );
}
