/** The parts of a chart that list cards to burn, by the name their cells begin with. */
export const isBurn = (text: string): boolean => text.startsWith("burn-");

/** `8 9 10` for `89T`; `none` stays. */
export const cardsText = (cards: string): string => (cards === "none" ? cards : [...cards].join(" ").replace("T", "10"));
