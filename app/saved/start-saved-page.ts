/** The page of saved notices: shows what this browser has stored, and refreshes it once. */
import { Idiomorph } from 'idiomorph'
import { element } from '#app/browser/element.ts'
import { hideFailureLine, showFailureLine } from '#app/browser/failure-line.ts'
import { indianDay, type Day } from '#domain/dates.ts'
import { DAY_CHECK_MS, RETRY_MS } from '#domain/limits.ts'
import { SAVED_PAGE } from '#domain/saved/messages.ts'
import type { SavedNotice } from '#domain/saved/saved-notice.ts'
import { refreshSaved } from './read-states.ts'
import { acknowledge, exportSaved, importSaved, tickApplied, writeField } from './saved-actions.ts'
import { changeSaved, readAllSaved, readSaved, writeSaved } from './saved-entries.ts'
import { cardSources, savedView, UNCHANGED, type SavedFilter, type SavedModel } from './saved-view.ts'
import { deleteEntry, isStorageReadable, NotStored, onSavedElsewhere, readEntry } from './stored-notices.ts'
import { presentDay } from '#app/browser/present-day.ts'
import { onPage } from '#app/browser/shown-page.ts'

/** What is not stored, shared by all pages of saved notices that are swapped into this document. */
const view = {
  filter: 'all' as SavedFilter,
  removed: new Map<string, SavedNotice>(),
  ticked: new Set<string>(),
  message: { text: '', hasFailed: false },
}

/** From what the cards in an element were made: to make all of them again takes a slow phone seconds when there are many. */
const madeFrom = new WeakMap<Element, ReadonlyMap<string, string>>()

let isStarted = false
/** The day in India on which the page was rendered last. */
let renderedOn: Day | null = null
/** Whether the server could not be asked. */
let isOutdated = false

/** Starts the island on a new page. */
export function start(island: HTMLElement): void {
  const content = island.querySelector<HTMLElement>('.saved-notices')
  if (!content) return
  if (!isStarted) {
    isStarted = true
    onSavedElsewhere(showSaved)
    addEventListener('pageshown', showSaved)
    // The table for print has what was typed since the page was rendered.
    addEventListener('beforeprint', () => render(true))
    document.addEventListener('visibilitychange', showDay)
    setInterval(showDay, DAY_CHECK_MS)
    addEventListener('online', () => void refreshAgain())
  }
  view.removed.clear()
  view.ticked.clear()
  view.message = { text: '', hasFailed: false }
  content.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-act]') : null
    if (button) attempt(() => act(button))
  })
  content.addEventListener('input', ({ target }) => attempt(() => edit(target)))
  content.addEventListener('change', ({ target }) => void importFrom(target))
  render()
  void refresh()
}

const shownContent = () => onPage('.saved-notices')

/** Shows what was saved on another page or in another tab. */
function showSaved(): void {
  attempt(takeBackRemoved)
  render()
}

/** A notice that was removed here and is saved again has its note and application again, and nothing to undo. */
function takeBackRemoved(): void {
  for (const [reference, { note, applied }] of view.removed) {
    if (readEntry(reference) === null) continue
    changeSaved(reference, (again) => ({ ...again, note: again.note || note, applied: again.applied ?? applied }))
    view.removed.delete(reference)
  }
}

/** Counts the days again when one has begun in India. */
function showDay(): void {
  if (!document.hidden && presentDay() !== renderedOn) render()
}

/** @param isForPrint whether the table for print is made again */
function render(isForPrint = false): void {
  const content = shownContent()
  if (!content) return
  if (!isStorageReadable()) {
    madeFrom.delete(content)
    return content.replaceChildren(element('p', { class: 'refused' }, SAVED_PAGE.denied))
  }
  renderedOn = presentDay()
  const { notices, unreadable } = readAllSaved()
  const today = dayFor(notices, renderedOn)
  const sources = cardSources({ ...view, notices, today })
  const shown = madeFrom.get(content) ?? new Map<string, string>()
  const hasSheet = !isForPrint && content.querySelector('.saved-sheet') !== null
  const model: SavedModel = { ...view, notices, unreadable, today, sources, shown, hasSheet }
  const next = element('div', { class: 'saved-notices' }, ...savedView(model))
  // What is typed, focused and unfolded stays.
  void Idiomorph.morph(content, next, {
    callbacks: {
      beforeNodeMorphed: (_before: Node, after: Node) => !(after instanceof Element && after.hasAttribute(UNCHANGED)),
      beforeAttributeUpdated: (name: string, changed: Element) => !(name === 'open' && changed.localName === 'details'),
    },
  })
  const cards = [...content.querySelectorAll<HTMLElement>('li[data-reference]')]
  madeFrom.set(
    content,
    new Map(cards.map(({ dataset: { reference = '' } }) => [reference, sources.get(reference) ?? ''])),
  )
}

