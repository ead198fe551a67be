// The stages that a list begins with: those of a building in Nigeria, to be edited.

export type TemplateStage = { name: string; criteria: readonly string[]; wanted: readonly string[] };

export const stageTemplate: readonly TemplateStage[] = [
  {
    name: 'Setting out',
    criteria: [
      'Profile boards stand at every corner',
      'Building lines are pegged and strung',
      'Diagonals were measured and agree',
    ],
    wanted: ['The whole plot from above, with the building lines'],
  },
  {
    name: 'Foundation',
    criteria: [
      'Trenches are dug to the depth of the drawings',
      'Blinding is cast',
      'Footing reinforcement is tied as drawn',
      'Footings are cast',
    ],
    wanted: ['Before cover-up: footing reinforcement', 'Footings after casting'],
  },
  {
    name: 'DPC',
    criteria: [
      'Foundation walls are level at DPC height',
      'Backfill is compacted',
      'The damp-proof course is laid without gaps',
    ],
    wanted: ['Before cover-up: damp-proof course at the corners'],
  },
  {
    name: 'Ground-floor slab',
    criteria: [
      'Hardcore is compacted',
      'Mesh lies on spacers',
      'Ducts and pipes are in place',
      'The slab is cast and cured',
    ],
    wanted: ['Before cover-up: mesh and pipes', 'The slab from above'],
  },
  {
    name: 'Walls to lintel',
    criteria: [
      'Walls stand to lintel height on all sides',
      'Openings are where the drawings have them',
      'Columns are cast to lintel height',
    ],
    wanted: ['Each side of the building'],
  },
  {
    name: 'Lintel',
    criteria: [
      'Lintels are cast over all openings',
      'Lintel reinforcement was seen before casting',
      'Formwork is struck',
    ],
    wanted: ['Before cover-up: lintel reinforcement', 'Lintels over all openings'],
  },
  {
    name: 'Decking',
    criteria: [
      'Formwork is propped and level',
      'Slab and beam reinforcement is tied as drawn',
      'Conduits are in place',
      'The slab is cast',
    ],
    wanted: ['Before cover-up: slab reinforcement from above', 'The slab after casting'],
  },
  {
    name: 'Upper floors',
    criteria: [
      'Columns are cast on every upper floor',
      'Walls stand on every upper floor',
      'Upper slabs and stairs are cast',
    ],
    wanted: ['Each side of the building', 'Every upper floor from inside'],
  },
  {
    name: 'Roof carcass',
    criteria: [
      'Wall plates are anchored',
      'Rafters, purlins and bracing are fixed',
      'Timber is treated, or steel painted',
    ],
    wanted: ['The carcass from above', 'Anchors of the wall plate'],
  },
  {
    name: 'Roof covering',
    criteria: ['The covering is fixed on all slopes', 'Ridges and flashings are closed', 'Gutters are fixed'],
    wanted: ['The roof from above'],
  },
  {
    name: 'Plastering',
    criteria: ['Inner walls are plastered', 'Outer walls are rendered', 'Chases for services are closed'],
    wanted: ['Before cover-up: conduits and pipes in the walls', 'Each side of the building'],
  },
  {
    name: 'Services',
    criteria: ['Water and waste pipes are tested', 'Wiring is drawn and tested', 'Septic tank and soakaway are built'],
    wanted: ['The distribution board', 'Septic tank before it is closed'],
  },
  {
    name: 'Finishes',
    criteria: [
      'Floors are tiled or screeded',
      'Doors and windows are fitted',
      'Ceilings are fixed',
      'Painting is done',
    ],
    wanted: ['Every room', 'Each side of the building'],
  },
  {
    name: 'External works',
    criteria: ['Drains run to their outlet', 'Paving is laid', 'The fence and gate stand'],
    wanted: ['The whole plot from above'],
  },
  {
    name: 'Handover',
    criteria: ['Defects that were listed are mended', 'Keys and documents are handed over', 'The site is cleared'],
    wanted: ['The whole plot from above', 'Every room'],
  },
];
