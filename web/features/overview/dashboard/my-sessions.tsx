// The photographer's five newest sessions, with what can be done about each.
import { Camera, Eye, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { sessions } from '#contract/sessions/endpoints.ts';
import { useSessionDialogs, useSessionRights } from '#web/features/sessions/page/session-dialogs.tsx';
import { NotifiedLine } from '#web/features/sessions/parts/notified-names.tsx';
import { RejectionBox } from '#web/features/sessions/parts/rejection-box.tsx';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { SessionRow, SessionRowSkeletons } from './rows.tsx';
import { Section, SectionList } from './section.tsx';

const UnsentSessions = lazySection(
  () => import('#web/features/sessions/list/unsent-sessions.tsx'),
  'UnsentSessions',
  null,
);

/** Behaviour §10.3. */
const maxRows = 5;

export function MySessions({ onCreate }: { onCreate: () => void }) {
  const recent = useInfiniteList(sessions, { query: { limit: maxRows } });
  const rightsOf = useSessionRights();
  const { open, dialogs } = useSessionDialogs();
  return (
    <Section title="My Recent Sessions" more={{ href: '/sessions', label: 'View all' }}>
      <UnsentSessions className="border-line border-b" />
      <SectionList
        list={recent}
        max={maxRows}
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
        {(session) => {
          const may = rightsOf(session);
          return (
            <SessionRow
              session={session}
              notice={
                <>
                  <RejectionBox session={session} />
                  <NotifiedLine session={session} />
                </>
              }
              onDisputes={() => open('disputes', session)}
              last={
                may.remove && (
                  <Menu
                    size="sm"
                    label="More actions"
                    items={[
                      {
                        label: 'Delete session',
                        icon: Trash2,
                        tone: 'danger',
                        onSelect: () => open('remove', session),
                      },
                    ]}
                  />
                )
              }
            >
              <Button size="sm" icon={Eye} onClick={() => open('media', session)}>
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
          );
        }}
      </SectionList>
      {dialogs}
    </Section>
  );
}
