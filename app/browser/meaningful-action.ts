const NAME = 'meaningful-action'

/** Somebody has just found the site useful: a moment to offer more, unlike the moment in which a page arrives. */
export function noteMeaningfulAction(): void {
  dispatchEvent(new Event(NAME))
}

/** @returns stops telling */
export function followMeaningfulActions(tell: () => void): () => void {
  addEventListener(NAME, tell)
  return () => removeEventListener(NAME, tell)
}
