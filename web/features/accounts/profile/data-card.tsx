// The data saver of this device, and what has come over the line since the page was opened.
import { useEffect, useState } from 'react';
import { formatSize } from '#web/lib/format/format.ts';
import { DataSaverSwitch } from '#web/ui/controls/data-saver-switch.tsx';

/** Bytes; other hosts do not tell what their films and tours take. */
function transferred(): number {
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return (entries as PerformanceResourceTiming[]).reduce((sum, { transferSize }) => sum + transferSize, 0);
}

const refreshMs = 2000;

function useTransferred(): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setBytes(transferred());
    read();
    const timer = setInterval(read, refreshMs);
    return () => clearInterval(timer);
  }, []);
  return bytes;
}

export function DataCard() {
  const bytes = useTransferred();
  return (
    <>
      <h2 className="mb-2 font-semibold">Data</h2>
      <DataSaverSwitch hint="On this device. Pictures come small; films, panoramas and maps only when you tap them. Offline, only pages open that you have opened here before" />
      <p className="mt-3 text-muted text-sm tabular-nums">
        Since you opened Topout: {bytes === null ? '…' : formatSize(bytes)}
      </p>
    </>
  );
}
