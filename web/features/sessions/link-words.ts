// What a pasted link was taken for, in words.
import { classifyLink, type LinkKind, linkProblem, type Provider } from '#contract/links.ts';

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
  vimeo: 'Vimeo',
  dropbox: 'Dropbox',
  onedrive: 'OneDrive',
  sharepoint: 'SharePoint',
  matterport: 'Matterport',
  kuula: 'Kuula',
  cloudpano: 'CloudPano',
  webodm: 'WebODM',
  pix4d: 'Pix4D',
  dronedeploy: 'DroneDeploy',
  local: 'Own storage',
  direct: 'Direct',
};

function nameOf(provider: Provider): string {
  return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}

/** Null while there is nothing to say: an empty field, or one that the form refuses anyway. */
export function describeLink(value: string): { known: boolean; words: string } | null {
  const link = value.trim();
  if (link === '' || linkProblem(link) !== null) return null;
  const { provider, kind } = classifyLink(link);
  if (kind === 'unknown') return { known: false, words: 'Not a media host we know: it will be shown as a link' };
  return { known: true, words: `${nameOf(provider)} ${kinds[kind]}` };
}
