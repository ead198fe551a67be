// The project that everybody may view as the live sample.

/** `first`: the demo company's; null: there is no sample. */
export type SampleProject = number | 'first' | null;

/** In the demo it is of the demo company, unless the operator names a project or `none`. */
export function readSampleProject(
  text: string | null,
  demo: boolean,
  refusal: (sentence: string) => Error,
): SampleProject {
  if (text === null) return demo ? 'first' : null;
  if (text === 'none') return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw refusal(`SAMPLE_PROJECT is '${text}', but must be the number of a project, or none.`);
}
