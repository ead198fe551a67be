// How long first answers and resolutions took in the median of the last 90 days, and what is overdue.
import { responseTimes } from '#contract/overview/history.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { durationWords } from '#web/lib/format/duration-words.ts';
import { count } from '#web/lib/format/format.ts';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';

type Times = { median: number | null; count: number };

/** Nothing until the figures are known, or where they cannot be had: they are no page's purpose. */
export function ResponseTimes() {
  const { data } = useApiQuery(responseTimes, {});
  if (!data) return null;
  const { days, firstAnswer, resolution, overdue } = data;
  return (
    <Card as="section" padded aria-labelledby="response-times">
      <h2 id="response-times" className="mb-3 font-semibold">
        Response Times
      </h2>
      <FactList
        facts={[
          ['First answer', <Median key="answer" {...firstAnswer} of="concern" />],
          ['Resolution', <Median key="resolution" {...resolution} of="concern" />],
          ['Overdue now', count(overdue, 'concern')],
        ]}
      />
      <p className="mt-3 text-muted text-sm">Medians of the last {days} days.</p>
    </Card>
  );
}

function Median({ median, count: many, of }: Times & { of: string }) {
  if (median === null) return 'None yet';
  return (
    <>
      {durationWords(median)} <span className="text-muted">({count(many, of)})</span>
    </>
  );
}
