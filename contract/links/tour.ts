// Hosts of 360 tours: the forms of their links and of their frames (behaviour §6.3.4). Without `embed` they only link out.
import type { ProviderRow } from './provider-table.ts';

const MATTERPORT_ID = /^[A-Za-z0-9]{11}$/;

const matterportFrame = ({ id }: { id: string }) => `https://my.matterport.com/show/?m=${id}&play=1`;

export const tourRows: readonly ProviderRow[] = [
  {
    provider: 'matterport',
    hosts: ['matterport.com'],
    under: ['matterport.com'],
    forms: [
      { path: /^\/show$/, idIn: ['m', MATTERPORT_ID], kind: 'tour', embed: matterportFrame },
      { path: /^(?:\/discover)?\/space\/(?<id>[A-Za-z0-9]{11})$/, kind: 'tour', embed: matterportFrame },
    ],
  },
  {
    provider: 'kuula',
    hosts: ['kuula.co'],
    under: ['kuula.co'],
    forms: [
      {
        path: /^\/share\/(?<id>(?:collection\/)?[\w-]+)$/,
        kind: 'tour',
        embed: ({ id, address }) => `https://kuula.co/share/${id}${address.tail}`,
      },
      { path: /^\/post\/(?<id>[\w-]+)$/, kind: 'tour', embed: ({ id }) => `https://kuula.co/share/${id}` },
    ],
  },
  {
    provider: 'cloudpano',
    hosts: ['app.cloudpano.com'],
    forms: [
      {
        path: /^\/tours\/(?<id>[\w-]+)$/,
        kind: 'tour',
        embed: ({ id, address }) => `https://app.cloudpano.com/tours/${id}${address.tail}`,
      },
    ],
  },
  {
    provider: 'theasys',
    hosts: ['theasys.io'],
    forms: [
      { path: /^\/viewer\/(?<id>\w+)$/, kind: 'tour', embed: ({ id }) => `https://www.theasys.io/viewer/${id}/` },
    ],
  },
  {
    provider: 'momento360',
    hosts: ['momento360.com'],
    forms: [
      { path: /^\/e\/u\/(?<id>[0-9a-f-]+)$/i, kind: 'tour', embed: ({ id }) => `https://momento360.com/e/u/${id}` },
    ],
  },
  {
    provider: 'roundme',
    hosts: ['roundme.com'],
    forms: [
      {
        path: /^\/(?:tour|embed)\/(?<id>\d+)(?:\/view)?\/(?<view>\d+)$/,
        kind: 'tour',
        embed: ({ id, part }) => `https://roundme.com/embed/${id}/${part.view}`,
      },
      { path: /^\/embed\/(?<id>\w+)$/, kind: 'tour', embed: ({ id }) => `https://roundme.com/embed/${id}` },
      { path: /^\/tour\/(?<id>\d+)$/, kind: 'tour' },
    ],
  },
  {
    provider: 'lapentor',
    hosts: ['app.lapentor.com'],
    forms: [
      {
        path: /^\/sphere\/(?<id>[\w-]+)$/,
        kind: 'tour',
        embed: ({ id, address }) => `https://app.lapentor.com/sphere/${id}${address.tail}`,
      },
    ],
  },
  {
    provider: 'zillow3d',
    hosts: ['zillow.com'],
    forms: [
      {
        path: /^\/view-imx\/(?<id>[0-9a-f-]{36})$/i,
        kind: 'tour',
        embed: ({ id, address }) => `https://www.zillow.com/view-imx/${id}${address.tail}`,
      },
    ],
  },
  {
    provider: 'teliportme',
    hosts: ['teliportme.com'],
    forms: [
      {
        path: /^\/embed\/tour\/(?<id>\w+)$/,
        kind: 'tour',
        embed: ({ id }) => `https://teliportme.com/embed/tour/${id}`,
      },
      { path: /^\/(?:view|embed)\/(?<id>\w+)$/, kind: 'tour', embed: ({ id }) => `https://teliportme.com/embed/${id}` },
    ],
  },
  {
    provider: 'panoee',
    hosts: ['tour.panoee.net', 'tour.panoee.com'],
    forms: [
      {
        path: /^\/(?:iframe\/)?(?<id>(?!iframe$)[\w-]+)(?:\/[\w-]+)?$/,
        kind: 'tour',
        embed: ({ id, address }) => `https://${address.host}/iframe/${id}`,
      },
    ],
  },
  {
    provider: 'theta360',
    hosts: ['theta360.com'],
    forms: [{ path: /^\/(?:s|spheres)\/(?<id>[\w-]+)$/, kind: 'tour' }],
  },
  { provider: 'ricoh360', hosts: ['tours.ricoh360.com'], forms: [{ path: /^\/s\/(?<id>[\w-]+)$/, kind: 'tour' }] },
  {
    provider: 'insta360',
    hosts: ['cloud-sg.insta360.com', 'cloud-va.insta360.com', 'cloud-fra.insta360.com', 'cloud-jp.insta360.com'],
    forms: [{ path: /^\/share\/\w+\/(?<id>\w+)(?:\/player)?$/, kind: 'tour' }],
  },
  {
    provider: 'openspace',
    under: ['openspace.ai'],
    forms: [
      {
        path: /^\/ohplayer$/,
        idIn: ['site', /^[\w-]+$/],
        kind: 'tour',
        embed: ({ address }) => `https://${address.host}/ohplayer${address.tail}`,
      },
    ],
  },
  {
    provider: '3dvista',
    hosts: ['storage.net-fs.com'],
    forms: [
      {
        path: /^\/hosting\/(?<id>\d+\/\d+)(?:\/(?<page>index\.html?))?$/,
        kind: 'tour',
        embed: ({ id, part, address }) => `https://storage.net-fs.com/hosting/${id}/${part.page ?? ''}${address.tail}`,
      },
    ],
  },
];
