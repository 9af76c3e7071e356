// What every page asks before it takes a key for itself.

/** The key belongs to a field, to the browser or to an open drawer. */
export function elsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;
}

/** A focused button keeps its own Enter and Space. One in a drawer just closed is still focused until
    the next frame, and keeps nothing: what is pressed then is meant for the page. */
export function onButton(event: KeyboardEvent): boolean {
  const button = (event.target as HTMLElement).closest("button, a, summary");
  return button !== null && button.checkVisibility();
}
