import { Idiomorph } from 'idiomorph'

/**
 * Morphs a part of the page into that of a newer document, and preserves the visitor's state: what was selected,
 * unfolded or opened. Rows that were added below the first page are retained.
 */
export function morphPart(shown: HTMLElement, newer: HTMLElement): void {
  // Before rows are cloned, so that an inserted element and its clone are the same to the morph.
  nameInserted(shown)
  const target = newer.cloneNode(true) as HTMLElement
  if (shown.querySelector('ul[data-added]')) withFurtherRows(shown, target)
  else if (shown.matches('output') && document.querySelector('main ul[data-added]')) return
  void Idiomorph.morph(shown, target, {
    callbacks: { ...CALLBACKS, beforeNodeMorphed: (before: Node) => !(before instanceof HTMLInputElement) },
  })
}

/** @returns new rows above a row that is on screen; rows below are older ones that fill up the page */
export function addedRows(shown: HTMLElement, newer: HTMLElement): Element[] {
  const known = new Set(rowsOf(shown).map(idOf))
  const rows = rowsOf(newer)
  const last = rows.findLastIndex((row) => known.has(idOf(row)))
  return rows.slice(0, last + 1).filter((row) => !known.has(idOf(row)))
}

/** Updates the rows on screen and removes those that are gone, without adding new ones. */
export function morphKnownRows(shown: HTMLElement, newer: HTMLElement): void {
  const rows = rowsOf(newer)
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const before = rowsOf(shown)
  const end = endOfPage(before, rows)
  for (const [index, row] of before.entries()) {
    const now = byId.get(idOf(row))
    if (now) {
      nameInserted(row)
      void Idiomorph.morph(row, now.cloneNode(true) as Element, { callbacks: CALLBACKS })
      // Rows below the end of the page were moved to the next one.
    } else if (index < end) row.remove()
  }
}

function withFurtherRows(shown: HTMLElement, target: HTMLElement): void {
  const list = target.querySelector('ul')
  if (!list) return
  const fetched = new Set(rowsOf(target).map(idOf))
  const before = rowsOf(shown)
  const further = before.slice(endOfPage(before, rowsOf(target)) + 1).filter((row) => !fetched.has(idOf(row)))
  list.append(...further.map((row) => row.cloneNode(true)))
  list.setAttribute('data-added', '')
  const more = shown.querySelector('.show-more')
  if (more) target.querySelector('.show-more')?.replaceWith(more.cloneNode(true))
}

/** @returns the position on screen of the last row of a page; a row that moved up from below does not move the end */
function endOfPage(shown: readonly Element[], page: readonly Element[]): number {
  const positions = new Map(shown.map((row, position) => [idOf(row), position]))
  const last = page.findLast((row) => positions.has(idOf(row)))
  return (last && positions.get(idOf(last))) ?? -1
}

/** What scripts have inserted is in no document of the server, and stays. */
const INSERTED = '[data-local], [data-mark]'
const isFromServer = (node: Node) => !(node instanceof Element && node.matches(INSERTED))

const CALLBACKS = {
  beforeNodeRemoved: isFromServer,
  // Only scripts set styles, such as heights of parts that are not laid out yet.
  beforeAttributeUpdated: (name: string, element: Element) =>
    name !== 'style' && !(name === 'open' && element.localName === 'details'),
}

let count = 0

/** An element with an id of its own is not morphed into a neighbour that has the same tag. */
function nameInserted(part: Element): void {
  for (const inserted of part.querySelectorAll(INSERTED)) {
    if (!inserted.id) inserted.id = `inserted-${(count += 1)}`
  }
}

const rowsOf = (part: Element) => [...part.querySelectorAll('li[data-id]')]
const idOf = (row: Element) => row.getAttribute('data-id')
