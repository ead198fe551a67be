// Refuses a Node that is too old, in words, before anything else of the scripts is evaluated.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const least = /** @type {Record<number, number>} */ ({ 20: 19, 22: 12 });
const fits = major >= 24 || minor >= (least[major] ?? Number.POSITIVE_INFINITY);

if (!fits) {
  console.error(`Topout needs Node 20.19 (or 22.12, or 24 and later); this is ${process.version}.`);
  process.exit(1);
}
