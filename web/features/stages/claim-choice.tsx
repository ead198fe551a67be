// In the form of a new session: which stage the visit shows. The claim follows once the session is there, online only.
import { useSyncExternalStore } from 'react';
import { type Stage, stages } from '#contract/stages/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';

type Place = { projectId: string; siteId: string };

/** Those of the visit's place that nobody has claimed, or whose claim was refused or lost its visit; in their order. */
export function claimable(rows: readonly Stage[], siteId: string): Stage[] {
  return rows.filter(({ dropped, site, claimed }) => {
    const isHere = site === null || String(site.id) === siteId;
    return isHere && !dropped && (claimed === null || claimed.lost);
  });
}

export function useClaimable({ projectId, siteId }: Place): Stage[] {
  const enabled = projectId !== '';
  const { data } = useApiQuery(stages, { params: { id: projectId || 0 }, query: { limit: 500 } }, { enabled });
  return claimable(data?.rows ?? [], siteId);
}

function watchLine(listener: () => void): () => void {
  for (const event of ['online', 'offline']) addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, listener);
  };
}

const isOnline = () => navigator.onLine;

type ClaimChoiceProps = { place: Place; value: string; onChange: (stageId: string) => void };

/** Nothing where the place has no stage to claim. The first one is proposed, and never chosen by itself: a claim is a person's word. */
export function ClaimChoice({ place, value, onChange }: ClaimChoiceProps) {
  const rows = useClaimable(place);
  const online = useSyncExternalStore(watchLine, isOnline, () => true);
  const [first] = rows;
  if (!first) return null;
  if (!online)
    return (
      <p role="status" className="text-muted text-sm">
        A stage can be claimed only online: claim ‘{first.name}’ from its page once this session was sent.
      </p>
    );
  const isKnown = rows.some(({ id }) => String(id) === value);
  return (
    <Field label="This visit shows the stage" optional hint={`Next in line: ${nameOf(first)}`}>
      <Select value={isKnown ? value : ''} onChange={({ target }) => onChange(target.value)}>
        <option value="">No stage</option>
        <Options of={rows} label={nameOf} />
      </Select>
    </Field>
  );
}

function nameOf({ name, site, refused }: Stage): string {
  return [site ? `${site.name}: ${name}` : name, refused && 'refused'].filter(Boolean).join(' · ');
}
