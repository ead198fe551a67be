// The demo's texts: notes of visits, reviews, and what people wrote in disputes.

import type { Priority } from '#contract/disputes.ts';
import type { DisputeStatus } from '#contract/policy.ts';
import type { DemoBuilding } from './cast.ts';

/** What the crew wrote at each stage of a building, in the order of its stages: it says what the pictures show. */
export const visitNotes: Record<DemoBuilding, string[]> = {
  'residential-block': [
    'Setting-out checked against the survey pegs. Access road is soft after rain, trucks stay on the hardcore.',
    'Excavation to formation level on the north half. Groundwater pumped, sides stable.',
    'Raft reinforcement placed and tied. Concrete booked for Thursday, 64 m³.',
    'Second-floor slab poured. Back-propping stays in place for 14 days.',
    'Formwork for the fifth floor under way. Crane swing kept off the neighbour’s plot.',
    'Frame topped out, blockwork up to the fifth floor. Scaffold tied in on three sides.',
    'Roof timbers set, sheets on the first half. Render on five floors, windows in on three.',
    'Paving and planting done, scaffold gone. Snag list walked with the site engineer.',
  ],
  'podium-tower': [
    'Excavation for both parking decks. Sides stable, dewatering runs day and night.',
    'Half of the podium raft poured, the other half tied and inspected. Tower crane in service.',
    'First podium deck poured. Column starters checked against the drawing.',
    'Podium frame complete, tower at its second floor. Edge protection still missing on the deck’s south side.',
    'Tower at its fifth floor, blockwork starts below. Honeycombing at column C4 marked for repair.',
    'Tower at its eighth floor. Shop fronts glazed, first coat of paint above the podium.',
  ],
  'office-facade': [
    'Old facade recorded bay by bay before the works. Loose render at the parapet marked, offices in use on all floors.',
    'Scaffold up on two sides. Top three floors stripped back to the slab edges, debris nets hung.',
    'New glass on the top three floors, the two below stripped. Risers rewired behind them, tenants moved down for a week.',
    'New facade on six of eight floors, scaffold struck down to the fifth. Annex follows from its top floor.',
  ],
  'student-lodge': [
    'Clearing under way, lines of the long wing pegged. The trees make way next week.',
    'Strip footings poured on all lines. Rain stood in the trenches for a day, pumped out.',
    'Ground slabs of both wings and the refectory cast. Starters straight and capped.',
    'Ground-floor frame of both wings. Props stay for 14 days.',
    'First-floor frame done, refectory framed. Gallery slabs follow one bay behind.',
    'Blockwork on two floors, refectory roof timbers set. Scaffold along the court.',
    'Roof timbers on both wings, plaster on two floors. Refectory roof finished.',
    'Painted, planted and handed over to the operator. First students moving in.',
  ],
  'duplex-terrace': [
    'Strip foundations poured for all five houses, walls started from the left.',
    'Ground-floor walls up on the first two houses. Lintels delivered.',
    'Upper slabs cast up to house three. Back-propping stays in place for 14 days.',
    'Roof timbers on all houses, sheets on the first two. Gutters and flashings follow next week.',
    'Render almost done. Soil pipes laid and pressure-tested, no leaks found.',
    'Drives paved, hedges planted. Snag list walked with the site engineer.',
  ],
  'hillside-duplexes': [
    'Both levels cut and held by stone walls. Footings of the upper row poured, lower row above ground.',
    'Lower row up to the first-floor slabs. Drains behind the retaining wall run clear after the storm.',
    'Upper walls on the lower row, first-floor slabs on the one above. Red earth washes off the bank, silt trap to be emptied.',
  ],
  'steel-warehouse': [
    'Pad footings cast, holding-down bolts checked against the template.',
    'Half of the ground slab poured. Joints to be sawn within 24 hours.',
    'Six of nine portal frames up, bracing in. Next delivery of steel on Monday.',
    'Purlins on, half of the roof sheeted. Plinth walls follow.',
    'Cladding on five bays. Main panel delivered, earthing tested.',
    'Doors hung, yard poured. First trailers at the docks.',
  ],
  'cold-store': [
    'Four of six frames of the packing hall up. First two cold rooms closed with insulated panels.',
    'Hall closed on three sides, five of eight cold rooms stand. Works stopped, a guard is on site; weeds on the forecourt.',
  ],
};

export const rejections = [
  {
    reason: 'The drone folder holds the photos of the previous visit. Please link the new one.',
    notes: 'Everything else is fine.',
  },
  { reason: 'Viewpoint 2 is missing, so this visit cannot be compared with the last one.', notes: null },
  {
    reason: 'Faces of passers-by are recognisable in the first photo. Please blur them or leave it out.',
    notes: 'The second one is fine.',
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
    reason: 'Could both viewpoints be flown at the same height every time? The scale differs from last month.',
    talk: [['admin', 'Yes: 40 m from now on, it is in the crew’s flight plan.']],
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
