const NAME = 'meaningful-action'

let hasActed = false

/** Reports that the visitor has just found the site useful. Invitations are shown then, and not when a page loads. */
export function reportMeaningfulAction(): void {
  hasActed = true
  dispatchEvent(new Event(NAME))
}

/** Calls back for every meaningful action, and at once if there has been one, because the banners are loaded late. */
export function onMeaningfulAction(callback: () => void): void {
  addEventListener(NAME, callback)
  if (hasActed) callback()
}
