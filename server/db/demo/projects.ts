// The projects of the demo company, with their sites and members.
import type { MemberRole } from '#contract/policy.ts';
import type { ProjectStatus } from '#contract/projects/endpoints.ts';

/** Which of the rendered buildings under demo/media/ a project shows. */
export type DemoBuilding =
  | 'residential-block'
  | 'podium-tower'
  | 'office-facade'
  | 'student-lodge'
  | 'duplex-terrace'
  | 'hillside-duplexes'
  | 'steel-warehouse'
  | 'cold-store';

export type DemoProject = {
  name: string;
  description: string;
  status: ProjectStatus;
  client: string;
  /** Its own: no two projects show the same. */
  building: DemoBuilding;
  startedMonthsAgo: number;
  /** Share of the building's rendered stages that is reached by now. */
  reached: number;
  /** The clock of its drone was set at one visit: those pictures say when they were taken. */
  clockWasSet?: boolean;
  sites: { name: string; description: string; location: string; photographer: string | null }[];
  members: { username: string; role: MemberRole }[];
};

export const projects: DemoProject[] = [
  {
    name: 'Lekki Palm Residences',
    description:
      'Two six-storey residential blocks with 48 flats, a gatehouse and underground parking, off Admiralty Way.',
    status: 'active',
    client: 'client',
    building: 'residential-block',
    startedMonthsAgo: 12,
    reached: 0.9,
    clockWasSet: true,
    sites: [
      {
        name: 'Block A',
        description: 'Six floors, 24 flats',
        location: 'Admiralty Way, Lekki Phase 1, Lagos',
        photographer: 'photographer',
      },
      {
        name: 'Block B',
        description: 'Six floors, 24 flats',
        location: 'Admiralty Way, Lekki Phase 1, Lagos',
        photographer: 'ngozi',
      },
      {
        name: 'Gatehouse',
        description: 'Security, plant room and transformer',
        location: 'Admiralty Way, Lekki Phase 1, Lagos',
        photographer: null,
      },
    ],
    members: [
      { username: 'fatima', role: 'viewer' },
      { username: 'emeka', role: 'contributor' },
      { username: 'yetunde', role: 'checker' },
    ],
  },
  {
    name: 'Ikoyi Heights',
    description: 'Residential tower on a podium with shops. The owner follows the works from London.',
    status: 'active',
    client: 'bola',
    building: 'podium-tower',
    startedMonthsAgo: 9,
    reached: 1,
    sites: [
      {
        name: 'Tower',
        description: 'Flats from the second floor up',
        location: 'Bourdillon Road, Ikoyi, Lagos',
        photographer: 'photographer',
      },
      {
        name: 'Podium',
        description: 'Shops and two parking decks',
        location: 'Bourdillon Road, Ikoyi, Lagos',
        photographer: 'ifeoma',
      },
    ],
    members: [{ username: 'emeka', role: 'admin' }],
  },
  {
    name: 'Aso Garden Terraces',
    description: 'Terraced duplexes in three rows around a shared garden.',
    status: 'active',
    client: 'chidi',
    building: 'duplex-terrace',
    startedMonthsAgo: 10,
    reached: 0.8,
    sites: [
      { name: 'Row 1', description: 'Houses 1 to 6', location: 'Gwarinpa, Abuja', photographer: 'musa' },
      { name: 'Row 2', description: 'Houses 7 to 12', location: 'Gwarinpa, Abuja', photographer: 'musa' },
      { name: 'Row 3', description: 'Houses 13 to 16', location: 'Gwarinpa, Abuja', photographer: 'ifeoma' },
    ],
    members: [],
  },
  {
    name: 'Ibadan Logistics Park',
    description: 'Two steel-framed warehouses with a truck yard on the expressway.',
    status: 'active',
    client: 'hauwa',
    building: 'steel-warehouse',
    startedMonthsAgo: 8,
    reached: 0.85,
    sites: [
      {
        name: 'Warehouse 1',
        description: '6,000 m² with loading docks',
        location: 'Lagos–Ibadan Expressway, Km 110',
        photographer: 'ngozi',
      },
      {
        name: 'Warehouse 2',
        description: '4,500 m²',
        location: 'Lagos–Ibadan Expressway, Km 110',
        photographer: 'ngozi',
      },
    ],
    members: [{ username: 'fatima', role: 'viewer' }],
  },
  {
    name: 'Marina Offices Refurbishment',
    description: 'New facade and services for an office building on the Marina, floor by floor while tenants stay.',
    status: 'active',
    client: 'client',
    building: 'office-facade',
    startedMonthsAgo: 5,
    reached: 1,
    sites: [
      {
        name: 'Main building',
        description: 'Facade, lifts and risers',
        location: 'Marina, Lagos Island',
        photographer: 'photographer',
      },
      { name: 'Annex', description: 'Plant and archive', location: 'Marina, Lagos Island', photographer: 'ifeoma' },
    ],
    members: [],
  },
  {
    name: 'Epe Cold Store',
    description: 'Cold store and packing hall for a farm cooperative. Works stopped until the power line is confirmed.',
    status: 'on_hold',
    client: 'hauwa',
    building: 'cold-store',
    startedMonthsAgo: 11,
    reached: 1,
    sites: [
      {
        name: 'Packing hall',
        description: 'Hall with washing line',
        location: 'Epe–Ijebu Ode Road, Epe',
        photographer: 'ifeoma',
      },
      {
        name: 'Cold rooms',
        description: 'Eight chambers',
        location: 'Epe–Ijebu Ode Road, Epe',
        photographer: 'ifeoma',
      },
    ],
    members: [],
  },
  {
    name: 'Yaba Student Lodge',
    description: 'Student housing near the university, handed over to its operator.',
    status: 'completed',
    client: 'bola',
    building: 'student-lodge',
    startedMonthsAgo: 12,
    reached: 1,
    sites: [
      {
        name: 'Main lodge',
        description: '120 rooms',
        location: 'Herbert Macaulay Way, Yaba, Lagos',
        photographer: 'ngozi',
      },
      {
        name: 'Refectory',
        description: 'Kitchen and hall',
        location: 'Herbert Macaulay Way, Yaba, Lagos',
        photographer: 'ngozi',
      },
    ],
    members: [],
  },
  {
    name: 'Enugu Hillside Duplexes',
    description: 'Eight duplexes on the slope above Independence Layout. Recorded as a whole, without separate sites.',
    status: 'active',
    client: 'chidi',
    building: 'hillside-duplexes',
    startedMonthsAgo: 4,
    reached: 1,
    sites: [],
    members: [
      { username: 'ngozi', role: 'contributor' },
      { username: 'fatima', role: 'viewer' },
    ],
  },
];
