// A client's sessions and concerns, one tap from the dashboard, with their counts.
import { Camera, MessagesSquare } from 'lucide-react';
import { disputes } from '#contract/disputes/endpoints.ts';
import { sessions } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';

export function ProgressLinks({ onSessions }: { onSessions: () => void }) {
  const visits = useApiQuery(sessions, { query: { limit: 1 } }).data?.total;
  const concerns = useApiQuery(disputes, { query: { limit: 1 } }).data?.total;
  return (
    <>
      <Button icon={Camera} onClick={onSessions}>
        Sessions <Count of={visits} />
      </Button>
      <LinkButton icon={MessagesSquare} href="/concerns">
        Concerns <Count of={concerns} />
      </LinkButton>
    </>
  );
}

function Count({ of }: { of: number | null | undefined }) {
  return <span className="min-w-[1ch] text-muted tabular-nums">{typeof of === 'number' ? formatNumber(of) : '…'}</span>;
}
