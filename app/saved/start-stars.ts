/**
 * The stars on rows and pages of notices. They are inserted when the page is idle; style sheets have reserved their
 * width. Source: docs/behaviour/saved.md#stars
 */
import { element } from '#app/browser/element.ts'
import { nextFrame } from '#app/browser/when-idle.ts'
import type { NoticeState } from '#domain/saved/notice-state.ts'
import { newSavedNotice, referenceOf } from '#domain/saved/new-saved-notice.ts'
import { STAR } from '#domain/saved/messages.ts'
import { idOfPage, listedNotices, noticeNow, stateOfPage, stateOfRow } from './page-notices.ts'
import { insertMessages, showFailed, showRemoved, showSaved } from './star-message.ts'
import './stars.css'
import { deleteEntry, onSavedElsewhere, readEntry, savedReferences, writeEntry } from './stored-notices.ts'
import { onPage, shownMain } from '#app/browser/shown-page.ts'

/** The state of the notice of each star when it is saved, read from the page. */
const states = new WeakMap<Element, () => NoticeState>()

/** Entries of notices that were removed by a star, by reference: saved again, a notice has its note and its application again. */
const removed = new Map<string, string>()

/** So many stars are inserted at once, in one frame, when the page is idle. */
const STARS_PER_FRAME = 8

/** Starts once for all pages that are swapped into this document. */
export async function startStars(): Promise<void> {
  insertMessages()
  document.addEventListener('click', ({ target }) => {
    const star = target instanceof Element ? target.closest<HTMLButtonElement>('button.star') : null
    if (star) toggle(star)
  })
  onSavedElsewhere(showStates)
  // Pages that are shown again, and rows that live updates have changed, have their stars already.
  const update = () => {
    insertStars()
    showStates()
  }
  addEventListener('pagerefreshed', update)
  // A page that is swapped in is painted first.
  addEventListener('pageshown', () => void nextFrame().then(update))
  while (insertStars(STARS_PER_FRAME)) await nextFrame()
  // Rows are added by searches, further pages and live updates; the callback runs before the next frame.
  const onChanges = (changes: MutationRecord[]) =>
    changes.some(({ target }) => target !== document.body) && insertStars()
  new MutationObserver(onChanges).observe(document.body, { childList: true, subtree: true })
}

/** @returns whether there may be more of them than the limit */
function insertStars(limit = Number.POSITIVE_INFINITY): boolean {
  const main = shownMain()
  if (!main) return false
  const saved = readSaved()
  let left = limit
  for (const notice of listedNotices(main)) {
    const present = notice.element.querySelector(':scope > .star')
    if (present && states.has(present)) continue
    if (left === 0) return true
    left -= 1
    // A page that was restored from its HTML has stars without a state.
    present?.remove()
    const star = element('button', { type: 'button', class: 'star', 'aria-label': '' })
    states.set(star, () => stateOfRow(noticeNow(notice)))
    insert(star, notice.element, saved)
  }
  const id = idOfPage(main)
  const actions = id && noticeActions(main)
  if (actions && !states.has(actions.querySelector('.star') ?? actions)) {
    actions.querySelector('.star')?.remove()
    const star = element('button', { type: 'button', class: 'button star' }, STAR.button)
    states.set(star, () => stateOfPage(main, id))
    insert(star, actions, saved)
  }
  return false
}

/**
 * The row of buttons below the answer card of a notice or a recruitment, which scripts fill; style sheets reserve its
 * height.
 *
 * @returns null on other pages
 */
function noticeActions(main: ParentNode): HTMLElement | null {
  const actions = main.querySelector<HTMLElement>('.notice-actions')
  const card = main.querySelector('.notice-answer > .answer-card')
  if (actions || !card) return actions
  const created = element('div', { class: 'button-row notice-actions', 'data-local': '' })
  card.after(created)
  return created
}

/** A star gets its state before, so that the browser styles it once. */
function insert(star: HTMLButtonElement, into: Element, saved: Saved): void {
  star.dataset['local'] = ''
  showState(star, saved)
  into.append(star)
}

interface Saved {
  references: Set<string>
  /** The references by the paths of their pages, for pages whose rows have no ids. */
  paths: Map<string, string>
}

function readSaved(): Saved {
  const references = new Set(savedReferences())
  return { references, paths: onPage('.stages') ? savedPaths(references) : new Map() }
}

function showStates(): void {
  const saved = readSaved()
  for (const star of document.querySelectorAll<HTMLButtonElement>('main button.star')) showState(star, saved)
}

/** Shows whether a notice is saved; one may be saved by its id, or by its path from a page without ids. */
function showState(star: HTMLButtonElement, { references, paths }: Saved): void {
  const state = states.get(star)?.()
  if (!state) return
  const isSaved = [state.id, state.path, paths.get(state.path ?? '')].some((name) => name && references.has(name))
  star.setAttribute('aria-pressed', String(isSaved))
  if (star.hasAttribute('aria-label')) star.setAttribute('aria-label', STAR.save(state.title))
}

/** @returns the references of saved notices by the paths of their pages */
function savedPaths(references: ReadonlySet<string>): Map<string, string> {
  return new Map([...references].map((reference) => [pathIn(readEntry(reference)), reference]))
}

function pathIn(entry: string | null): string {
  try {
    const { state } = JSON.parse(entry ?? '') as { state?: { path?: unknown } }
    return typeof state?.path === 'string' ? state.path : ''
  } catch {
    return ''
  }
}

function toggle(star: HTMLButtonElement): void {
  const state = states.get(star)?.()
  const reference = state && referenceOf(state)
  if (!reference) return
  const references = new Set(savedReferences())
  const others = [reference, state.path, savedPaths(references).get(state.path ?? '')]
  const saved = others.find((name) => name && references.has(name))
  if (saved) {
    const entry = readEntry(saved) ?? ''
    removed.set(saved, entry)
    deleteEntry(saved)
    showRemoved(() => attempt(saved, entry, star))
  } else {
    const before = [reference, state.path ?? ''].find((name) => removed.has(name)) ?? reference
    const entry = removed.get(before) ?? JSON.stringify(newSavedNotice(state, Date.now()))
    if (attempt(before, entry, star)) showSaved()
  }
  showStates()
}

/** @returns whether the notice is stored now; if not, a message says why */
function attempt(reference: string, entry: string, star: HTMLElement): boolean {
  try {
    writeEntry(reference, entry)
    removed.delete(reference)
    return true
  } catch (error) {
    showFailed(error instanceof Error ? error.message : STAR.denied)
    return false
  } finally {
    showStates()
    star.focus({ preventScroll: true })
  }
}
