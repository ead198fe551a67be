// Bytes that were asked for lately, in memory within a bound; whatever was not used for longest makes room.

export function openHotBytes({ most, mostEach }: { most: number; mostEach: number }) {
  const kept = new Map<string, Buffer>();
  let bytes = 0;

  function drop(name: string): void {
    bytes -= kept.get(name)?.length ?? 0;
    kept.delete(name);
  }

  return {
    get(name: string): Buffer | null {
      const found = kept.get(name);
      if (!found) return null;
      kept.delete(name);
      kept.set(name, found);
      return found;
    },
    keep(name: string, made: Buffer): void {
      if (made.length > mostEach) return;
      drop(name);
      kept.set(name, made);
      bytes += made.length;
      for (const oldest of kept.keys()) {
        if (bytes <= most) break;
        drop(oldest);
      }
    },
  };
}
