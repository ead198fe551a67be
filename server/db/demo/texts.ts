// The demo's texts: notes of visits, reviews, and what people wrote in disputes.

import type { Priority } from '#contract/disputes/endpoints.ts';
import type { DisputeStatus } from '#contract/policy.ts';
import type { ReasonCode } from '#contract/sessions/rejection.ts';
import type { DemoPin } from './pins.ts';
import type { DemoBuilding } from './projects.ts';

/** What the crew wrote at each stage of a building, in the order of its stages; it matches the pictures. */
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

type DemoRejection = {
  reasons: ReasonCode[];
  words: string;
  notes: string | null;
  /** On the first two drone pictures. */
  flags: [string, string];
};

const rejections: [DemoRejection, ...DemoRejection[]] = [
  {
    reasons: ['wrongDate'],
    words: 'The drone folder holds the photos of the previous visit. Please link the new one.',
    notes: 'Everything else is fine.',
    flags: ['The scaffold stands here, which was taken down last week.', 'The same as last time.'],
  },
  {
    reasons: ['missingViewpoint', 'tooFew'],
    words: 'Viewpoint 2 cannot be compared with the last visit.',
    notes: null,
    flags: ['This stands much lower than last time.', 'Is this viewpoint 2? Then please a little more to the left.'],
  },
  {
    reasons: ['privacy', 'blurred'],
    words: 'Please make faces of passers-by unrecognisable, or leave the first photo out.',
    notes: 'Everything else is fine.',
    flags: ['Faces at the gate.', 'Not sharp on the left.'],
  },
];

/** Of the nth visit. */
export function rejectionOf(nth: number): DemoRejection {
  return rejections[nth % rejections.length] ?? rejections[0];
}

/** The crew's answer to the first flag, and its note on the whole resubmission. */
export const resubmission = {
  answer: 'Taken again this morning, from the usual place.',
  note: 'One photo is replaced and two of the east side are new.',
};

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
  /** Some of the answers show a place in a picture. */
  messages: [username: string, message: string, shown?: DemoPin][];
  /** For those that were not raised on the day after the release. */
  raisedHoursAgo?: number;
  /** Where it is; and where its raiser had put it first, if it was moved. */
  pin?: DemoPin;
  pinnedFirst?: DemoPin;
};

export const concerns: DemoConcern[] = [
  {
    project: 'Lekki Palm Residences',
    nth: 0,
    by: 'client',
    priority: 'high',
    status: 'open',
    reason:
      'At the south-east corner the platforms of the two scaffolds do not meet, and I see no rail across the gap. Is that safe?',
    messages: [],
    pinnedFirst: { kind: 'photo', nth: 0, tab: 'drone', file: '01.jpg', x: 0.676, y: 0.312 },
    pin: { kind: 'photo', nth: 0, tab: 'drone', file: '01.jpg', x: 0.602, y: 0.441 },
  },
  {
    project: 'Lekki Palm Residences',
    nth: 1,
    by: 'client',
    priority: 'medium',
    status: 'open',
    reason:
      'The reinforcing bars by the gate lie on bare earth, and the rains begin. Can they be put on timber and covered?',
    messages: [],
    raisedHoursAgo: 20,
    pin: { kind: 'photo', nth: 1, tab: 'drone', file: '01.jpg', x: 0.641, y: 0.922 },
  },
  {
    project: 'Lekki Palm Residences',
    nth: 2,
    by: 'emeka',
    priority: 'medium',
    status: 'in_progress',
    reason:
      'The valuation counts all columns of the fifth floor as poured. In this photo several still stand in their formwork, this one among them.',
    messages: [
      ['photographer', 'It was poured the afternoon after the flight. I will photograph the corner on the next visit.'],
      [
        'photographer',
        'Here it is, stripped and with the deck above it.',
        { kind: 'photo', nth: 1, tab: 'drone', file: '01.jpg', x: 0.611, y: 0.36 },
      ],
      ['emeka', 'Thank you. Please include a photo of the construction joint.'],
      ['admin', 'It is on the list for the next visit. We keep this open until you have seen it.'],
    ],
    pin: { kind: 'photo', nth: 2, tab: 'drone', file: '01.jpg', x: 0.66, y: 0.417 },
  },
  {
    project: 'Lekki Palm Residences',
    nth: 4,
    by: 'client',
    priority: 'low',
    status: 'resolved',
    reason: 'The tour link opened the ground floor of Block B instead of Block A.',
    messages: [
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
    reason: 'Rebar on the podium deck looks rusty, and lies where it lay on the visit before. Is it still to be used?',
    messages: [
      [
        'photographer',
        'The rust is on the surface only, it goes into the stairs next. I will take detail photos of the tags.',
      ],
    ],
    pin: { kind: 'comparison', nth: 0, tab: 'drone', file: '02.jpg', before: 1, x: 0.558, y: 0.713 },
  },
  {
    project: 'Ikoyi Heights',
    nth: 2,
    by: 'emeka',
    priority: 'low',
    status: 'closed',
    reason: 'Could all viewpoints be flown at the same height every time? The scale differs a little from last month.',
    messages: [['admin', 'Yes, the heights are in the crew’s flight plan. What is left is overlaid when you compare.']],
  },
  {
    project: 'Aso Garden Terraces',
    nth: 2,
    by: 'chidi',
    priority: 'high',
    status: 'in_progress',
    reason: 'The heap of sand seems to lie against the east fence, where the neighbour’s drain runs. Please measure.',
    messages: [
      ['musa', 'The orthomosaic gives about 1 m from the sand to the fence, and the same for the gravel.'],
      ['chidi', 'We agreed on 2 m. I have asked the site agent to move both.'],
    ],
    pin: { kind: 'map', nth: 2, tab: 'orthomosaic', file: 'map.tif', east: 23.4, north: 0.5 },
  },
  {
    project: 'Aso Garden Terraces',
    nth: 2,
    by: 'chidi',
    priority: 'low',
    status: 'resolved',
    reason: 'From here one sees bare rafters on three houses. Will they be covered before the rains?',
    messages: [
      ['musa', 'The sheets are on site, the roofers finish house five within two weeks.'],
      ['chidi', 'Good, thank you.'],
    ],
    pin: { kind: 'film', nth: 2, tab: 'videos', file: 'flight.mp4', second: 3, x: 0.6, y: 0.48 },
  },
  {
    project: 'Ibadan Logistics Park',
    nth: 0,
    by: 'hauwa',
    priority: 'medium',
    status: 'open',
    reason: 'This bay of the hall still has no cladding, and rain reaches the new floor. When will it be closed?',
    messages: [],
    raisedHoursAgo: 30,
    pin: { kind: 'panorama', nth: 0, tab: 'tour360', file: 'pano.jpg', yaw: -52, pitch: 6 },
  },
  {
    project: 'Ibadan Logistics Park',
    nth: 1,
    by: 'hauwa',
    priority: 'medium',
    status: 'resolved',
    reason: 'No photos of the loading docks in this visit.',
    messages: [['ngozi', 'They were blocked by trailers on that day; the next visit has them.']],
  },
  {
    project: 'Enugu Hillside Duplexes',
    nth: 0,
    by: 'chidi',
    priority: 'low',
    status: 'resolved',
    reason: 'The palm stands where the plan shows the drive to the upper row. Does it stay?',
    messages: [['ngozi', 'It stays: the drive goes round it, the new drawing is with the site engineer.']],
    raisedHoursAgo: 50,
    pin: { kind: 'photo', nth: 0, tab: 'drone', file: '01.jpg', x: 0.76, y: 0.626 },
  },
];
