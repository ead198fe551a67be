// What a release is consistent with: its pictures' own words about day and place, and its seal, which anybody can check.
import { BadgeCheck } from 'lucide-react';
import { formatDate } from '#contract/core/day-words.ts';
import { type SessionEvidence, sessionEvidence } from '#contract/evidence/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { VerdictIcon } from '#web/features/sessions/parts/session-checks.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { SkeletonText } from '#web/ui/display/skeleton.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';

function conclusion({ said }: SessionEvidence, session: Session): string | null {
  if (said.some(({ verdict }) => verdict === 'differs')) return 'Not all of this is consistent with the visit.';
  if (!said.some(({ verdict }) => verdict === 'fits')) return null;
  return `This is consistent with a visit on ${formatDate(session.captureDate)}.`;
}

function SealLine({ seal }: { seal: NonNullable<SessionEvidence['seal']> }) {
  const { number, code, sealedAt, files, unsealed } = seal;
  return (
    <div className="flex min-w-0 items-start gap-2">
      <BadgeCheck aria-hidden="true" className="mt-1 size-4 shrink-0 text-green-ink" />
      <div className="grid min-w-0 gap-1">
        <p>
          Sealed on <Instant at={sealedAt} day /> as no. {number} of this project: {count(files, 'file')}
          {unsealed > 0 && `, ${unsealed} not sealed`}.
        </p>
        <p>
          <a href={`/verify/${code}`} className="touch-target text-accent-ink hover:underline">
            Check code <span className="whitespace-nowrap tabular-nums">{code}</span>
          </a>
        </p>
      </div>
    </div>
  );
}

function Findings({ found, session }: { found: SessionEvidence; session: Session }) {
  const { seal, said } = found;
  const concluded = conclusion(found, session);
  return (
    <>
      {said.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-muted text-sm">As the pictures themselves say</h3>
          <ul className="grid gap-2">
            {said.map(({ verdict, words }) => (
              <li key={words} className="flex min-w-0 items-start gap-2">
                <VerdictIcon verdict={verdict} />
                <p className="wrap-anywhere min-w-0">{words}</p>
              </li>
            ))}
          </ul>
          {concluded && <p className="text-muted text-sm">{concluded}</p>}
        </div>
      )}
      {seal && <SealLine seal={seal} />}
    </>
  );
}

const evidenceOf = (session: Session) => ({ params: { id: session.id } });

/** Nothing where nothing is sealed: soon after a release it comes by itself. */
export function EvidenceCard({ session }: { session: Session }) {
  const found = useApiQuery(sessionEvidence, evidenceOf(session));
  if (!found.data?.seal) return null;
  return (
    <Card padded as="section" className="grid gap-3">
      <h2 className="font-semibold">Evidence</h2>
      <Findings found={found.data} session={session} />
    </Card>
  );
}

/** For whoever asked for it, which is answered also where there is none. */
export function AskedEvidence({ session }: { session: Session }) {
  const found = useApiQuery(sessionEvidence, evidenceOf(session));
  if (found.error) return <QueryErrorLine query={found} />;
  if (!found.data) return <SkeletonText lines={3} />;
  if (!found.data.seal) return <p className="text-muted">This release has not been sealed.</p>;
  return <Findings found={found.data} session={session} />;
}
