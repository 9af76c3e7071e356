/** After a click with a pointer the button lets go, so that Space means "what comes next" again. */
export function letGo(event: MouseEvent): void {
  if (event.detail > 0) (event.target as Element).closest("button")?.blur();
}
