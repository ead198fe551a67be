// The demo's texts: notes of visits, reviews, and what people wrote in disputes.

import type { Priority } from '#contract/disputes.ts';
import type { DisputeStatus } from '#contract/policy.ts';
import type { Phase } from '#contract/session-fields.ts';

/** Notes by phase, in the order in which visits use them. */
export const notes: Record<Phase, string[]> = {
  foundation: [
    'Setting-out checked against the survey pegs. Access road is soft after rain, trucks stay on the hardcore.',
    'Excavation to formation level on the north half. Groundwater pumped, sides stable.',
    'Raft reinforcement placed and tied. Concrete booked for Thursday, 64 m³.',
  ],
  framing: [
    'Columns of the ground floor struck, honeycombing at C4 marked for repair.',
    'First-floor slab poured. Back-propping stays in place for 14 days.',
    'Formwork for the next deck under way. Crane swing kept off the neighbour’s plot.',
    'Frame topped out on the east side. Safety netting complete.',
  ],
  roofing: [
    'Roof trusses set, purlins on two thirds of the span.',
    'Long-span aluminium sheets on. Gutters and flashings follow next week.',
  ],
  electrical: [
    'First fix on floors one to three. Risers photographed before closing.',
    'Main panel delivered, earthing tested.',
  ],
  plumbing: ['Soil stacks pressure-tested up to the fourth floor, no leaks found.', 'Water tanks lifted to the roof.'],
  finishing: [
    'Blockwork rendered outside, first coat of paint on the south face.',
    'Windows in on all floors. Scaffolding coming down from the west.',
    'Paving of the forecourt and planting in progress. Snag list walked with the site engineer.',
  ],
  other: ['Quarterly overview flight at the client’s request.'],
};

export const rejections = [
  {
    reason: 'The drone folder holds the photos of the previous visit. Please link the new one.',
    notes: 'Everything else is fine.',
  },
  { reason: 'Viewpoint 3 is missing, so this visit cannot be compared with the last one.', notes: null },
  {
    reason: 'Faces of workers are recognisable in the interior photos. Please blur or leave them out.',
    notes: 'See photos 4 and 9.',
  },
];

export const reviewNotes = [
  'Good light, all viewpoints there.',
  null,
  'Released. Please fly the east side a little higher next time.',
  null,
];

export type DemoConcern = {
  project: string;
  /** Which released session of the project, newest first. */
  nth: number;
  by: string;
  priority: Priority;
  status: DisputeStatus;
  reason: string;
  talk: [username: string, message: string][];
};

export const concerns: DemoConcern[] = [
  {
    project: 'Lekki Palm Residences',
    nth: 0,
    by: 'client',
    priority: 'high',
    status: 'open',
    reason:
      'On the east elevation the scaffolding ends one bay before the corner, but masons are working there. Is that safe?',
    talk: [],
  },
  {
    project: 'Lekki Palm Residences',
    nth: 2,
    by: 'emeka',
    priority: 'medium',
    status: 'in_progress',
    reason: 'The valuation counts the fourth-floor slab as poured. In these photos I see formwork only on half of it.',
    talk: [
      [
        'photographer',
        'The west half was poured the afternoon after the flight. I go again on Friday and will photograph both halves.',
      ],
      ['emeka', 'Thank you. Please include a photo of the construction joint.'],
      ['admin', 'Friday’s visit is scheduled. We keep this open until you have seen it.'],
    ],
  },
  {
    project: 'Lekki Palm Residences',
    nth: 4,
    by: 'client',
    priority: 'low',
    status: 'resolved',
    reason: 'The tour link opened the ground floor of Block B instead of Block A.',
    talk: [
      ['photographer', 'Sorry, wrong link. The session has the right one now.'],
      ['client', 'Works, thank you.'],
    ],
  },
  {
    project: 'Ikoyi Heights',
    nth: 0,
    by: 'bola',
    priority: 'medium',
    status: 'open',
    reason: 'Rebar on the podium deck looks rusty in the close-ups. Has it been lying there since August?',
    talk: [
      [
        'photographer',
        'It was delivered two weeks ago, the rust is on the surface. I will take detail photos of the tags.',
      ],
    ],
  },
  {
    project: 'Ikoyi Heights',
    nth: 2,
    by: 'emeka',
    priority: 'low',
    status: 'closed',
    reason: 'Could the map be flown at the same height every time? Scale differs from last month.',
    talk: [['admin', 'Yes: 80 m from now on, it is in the crew’s flight plan.']],
  },
  {
    project: 'Aso Garden Terraces',
    nth: 1,
    by: 'chidi',
    priority: 'high',
    status: 'in_progress',
    reason: 'Row 2 seems to stand closer to the fence than the approved plan allows. Please measure.',
    talk: [
      ['musa', 'The orthomosaic gives 2.94 m at the north corner, 3.02 m at the south one.'],
      ['chidi', 'The plan says 3.00 m. I have asked the surveyor to confirm on site.'],
    ],
  },
  {
    project: 'Ibadan Logistics Park',
    nth: 0,
    by: 'hauwa',
    priority: 'medium',
    status: 'resolved',
    reason: 'No photos of the loading docks in this visit.',
    talk: [['ngozi', 'Added as photos 7 to 9 of the next visit; the docks were blocked by trailers on that day.']],
  },
];
