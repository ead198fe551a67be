// One demo request from the landing page, with the ways to answer it.
import type { demoRequests } from '#contract/accounts/auth.ts';
import type { Reply } from '#contract/core/endpoint.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { ContactLink } from '#web/ui/display/contact-link.tsx';
import { Fact } from '#web/ui/display/fact-list.tsx';
import { Entry, EntryText, Facts, When } from './entry.tsx';

export function DemoRequestEntry({ request }: { request: Reply<typeof demoRequests> }) {
  const { email, phone, projectType } = request;
  return (
    <Entry title={request.name} badges={projectType && <Badge>{projectType}</Badge>}>
      <Facts>
        <Fact label="Company">{request.company}</Fact>
        <Fact label="Email">
          <ContactLink to={email} />
        </Fact>
        <Fact label="Phone">{phone && <ContactLink to={phone} />}</Fact>
        <When label="Received" at={request.createdAt} />
      </Facts>
      <EntryText label="Project Brief">{request.projectBrief}</EntryText>
    </Entry>
  );
}
