// Hosts of maps and orthomosaics: their link and embed formats (behaviour §6.3.5).
import { percentDecoded } from './parse-url.ts';
import { type Match, type ProviderRow, queryOf, queryValue } from './provider-table.ts';

const EMBED_API = 'https://www.google.com/maps/embed/v1';

export const mapRows: readonly ProviderRow[] = [
  {
    provider: 'google-mymaps',
    hosts: ['google.com'],
    shared: true,
    forms: [
      {
        path: /^\/maps\/d\/(?:u\/\d+\/)?(?:viewer|edit|embed)$/,
        idIn: ['mid', /^[\w.-]+$/],
        kind: 'map',
        embed: ({ id }) => `https://www.google.com/maps/d/embed?mid=${id}`,
      },
    ],
  },
  {
    provider: 'google-streetview',
    hosts: ['google.com'],
    shared: true,
    forms: [
      {
        path: /^\/maps\/(?:place\/[^/]+\/)?@(?<id>-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?),3a,(?<view>[^/]+)(?:\/.*)?$/,
        kind: 'tour',
        embed: streetView,
      },
      { path: /^\/maps\/embed\/v1\/(?<mode>streetview)$/, kind: 'tour', embed: ownEmbedApi },
    ],
  },
  {
    provider: 'google-maps',
    hosts: ['google.com'],
    shared: true,
    forms: [
      {
        path: /^\/maps\/embed$/,
        kind: 'map',
        embed: ({ address }) => (address.query.get('pb') ? `https://www.google.com/maps/embed${address.tail}` : null),
      },
      { path: /^\/maps\/embed\/v1\/(?<mode>place|view|directions|search)$/, kind: 'map', embed: ownEmbedApi },
      { path: /^\/maps\/place\/(?<id>[^/@][^/]*)(?:\/.*)?$/, kind: 'map', embed: place },
      {
        path: /^\/maps\/@(?<id>-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?)(?:,(?<zoom>\d{1,2}(?:\.\d+)?)z)?(?:[,/].*)?$/,
        kind: 'map',
        embed: ({ id, part, mapsKey }) =>
          withKey('view', mapsKey, { center: id, zoom: part.zoom && Math.min(21, Math.round(Number(part.zoom))) }),
      },
      { path: /^\/maps(?:\/.*)?$/, kind: 'map' },
    ],
  },
  { provider: 'google-maps', hosts: ['maps.app.goo.gl'], forms: [{ path: /^\/(?<id>[\w-]+)$/, kind: 'map' }] },
  {
    provider: 'dronedeploy',
    hosts: ['dronedeploy.com'],
    forms: [{ path: /^\/app2\/sites\/\w+\/maps\/(?<id>\w+)$/, kind: 'map' }],
  },
  {
    // Share and embed tokens of one dataset differ, so a link is framed in the form it was given in, or not at all.
    provider: 'pix4d',
    hosts: ['cloud.pix4d.com'],
    forms: [
      { path: /^\/dataset\/(?<id>\d+)\/(?:map|model)$/, kind: 'map', embed: pix4dAsGiven },
      { path: /^\/embed\/(?:pro|bim)\/(?:map|mesh)\/(?<id>\d+)$/, kind: 'map', embed: pix4dAsGiven },
      {
        path: /^\/project\/embed\/(?<id>\d+)-[\w-]+$/,
        kind: 'map',
        embed: ({ address }) => `https://cloud.pix4d.com${address.path}/${address.tail}`,
      },
    ],
  },
  {
    provider: 'cesium',
    hosts: ['ion.cesium.com'],
    forms: [
      {
        path: /^\/stories\/viewer$/,
        idIn: ['id', /^[0-9a-f-]{36}$/i],
        kind: 'map',
        embed: ({ address }) => `https://ion.cesium.com/stories/viewer/${address.tail}`,
      },
    ],
  },
  {
    provider: 'mapbox',
    hosts: ['api.mapbox.com'],
    forms: [
      {
        path: /^\/styles\/v1\/(?<id>[\w-]+\/[\w-]+)\.html$/,
        kind: 'map',
        // Only a public token belongs in a page.
        embed: ({ id, address }) =>
          queryValue(address, 'access_token', /^pk\./)
            ? `https://api.mapbox.com/styles/v1/${id}.html${address.tail}`
            : null,
      },
    ],
  },
  { provider: 'propeller', under: ['prpellr.com'], forms: [{ path: /^/, kind: 'map' }] },
];

function withKey(mode: string, key: string | undefined, values: Parameters<typeof queryOf>[0]): string | null {
  return key ? `${EMBED_API}/${mode}${queryOf({ key: encodeURIComponent(key), ...values })}` : null;
}

// A ready-made embed with a key of its own.
function ownEmbedApi({ part, address }: Match): string | null {
  return address.query.get('key') ? `${EMBED_API}/${part.mode}${address.tail}` : null;
}

// In a Google Maps path `+` is a space; anything else in the name could reach into the query, so it is encoded again.
function place({ id, mapsKey }: Match): string | null {
  const name = percentDecoded(id.replaceAll('+', ' '));
  return name && withKey('place', mapsKey, { q: encodeURIComponent(name).replaceAll('%20', '+') });
}

// `75y,40h,90t`: field of view, heading, and a tilt that counts from the ground where the API's pitch counts from the horizon.
function streetView({ id, part, mapsKey }: Match): string | null {
  const view = part.view ?? '';
  const pitch = Math.round((degrees(view, 't', 90) - 90) * 100) / 100;
  return withKey('streetview', mapsKey, {
    location: id,
    heading: Math.min(360, degrees(view, 'h', 0)),
    pitch: Math.min(90, pitch),
    fov: Math.min(100, Math.max(10, degrees(view, 'y', 90))),
  });
}

function degrees(view: string, unit: string, missing: number): number {
  const value = view.split(',').find((part) => part.endsWith(unit)) ?? '';
  return /^\d{1,3}(?:\.\d+)?.$/.test(value) ? Number(value.slice(0, -1)) : missing;
}

function pix4dAsGiven({ address }: Match): string | null {
  return address.query.get('shareToken') ? `https://cloud.pix4d.com${address.path}${address.tail}` : null;
}
