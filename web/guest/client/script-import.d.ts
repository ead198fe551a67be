// What `?script` imports: a module with all that it imports as one small script, in text (scripts/build/script-text.mjs).
declare module '*?script' {
  export const text: string;
}
