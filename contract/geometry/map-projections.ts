// Map projections by their EPSG numbers, all known here: nothing is looked up on the net. UTM zones by formula, others by list.

/** `words`: how it meets WGS 84, for proj4; `metres`: how well; `numbers`: of its degrees and itself. */
type KnownDatum = { words: string; metres: number; numbers: number[] };

/**
 * How well each meets WGS 84 is the accuracy that the EPSG registry (12.029) gives the transformation: 1149 for ETRS89, and alike those of SIRGAS 2000 and
 * RGF93; 1188 for NAD83; 8450 for GDA2020, and 8048 with it for GDA94; 1168 for Minna, which serves the whole of Nigeria; 1676 and 1766 for Switzerland;
 * 4833 for Amersfoort. Only of Britain's, 1314, it says 2 m, but Ordnance Survey's own grid lies up to 4.7 m away from it.
 */
export const datums = {
  wgs84: { words: '+datum=WGS84', metres: 0, numbers: [4326, 6326] },
  grs80: {
    words: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0',
    metres: 1,
    numbers: [4258, 6258, 4171, 6171, 4674, 6674],
  },
  nad83: { words: '+datum=NAD83', metres: 4, numbers: [4269, 6269, 6318, 1116] },
  gda94: {
    words: '+ellps=GRS80 +towgs84=0.06155,-0.01087,-0.04019,0.0394924,0.0327221,0.0328979,-0.009994',
    metres: 3,
    numbers: [4283, 6283],
  },
  gda2020: { words: '+ellps=GRS80 +towgs84=0,0,0', metres: 3, numbers: [7844, 1168] },
  minna: { words: '+a=6378249.145 +rf=293.465 +towgs84=-92,-93,122,0,0,0,0', metres: 15, numbers: [4263, 6263] },
  osgb36: {
    words: '+ellps=airy +towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894',
    metres: 5,
    numbers: [4277, 6277],
  },
  ch1903: {
    words: '+ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0',
    metres: 1,
    numbers: [4150, 6150, 4149, 6149],
  },
  amersfoort: {
    words: '+ellps=bessel +towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725',
    metres: 1,
    numbers: [4289, 6289],
  },
} satisfies Record<string, KnownDatum>;

const grs80 = datums.grs80.words;
const nad83 = datums.nad83.words;
const minna = datums.minna.words;
const swiss = `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 ${datums.ch1903.words}`;
const belt = `+proj=tmerc +lat_0=4 +k=0.99975 +y_0=0 ${minna}`;

/** Runs of UTM zones: the first number of each, and the zone that it stands for. */
const utmRuns: { from: number; zones: [first: number, last: number]; south?: boolean; datum: string }[] = [
  { from: 32601, zones: [1, 60], datum: datums.wgs84.words },
  { from: 32701, zones: [1, 60], south: true, datum: datums.wgs84.words },
  { from: 25828, zones: [28, 38], datum: grs80 },
  { from: 26901, zones: [1, 23], datum: nad83 },
  { from: 6328, zones: [59, 60], datum: nad83 },
  { from: 6330, zones: [1, 19], datum: nad83 },
  { from: 28348, zones: [48, 58], south: true, datum: datums.gda94.words },
  { from: 7846, zones: [46, 59], south: true, datum: datums.gda2020.words },
  { from: 31965, zones: [11, 22], datum: grs80 },
  { from: 31977, zones: [17, 25], south: true, datum: grs80 },
  { from: 26331, zones: [31, 32], datum: minna },
];

const others: Record<number, string> = {
  2056: `${swiss} +x_0=2600000 +y_0=1200000`,
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${grs80}`,
  4258: `+proj=longlat ${grs80}`,
  4269: `+proj=longlat ${nad83}`,
  4326: `+proj=longlat ${datums.wgs84.words}`,
  3857: '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null',
  21781: `${swiss} +x_0=600000 +y_0=200000`,
  26391: `${belt} +lon_0=4.5 +x_0=230738.26`,
  26392: `${belt} +lon_0=8.5 +x_0=670553.98`,
  26393: `${belt} +lon_0=12.5 +x_0=1110369.7`,
  27700: `+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 ${datums.osgb36.words}`,
  28992: `+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 ${datums.amersfoort.words}`,
};

/** The definition in proj4's words; null where we have none. */
export function definitionOf(epsg: number): string | null {
  const other = others[epsg];
  if (other) return `${other} ${other.startsWith('+proj=longlat') ? '' : '+units=m '}+no_defs`;
  for (const { from, zones, south, datum } of utmRuns) {
    const zone = zones[0] + epsg - from;
    if (epsg >= from && zone <= zones[1])
      return `+proj=utm +zone=${zone}${south ? ' +south' : ''} ${datum} +units=m +no_defs`;
  }
  return null;
}
