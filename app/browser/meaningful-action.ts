const NAME = 'meaningful-action'

let hasActed = false

/** The visitor has just found the site useful: a moment to offer more, unlike the moment in which a page arrives. */
export function noteMeaningfulAction(): void {
  hasActed = true
  dispatchEvent(new Event(NAME))
}

/** Calls back for every meaningful action, and at once when there has been one: the banners are loaded late. */
export function onMeaningfulAction(callback: () => void): void {
  addEventListener(NAME, callback)
  if (hasActed) callback()
}
