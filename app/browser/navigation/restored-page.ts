import { shownMain } from '#app/browser/shown-page.ts'

/**
 * Restores what a visitor typed, loaded and unfolded on a page, when the visitor comes back from another document, such
 * as an official site in the same tab. Not needed when the page comes from the back-forward cache of the browser; pages
 * that were swapped are cached in memory (navigation/history-memory.ts).
 */
const PREFIX = 'page '

/** Number of snapshots that a tab stores; the oldest is deleted first. */
const SNAPSHOTS_MAX = 6

export function startRestoring(): void {
  restore()
  addEventListener('pagehide', store)
}

function store(): void {
  const main = shownMain()
  // The browser itself restores the fields of a posted form. What runs or waits cannot be restored from its HTML.
  if (!main || main.querySelector('[method="post"],[data-started],[aria-busy],[aria-disabled]')) return
  if (!isChanged(main)) return
  // Also for Safari, which resets fields without autocomplete when a page comes from its back-forward cache.
  writeValues(main)
  try {
    for (const name of storedNames().slice(0, 1 - SNAPSHOTS_MAX)) sessionStorage.removeItem(name)
    // The content security policy blocks style attributes in HTML. They exclude parts of a page from layout until it is idle.
    const html = main.innerHTML.replace(/ style="[^"]*"/g, '')
    sessionStorage.setItem(PREFIX + Date.now() + ending(), html)
  } catch {
    // Storage is full or not accessible, or history entries have no keys because the browser has no Navigation API: going
    // back then shows the page as the server sends it.
  }
}

/** Restores only after going back or forward; new and reloaded pages stay as the server sends them. */
function restore(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // A new history entry has no snapshot, and the first access to session storage is slow.
  if (entry?.type === 'navigate') return
  try {
    const name = storedNames().findLast((stored) => stored.endsWith(ending())) ?? ''
    const html = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    const main = shownMain()
    // With the focus in it, the visitor has begun to use the page meanwhile.
    if (!html || entry?.type !== 'back_forward' || !main || main.contains(document.activeElement)) return
    main.innerHTML = html
  } catch {
    // Storage is not accessible, or history entries have no keys.
  }
}

/** @returns the end of the keys under which this build stores snapshots of the present history entry; other builds do not restore them */
function ending(): string {
  return ` ${document.documentElement.dataset['build']} ${navigation.currentEntry?.key}`
}

/** @returns the keys of all snapshots, the oldest first: a key begins with the time */
function storedNames(): string[] {
  return Object.keys(sessionStorage)
    .filter((name) => name.startsWith(PREFIX))
    .sort()
}

/** @returns whether the page differs from what the server sends: something was typed, added or unfolded */
function isChanged(main: HTMLElement): boolean {
  const isTyped = [...main.querySelectorAll<HTMLInputElement>('input')].some(
    ({ value, defaultValue, checked, defaultChecked }) => value !== defaultValue || checked !== defaultChecked,
  )
  return isTyped || main.querySelector('form[data-shown], ul[data-added]') !== null
}

/** Copies the values of fields to attributes, because innerHTML contains only those. */
function writeValues(main: HTMLElement): void {
  for (const field of main.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])')) {
    field.toggleAttribute('checked', field.checked)
    if (field.type !== 'search' || !field.form) continue
    // The default value is the text that the rows on screen match, unless the form says otherwise.
    field.form.dataset['shown'] ??= field.defaultValue.trim()
    field.setAttribute('value', field.value)
  }
}