/**
 * @returns the present day, but no day before that of an answer: without a network only the clock of the device tells the
 *   day, and it may be behind
 */
function dayFor(notices: ReadonlyMap<string, SavedNotice>, present: Day): Day {
  const answered = [...notices.values()].flatMap(({ readAt }) => (readAt === null ? [] : indianDay(readAt)))
  return answered.reduce((latest, day) => (day > latest ? day : latest), present)
}

async function refresh(): Promise<void> {
  const content = shownContent()
  try {
    await refreshSaved()
    isOutdated = false
    if (content) hideFailureLine(content)
  } catch (error) {
    if (error instanceof NotStored) report(error.message, true)
    else {
      isOutdated = true
      console.info('The present state of saved notices could not be read', error)
      if (content) showFailureLine(content, () => void refresh())
    }
  }
  render()
}

/** The network may need a little longer than the browser believes. */
async function refreshAgain(): Promise<void> {
  if (isOutdated) await refresh()
  setTimeout(() => isOutdated && void refresh(), RETRY_MS)
}

function attempt(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!(error instanceof NotStored)) throw error
    // A box may be ticked on screen that is not ticked in the storage.
    madeFrom.delete(shownContent() ?? document.body)
    report(`${SAVED_PAGE.notStored} ${error.message}`, true)
  }
}

function report(text: string, hasFailed: boolean): void {
  view.message = { text, hasFailed }
  render()
}

function act(button: HTMLButtonElement): void {
  const reference = referenceAt(button)
  view.message = { text: '', hasFailed: false }
  switch (button.dataset['act']) {
    case 'acknowledge':
      acknowledge(reference)
      break
    case 'acknowledge-all':
      for (const each of readAllSaved().notices.keys()) acknowledge(each)
      break
    case 'remove':
      remove(reference)
      break
    case 'undo':
      restore(reference)
      break
    case 'filter':
      view.filter = button.value as SavedFilter
      view.ticked.clear()
      break
    case 'print':
      return print()
    case 'export':
      return exportSaved(presentDay())
  }
  render()
  if (!button.isConnected)
    document.getElementById(`saved-${reference}`)?.querySelector<HTMLElement>('button, a')?.focus()
}

function remove(reference: string): void {
  const notice = readSaved(reference)
  if (notice) view.removed.set(reference, notice)
  deleteEntry(reference)
}

function restore(reference: string): void {
  const notice = view.removed.get(reference)
  if (notice) writeSaved(reference, notice)
  view.removed.delete(reference)
}

/** Every key is stored, so that a crash loses nothing; the page is rendered again only where something else depends on it. */
function edit(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  const { field } = target.dataset
  if (!field) return
  const isTick = target instanceof HTMLInputElement && target.type === 'checkbox'
  const reference = referenceAt(target)
  if (isTick) {
    tickApplied(reference, target.checked, presentDay())
    view.ticked.add(reference)
  } else writeField(reference, field, target.value)
  if (isTick || view.message.text !== '') report('', false)
}

function referenceAt(control: Element): string {
  return control.closest<HTMLElement>('[data-reference]')?.dataset['reference'] ?? ''
}

async function importFrom(target: EventTarget | null): Promise<void> {
  const file = target instanceof HTMLInputElement && target.type === 'file' ? target.files?.[0] : undefined
  if (!file) return
  try {
    report(await importSaved(file), false)
    void refresh()
  } catch (error) {
    report(error instanceof Error ? error.message : String(error), true)
  } finally {
    ;(target as HTMLInputElement).value = ''
  }
}
