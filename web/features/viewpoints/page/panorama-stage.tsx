// A 360° viewpoint: one looks the same way at each date, and the former one stays until the next has come.
import { useEffect, useMemo, useState } from 'react';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import type { ViewParams } from '#web/media/comparison/view-url.ts';
import { useViewUrl } from '#web/media/comparison/view-url.ts';
import { PanoramaBox } from '#web/media/panoramas/panorama-box.tsx';
import { type PanoramaView, roundedPanoramaView } from '#web/media/panoramas/panorama-view.ts';
import type { PanoramaViewer } from '#web/media/panoramas/panorama-viewer.ts';
import { panoramaSurface } from '#web/media/panoramas/panorama-viewer.ts';

const LateViewpointPins = lazyPart(() => import('./viewpoint-pins.tsx'), 'ViewpointPins');

/** So long does the former picture stand for one that does not come. */
const patienceMs = 8000;

type PanoramaStageProps = {
  picture: ViewpointPicture;
  title: string;
  isPlaying: boolean;
  url: ViewParams;
  onUrl: (params: ViewParams) => void;
};

export function PanoramaStage({ picture, title, isPlaying, url, onUrl }: PanoramaStageProps) {
  const { item } = picture;
  const [shown, setShown] = useState(item);
  const [viewer, setViewer] = useState<PanoramaViewer | null>(null);
  const [source, setSource] = useState<ReturnType<typeof viewSource> | null>(null);
  useEffect(() => setSource(viewer && viewSource(viewer)), [viewer]);
  useViewUrl(source, url, onUrl);
  // One that cannot be loaded says so itself, and must not be hidden for good.
  useEffect(() => {
    const timer = setTimeout(setShown, patienceMs, item);
    return () => clearTimeout(timer);
  }, [item]);
  const [yaw, pitch, zoom] = url.view;
  const fromUrl = zoom === undefined ? undefined : { yaw: yaw ?? 0, pitch: pitch ?? 0, zoom };
  const start: PanoramaView | undefined = viewer?.view() ?? fromUrl;
  const layers = shown.id === item.id ? [item] : [item, shown];
  const surface = useMemo(() => panoramaSurface(() => viewer), [viewer]);
  const isStill = !isPlaying && viewer !== null && layers.length === 1;
  return (
    <>
      {layers.map((layer, order) => (
        <div key={layer.id} className="absolute inset-0" style={{ zIndex: order }}>
          <PanoramaBox
            item={layer}
            title={title}
            {...(start && { start })}
            onViewer={(ready) => {
              if (layer.id === item.id) setViewer(ready);
              if (layer.id === item.id && ready) setShown(item);
            }}
            className="size-full"
          />
        </div>
      ))}
      <LateViewpointPins as="panorama" picture={picture} surface={surface} isStill={isStill} />
    </>
  );
}

function viewSource(viewer: PanoramaViewer) {
  return {
    onChange: viewer.onChange,
    read() {
      const { yaw, pitch, zoom } = roundedPanoramaView(viewer.view());
      return { view: [yaw, pitch, zoom], shift: [] };
    },
    show: ({ view: [yaw = 0, pitch = 0, zoom] }: ViewParams) =>
      zoom !== undefined && viewer.setView({ yaw, pitch, zoom }),
  };
}
