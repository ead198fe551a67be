// What somebody sees on a page that is not for their role.
import { ShieldX } from 'lucide-react';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { EmptyState } from './empty-state.tsx';

/** `sentence` says whose page it is, as the specification words it. */
export function AccessDenied({ sentence }: { sentence: string }) {
  return (
    <div className="page">
      <PageHeader title="Access Denied" />
      <EmptyState icon={ShieldX} title={sentence} action={<LinkButton href="/dashboard">Dashboard</LinkButton>} />
    </div>
  );
}
