// Settings of the company, for admins.
import { can } from '#contract/policy.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { AccessDenied } from '#web/ui/access-denied.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { WebhookSection } from './webhook-section.tsx';

export function SettingsPage() {
  const { actor } = useCurrentUser();
  if (!can.manageWebhooks(actor)) return <AccessDenied sentence="Only administrators can access the settings" />;
  return (
    <div className="page max-w-4xl">
      <PageHeader title="Settings" subtitle="For the whole company" />
      <WebhookSection />
    </div>
  );
}
