// A link in two words, as people call it: 'Google Drive folder', 'YouTube video'.
import type { LinkKind, Provider } from './provider-table.ts';

const kinds: Record<LinkKind, string> = {
  folder: 'folder',
  file: 'file',
  image: 'photo',
  video: 'video',
  geotiff: 'GeoTIFF map',
  tour: '360° tour',
  map: 'map',
  unknown: 'link',
};

const names: Partial<Record<Provider, string>> = {
  'google-drive': 'Google Drive',
  'google-docs': 'Google Docs',
  'google-maps': 'Google Maps',
  'google-mymaps': 'Google My Maps',
  'google-streetview': 'Google Street View',
  youtube: 'YouTube',
  onedrive: 'OneDrive',
  sharepoint: 'SharePoint',
  cloudpano: 'CloudPano',
  webodm: 'WebODM',
  pix4d: 'Pix4D',
  dronedeploy: 'DroneDeploy',
  teliportme: 'TeliportMe',
  openspace: 'OpenSpace',
  theta360: 'RICOH THETA',
  ricoh360: 'RICOH360',
  '3dvista': '3DVista',
  zillow3d: 'Zillow',
  xyz: 'Tile',
  'self-hosted': 'Own',
  local: 'Own storage',
};

/** null for what is no media host that we know. */
export function labelOf({ provider, kind }: { provider: Provider; kind: LinkKind }): string | null {
  if (kind === 'unknown') return null;
  return `${names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)} ${kinds[kind]}`;
}
