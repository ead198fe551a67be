// 'Ada Obi is viewing this too': which other admins have the session open. Only a hint: the first decision counts.
import { useQueryClient } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import { enterPresence, leaseSeconds, leavePresence, presence } from '#contract/sessions/endpoints.ts';
import { call } from '#web/lib/api/http-client.ts';
import { queryOptionsFor, useApiQuery } from '#web/lib/api/queries.ts';
import { randomKey } from '#web/lib/device/random-key.ts';
import { fullName, listed } from '#web/lib/format/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Who only passes by on the way to another session is not announced. */
const settleMilliseconds = 700;

export function PresenceLine({ sessionId }: { sessionId: number }) {
  useLease(sessionId);
  const { data } = useApiQuery(presence, { params: { id: sessionId } });
  const others = data?.others ?? [];
  return (
    <div role="status" className="empty:hidden">
      {others.length > 0 && (
        <Notice tone="blue" icon={Eye} className="text-sm">
          {listed(others.map(fullName))} {others.length === 1 ? 'is' : 'are'} viewing this too
        </Notice>
      )}
    </div>
  );
}

/** For as long as the page is seen; each renewal also tells who has gone without a word. */
function useLease(sessionId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const input = { params: { id: sessionId } };
    const lease = { ...input, query: { tab: randomKey() } };
    let isIn = false;
    async function enter() {
      if (document.visibilityState !== 'visible') return;
      isIn = true;
      const reply = await call(enterPresence, lease).catch(() => undefined);
      if (reply && isIn) client.setQueryData(queryOptionsFor(presence, input).queryKey, reply);
    }
    function leave() {
      if (isIn) call(leavePresence, lease, { keepalive: true }).catch(() => undefined);
      isIn = false;
    }
    const renew = () => (document.visibilityState === 'visible' ? void enter() : leave());
    const settled = setTimeout(renew, settleMilliseconds);
    const renewal = setInterval(renew, (leaseSeconds * 1000) / 2);
    document.addEventListener('visibilitychange', renew);
    addEventListener('pagehide', leave);
    return () => {
      clearTimeout(settled);
      clearInterval(renewal);
      document.removeEventListener('visibilitychange', renew);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [client, sessionId]);
}
