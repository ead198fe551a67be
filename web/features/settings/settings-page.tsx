// Settings of the company, for admins.
import { can } from '#contract/policy.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { AccessDenied } from '#web/ui/feedback/access-denied.tsx';
import { BrandSection } from './brand-section.tsx';
import { ChecklistSection } from './checklist-section.tsx';
import { CompanySection } from './company-section.tsx';
import { DefaultsSection } from './defaults-section.tsx';
import { ReasonsSection } from './reasons-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { ShareRulesSection } from './share-rules-section.tsx';
import { WebhookSection } from './webhooks/webhook-section.tsx';

export function SettingsPage() {
  const { actor } = useCurrentUser();
  if (!can.manageSettings(actor)) return <AccessDenied sentence="Only administrators can access the settings" />;
  return (
    <div className="page max-w-4xl">
      <PageHeader title="Settings" subtitle="For the whole company" />
      <BrandSection />
      <CompanySection />
      <DefaultsSection />
      <ChecklistSection />
      <ReasonsSection />
      <ShareRulesSection />
      <RetentionSection />
      <WebhookSection />
    </div>
  );
}
