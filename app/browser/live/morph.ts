import { Idiomorph } from 'idiomorph'
import { onPage } from '#app/browser/shown-page.ts'

/**
 * Morphs a part of the page into the same part of a newer document, and preserves what the visitor has selected,
 * unfolded or opened. Rows that 'Show more' has added are retained.
 */
export function morphPart(shown: HTMLElement, newer: HTMLElement): void {
  // Ids are set before rows are cloned, so that the morph recognizes an inserted element and its clone as the same.
  nameInserted(shown)
  nameRows(shown)
  const target = newer.cloneNode(true) as HTMLElement
  nameRows(target)
  if (shown.querySelector('ul[data-added]')) withFurtherRows(shown, target)
  else if (shown.matches('output') && onPage('ul[data-added]')) return
  void Idiomorph.morph(shown, target, {
    callbacks: { ...CALLBACKS, beforeNodeMorphed: (before: Node) => !(before instanceof HTMLInputElement) },
  })
}

/** @returns the new rows above the last row that is on screen; further rows are older and only fill up the page */
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
    const update = byId.get(idOf(row))
    if (update) {
      nameInserted(row)
      void Idiomorph.morph(row, update.cloneNode(true) as Element, { callbacks: CALLBACKS })
    } else if (index < end) row.remove()
    // A missing row below the end of the page has only moved to the next page.
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
  // Without one, all rows are on screen.
  const more = shown.querySelector('.show-more')?.cloneNode(true)
  target.querySelector('.show-more')?.replaceWith(more ?? '')
}

/** @returns the position on screen of the last row of a page; a row that moved up from below does not move the end */
function endOfPage(shown: readonly Element[], page: readonly Element[]): number {
  const positions = new Map(shown.map((row, position) => [idOf(row), position]))
  const last = page.findLast((row) => positions.has(idOf(row)))
  return (last && positions.get(idOf(last))) ?? -1
}

/** Elements that scripts have inserted: no document of the server contains them, and a morph does not remove them. */
const INSERTED = '[data-local], [data-mark]'
const isFromServer = (node: Node) => !(node instanceof Element && node.matches(INSERTED))

const CALLBACKS = {
  beforeNodeRemoved: isFromServer,
  // Only scripts set styles, such as heights of parts that are not laid out yet.
  beforeAttributeUpdated: (name: string, element: Element) =>
    name !== 'style' && !(name === 'open' && element.localName === 'details'),
}

let count = 0

/** Gives inserted elements ids, because an element with an id is not morphed into a neighbour that has the same tag name. */
function nameInserted(part: Element): void {
  for (const inserted of part.querySelectorAll(INSERTED)) {
    if (!inserted.id) inserted.id = `inserted-${(count += 1)}`
  }
}

/**
 * Gives rows ids, so that each stays an element of its own. Without them a row that is removed would be morphed into the
 * next one, and so on: the browser would not know that what the visitor reads has moved.
 */
function nameRows(part: Element): void {
  for (const row of rowsOf(part)) row.id = `${part.id}-${idOf(row)?.replace(' ', '-')}`
}

const rowsOf = (part: Element) => [...part.querySelectorAll('li[data-id]')]
const idOf = (row: Element) => row.getAttribute('data-id')
