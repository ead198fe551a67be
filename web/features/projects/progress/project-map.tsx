// The projects of a client on the operator's map, a point each. The list below says the same for keyboards and screen readers.
import { Minus, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { mapTiles, type OwnProject } from '#contract/overview/endpoints.ts';
import { createTileMap, type TileMap } from '#web/media/maps/tile-map.ts';
import { IconButton } from '#web/ui/controls/button.tsx';

export type PlacedProject = Pick<OwnProject, 'id' | 'name'> & { position: NonNullable<OwnProject['position']> };

export function ProjectMap({ projects }: { projects: readonly PlacedProject[] }) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<TileMap>(undefined);
  const [hasFailed, setFailed] = useState(false);
  const [elements, setElements] = useState<ReadonlyMap<number, HTMLElement>>(new Map());
  const places = JSON.stringify(projects.map(({ id, position }) => [id, position]));
  const draw = useEffectEvent((target: HTMLElement, isLeft: () => boolean) => {
    const made = new Map(projects.map(({ id }) => [id, document.createElement('div')]));
    const points = projects.map(({ id, position }) => ({ ...position, element: made.get(id) as HTMLElement }));
    createTileMap(target, { address: mapTiles.path, points }).then(
      (drawn) => {
        if (isLeft()) return drawn.destroy();
        map.current = drawn;
        setElements(made);
      },
      () => isLeft() || setFailed(true),
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again where a point came, went or moved.
  useEffect(() => {
    const target = box.current;
    if (!target) return;
    let left = false;
    draw(target, () => left);
    return () => {
      left = true;
      map.current?.destroy();
      map.current = undefined;
    };
  }, [places]);
  if (hasFailed)
    return <p className="p-4 text-muted">The map could not be loaded. The list below shows the same projects.</p>;
  return (
    <div className="relative h-72">
      <div ref={box} data-map="projects" className="absolute inset-0 overflow-hidden" />
      {projects.map(({ id, name }) => {
        const element = elements.get(id);
        return element && createPortal(<Point id={id} name={name} />, element, String(id));
      })}
      <div className="absolute top-2 right-2 grid gap-1">
        <IconButton label="Zoom in" icon={Plus} variant="secondary" onClick={() => map.current?.zoomBy(1)} />
        <IconButton label="Zoom out" icon={Minus} variant="secondary" onClick={() => map.current?.zoomBy(-1)} />
      </div>
    </div>
  );
}

/** For pointers alone: the list has the same link. */
function Point({ id, name }: Pick<PlacedProject, 'id' | 'name'>) {
  return (
    <Link href={`/projects/${id}`} tabIndex={-1} aria-hidden="true" className="group flex flex-col items-center">
      <span className="max-w-40 truncate rounded-md bg-raised px-2 py-1 font-medium text-ink text-sm shadow-raised">
        {name}
      </span>
      <span className="-mt-1 size-3 rotate-45 bg-accent" />
    </Link>
  );
}
