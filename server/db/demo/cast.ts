// The people of the demo company. The same cast serves the demo, the journeys and the tests.
import type { Role } from '#contract/policy.ts';

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
    bio: 'Runs operations from the Yaba office. Releases nothing she has not checked.',
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
  {
    username: 'yetunde',
    firstName: 'Yetunde',
    lastName: 'Alabi',
    role: 'client',
    company: 'Alabi Cost Consult, quantity surveyors',
    phone: '+234 809 555 0126',
    bio: 'Registered quantity surveyor. Confirms what the bank pays for.',
  },
];
