// The page of a path that nobody serves.
import { Compass } from 'lucide-react';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

export function NotFound() {
  return (
    <div className="page py-10">
      <h1 className="sr-only">404 Page Not Found</h1>
      <EmptyState
        icon={Compass}
        title="404 Page Not Found"
        action={
          <LinkButton href="/dashboard" variant="primary">
            Go to the dashboard
          </LinkButton>
        }
      >
        There is nothing at this address. The link may be outdated or incomplete.
      </EmptyState>
    </div>
  );
}
