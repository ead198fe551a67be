// Long runs of signs without a place to break, cut into lines before the PDF library looks at them: it would weigh each of their beginnings.

/** What it breaks by itself soon enough: it takes as long as the square of this. */
const longestRun = 60;
/** However narrow its signs are: those that stand over others have no width. */
const mostSigns = 200;
/** Signs may stand a little wider beside each other than alone. */
const usedShare = 0.98;
const mostSpaces = 8;

/** Between words, where any line may end: not behind or before every sign. */
const sureBreak = /(?<=[\p{L}\p{N}.,;:!?)]) (?=[\p{L}\p{N}])/u;

/** Greedily, each line as long as fits; a space in its second half is where it ends rather. */
function linesOf(run: string, room: number, widthOf: (sign: string) => number): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  let width = 0;
  for (const sign of run) {
    const own = widthOf(sign);
    if (line.length > 0 && (width + own > room || line.length === mostSigns)) {
      const space = line.lastIndexOf(' ') + 1;
      const rest = space > line.length / 2 ? line.splice(space) : [];
      lines.push(line.join('').trimEnd());
      line = rest;
      width = rest.reduce((sum, one) => sum + widthOf(one), 0);
    }
    line.push(sign);
    width += own;
  }
  return [...lines, line.join('')];
}

/** The same words, with line breaks in those that are longer than any word is. Takes as long as the text is. */
export function breakWords(text: string, room: number, widthOf: (sign: string) => number): string {
  if (text.length <= longestRun) return text;
  const lines = text.split('\n').map((line) => {
    const runs = line.replace(/[^\S\n]{9,}/g, ' '.repeat(mostSpaces)).split(sureBreak);
    return runs
      .map((run) => (run.length <= longestRun ? run : `\n${linesOf(run, room * usedShare, widthOf).join('\n')}`))
      .join(' ')
      .replaceAll(' \n', '\n')
      .replace(/^\n/, '');
  });
  return lines.join('\n');
}
