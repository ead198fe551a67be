// The figures could not be loaded: one line above them says so, with a retry.
import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

type StatsErrorProps = { message: string; query: { refetch: () => unknown; isFetching: boolean } };

export function StatsError({ message, query }: StatsErrorProps) {
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-red-soft px-3 py-2 text-red-ink sm:mb-4"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">{message}</span>
      <Button
        size="sm"
        icon={RotateCw}
        pending={query.isFetching}
        pendingLabel="Retrying..."
        onClick={() => query.refetch()}
      >
        Retry
      </Button>
    </div>
  );
}
