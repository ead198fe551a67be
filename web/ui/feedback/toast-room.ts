// How much of the top a toast takes that finds no free place: pages, bars that stay and dialogs begin below it (toast-room.css).

export function makeToastRoom(pixels: number): void {
  document.documentElement.style.setProperty('--toast-room', `${pixels}px`);
}
