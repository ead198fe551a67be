// Links that are known by their shape, whatever their host: tile templates, WebODM, tours on own hosts, plain files.

import { kindOfName } from './file-name.ts';
import { configuredHost, type ParsedUrl, percentDecoded } from './parse-url.ts';
import { type LinkHosts, type LinkInfo, queryOf, queryValue } from './provider-table.ts';

/** A template of map tiles. Looked for in the text as typed: reading it as an address would escape the braces. */
export function readTileTemplate({ text }: ParsedUrl): LinkInfo | null {
  const isTemplate = text.includes('{z}') && text.includes('{x}') && /\{-?y\}/.test(text);
  return isTemplate ? { provider: 'xyz', kind: 'map', id: text, embedUrl: null } : null;
}

/** A public WebODM task; framed only from a host the operator named (behaviour §6.3.5). */
export function readWebodm(address: ParsedUrl, hosts: LinkHosts): LinkInfo | null {
  const task = /^\/public\/task\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/iframe)?\/(map|3d)$/i;
  const [, id, view] = task.exec(address.path) ?? [];
  if (!id) return null;
  const host = configuredHost(hosts.webodm, address.host);
  const layer = queryOf({ t: queryValue(address, 't', /^\w+$/) });
  const embedUrl = host && `https://${host}/public/task/${id}/iframe/${view}/${layer}`;
  return { provider: 'webodm', kind: 'map', id, embedUrl };
}

/** A page on a tour host the operator named: a folder's address or an HTML file, as Pano2VR and krpano write them. */
export function readHostedTour(address: ParsedUrl, hosts: LinkHosts): LinkInfo | null {
  const host = configuredHost(hosts.tours, address.host);
  const isPage = address.path !== '' && (address.endsInSlash || /\.html?$/i.test(address.path));
  if (!host || !isPage) return null;
  const id = address.path + (address.endsInSlash ? '/' : '');
  return { provider: 'self-hosted', kind: 'tour', id, embedUrl: `https://${host}${id}${address.tail}` };
}

/** A plain file by its name's ending. Shown in the page only over https: browsers block mixed content. */
export function readFile(address: ParsedUrl): LinkInfo | null {
  const name = address.path.slice(address.path.lastIndexOf('/') + 1);
  const kind = kindOfName(name);
  if (!kind) return null;
  const showsAsIs = address.secure && (kind === 'image' || kind === 'video');
  return { provider: 'direct', kind, id: percentDecoded(name) ?? name, embedUrl: showsAsIs ? address.href : null };
}
