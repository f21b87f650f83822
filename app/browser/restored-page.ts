/**
 * What a reader typed, loaded and unfolded on a page, for when the way back leads over other documents, such as an
 * official site in the same tab. The browser's back-forward cache makes this needless where it can; pages that were
 * swapped stay in memory (navigation/history-memory.ts).
 */
const PREFIX = 'page '

/** Snapshots that a tab stores; the oldest makes room. */
const SNAPSHOTS_MAX = 6

interface Snapshot {
  build: string
  html: string
}

export function startRestoring(): void {
  if (!('navigation' in window)) return
  restore()
  addEventListener('pagehide', store)
}

function store(): void {
  const main = document.querySelector('main')
  const key = navigation.currentEntry?.key
  if (!main || !key || !isChanged(main)) return
  writeValues(main)
  const { build = '' } = document.documentElement.dataset
  try {
    const stored = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX))
    for (const name of stored.slice(0, Math.max(0, stored.length - SNAPSHOTS_MAX + 1))) sessionStorage.removeItem(name)
    sessionStorage.setItem(PREFIX + key, JSON.stringify({ build, html: main.innerHTML } satisfies Snapshot))
  } catch {
    // Storage is refused or full: going back then begins with the page as the server sends it.
  }
}

/** A page that is asked for by its address, or loaded again, starts as the server sends it. */
function restore(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // A new entry of the history has no snapshot; the first look at the storage of a tab takes the browser a while.
  if (entry?.type === 'navigate') return
  const key = navigation.currentEntry?.key ?? ''
  try {
    const stored = sessionStorage.getItem(PREFIX + key)
    sessionStorage.removeItem(PREFIX + key)
    if (!stored || entry?.type !== 'back_forward') return
    const { build, html } = JSON.parse(stored) as Snapshot
    const main = document.querySelector('main')
    if (!main || build !== document.documentElement.dataset['build']) return
    main.innerHTML = html
  } catch {
    // Storage is refused.
  }
}

/** Only a page on which something was typed, added or unfolded differs from what the server sends. */
function isChanged(main: HTMLElement): boolean {
  // The browser itself restores what was typed into the fields of a form that is posted.
  if (main.querySelector('form[method="post"]')) return false
  const isTyped = [...main.querySelectorAll<HTMLInputElement>('input')].some(
    ({ value, defaultValue, checked, defaultChecked }) => value !== defaultValue || checked !== defaultChecked,
  )
  return isTyped || main.querySelector('form[data-shown], ul[data-added]') !== null
}

/** HTML has attributes, not values. */
function writeValues(main: HTMLElement): void {
  for (const field of main.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])')) {
    field.toggleAttribute('checked', field.checked)
    if (field.type === 'search') field.setAttribute('value', field.value)
  }
}
