// Map projections by their EPSG numbers, all known here: nothing is looked up on the net. UTM zones by formula, others by list.

const grs80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0';
/** Nigeria's Minna datum on Clarke 1880. */
const minna = '+a=6378249.145 +rf=293.465 +towgs84=-92,-93,122,0,0,0,0';
const belt = `+proj=tmerc +lat_0=4 +k=0.99975 +y_0=0 ${minna}`;

/** Runs of UTM zones: the first number of each, and the zone that it stands for. */
const utmRuns: { from: number; zones: [first: number, last: number]; south?: boolean; datum: string }[] = [
  { from: 32601, zones: [1, 60], datum: '+datum=WGS84' },
  { from: 32701, zones: [1, 60], south: true, datum: '+datum=WGS84' },
  { from: 25828, zones: [28, 38], datum: grs80 },
  { from: 26901, zones: [1, 23], datum: grs80 },
  { from: 6328, zones: [59, 60], datum: grs80 },
  { from: 6330, zones: [1, 19], datum: grs80 },
  { from: 28348, zones: [48, 58], south: true, datum: grs80 },
  { from: 7846, zones: [46, 59], south: true, datum: grs80 },
  { from: 31965, zones: [11, 22], datum: grs80 },
  { from: 31977, zones: [17, 25], south: true, datum: grs80 },
  { from: 26331, zones: [31, 32], datum: minna },
];

const others: Record<number, string> = {
  2056: '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0',
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${grs80}`,
  4258: `+proj=longlat ${grs80}`,
  4269: `+proj=longlat ${grs80}`,
  4326: '+proj=longlat +datum=WGS84',
  3857: '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null',
  26391: `${belt} +lon_0=4.5 +x_0=230738.26`,
  26392: `${belt} +lon_0=8.5 +x_0=670553.98`,
  26393: `${belt} +lon_0=12.5 +x_0=1110369.7`,
  27700:
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894',
  28992:
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725',
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
