// The demo company: its people, its projects and their sites. The same cast serves the demo, the journeys and the tests.
import type { MemberRole, Role } from '#contract/policy.ts';
import type { ProjectStatus } from '#contract/projects/endpoints.ts';

export const demoPassword = 'topout-demo';

export type DemoPerson = {
  username: string;
  firstName: string;
  lastName: string;
  role: Role;
  company?: string;
  phone?: string;
  bio?: string;
};

/** `admin`, `photographer` and `client` are the logins that the login page of a demo shows (behaviour §8.6). */
export const people: DemoPerson[] = [
  {
    username: 'admin',
    firstName: 'Ada',
    lastName: 'Obi',
    role: 'admin',
    phone: '+234 803 555 0101',
    bio: 'Runs operations from the Yaba office. Releases nothing she has not looked at.',
  },
  {
    username: 'kunle',
    firstName: 'Kunle',
    lastName: 'Adeyemi',
    role: 'admin',
    phone: '+234 803 555 0102',
    bio: 'Second pair of eyes for every release.',
  },
  {
    username: 'photographer',
    firstName: 'Tunde',
    lastName: 'Bakare',
    role: 'photographer',
    phone: '+234 806 555 0110',
    bio: 'Licensed drone pilot, Lagos mainland and islands.',
  },
  {
    username: 'ngozi',
    firstName: 'Ngozi',
    lastName: 'Eze',
    role: 'photographer',
    phone: '+234 806 555 0111',
    bio: 'Drone and interior photography, Lagos and Enugu.',
  },
  {
    username: 'musa',
    firstName: 'Musa',
    lastName: 'Danjuma',
    role: 'photographer',
    phone: '+234 806 555 0112',
    bio: 'Covers Abuja and the north. Maps with RTK.',
  },
  { username: 'ifeoma', firstName: 'Ifeoma', lastName: 'Okonkwo', role: 'photographer', phone: '+234 806 555 0113' },
  {
    username: 'client',
    firstName: 'Amaka',
    lastName: 'Okafor',
    role: 'client',
    company: 'Okafor Estates',
    phone: '+234 802 555 0120',
    bio: 'Developer in Lekki. Checks her sites at lunch, from her phone.',
  },
  {
    username: 'bola',
    firstName: 'Bola',
    lastName: 'Adekunle',
    role: 'client',
    company: 'Lagoon Developments',
    phone: '+44 20 7946 0121',
    bio: 'Lives in London, builds in Ikoyi.',
  },
  {
    username: 'chidi',
    firstName: 'Chidi',
    lastName: 'Nwosu',
    role: 'client',
    company: 'Aso Garden Homes',
    phone: '+234 805 555 0122',
  },
  {
    username: 'hauwa',
    firstName: 'Hauwa',
    lastName: 'Bello',
    role: 'client',
    company: 'Northgate Logistics',
    phone: '+234 807 555 0123',
  },
  {
    username: 'fatima',
    firstName: 'Fatima',
    lastName: 'Sani',
    role: 'client',
    company: 'Unity Trust Bank',
    phone: '+234 809 555 0124',
    bio: 'Follows what the bank has lent for.',
  },
  {
    username: 'emeka',
    firstName: 'Emeka',
    lastName: 'Ibe',
    role: 'client',
    company: 'Ibe & Partners, quantity surveyors',
    phone: '+234 809 555 0125',
  },
];

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
