/** The content of the page of saved notices, as elements. */
import { element } from '#app/browser/element.ts'
import { clockTime, dayAndTime, indianDay, type Day } from '#domain/dates.ts'
import { SAVED_PAGE } from '#domain/saved/messages.ts'
import { referenceOf } from '#domain/saved/new-saved-notice.ts'
import { savedGroups, type SavedGroup } from '#domain/saved/order.ts'
import type { SavedNotice } from '#domain/saved/saved-notice.ts'
import { newChanges } from '#domain/saved/with-answer.ts'
import { button, removedCard, savedCard } from './saved-card.ts'
import { savedSheet } from './saved-sheet.ts'

export type SavedFilter = keyof typeof SAVED_PAGE.filters

const FILTERS: Record<SavedFilter, (notice: SavedNotice) => boolean> = {
  all: () => true,
  applied: ({ applied }) => applied !== null,
  open: ({ applied }) => applied === null,
}

export interface SavedModel {
  /** By reference. */
  notices: ReadonlyMap<string, SavedNotice>
  /** Removed since the page was opened: each can be restored in its position. */
  removed: ReadonlyMap<string, SavedNotice>
  /** Entries that this version of the site cannot read. */
  unreadable: number
  filter: SavedFilter
  message: { text: string; hasFailed: boolean }
  today: Day
}

export function savedView(model: SavedModel): HTMLElement[] {
  const { notices, removed, filter, message, today } = model
  const output = element('output', { id: 'saved-message', class: message.hasFailed ? 'refused' : 'done' }, message.text)
  if (notices.size === 0 && removed.size === 0) return [emptyState(), tools(model), output, ...unreadableLine(model)]
  const shown = [...notices.values()].filter(FILTERS[filter])
  const groups = savedGroups([...shown, ...removed.values()], today)
  return [
    tools(model),
    output,
    ...unreadableLine(model),
    asOf(shown, today),
    ...(groups.length > 0 ? groups.map((group) => groupSection(group, model)) : [emptyFilter(filter)]),
    savedSheet(
      savedGroups(shown, today).flatMap((group) => group.notices),
      today,
    ),
  ]
}

function groupSection({ heading, notices }: SavedGroup, { removed, today }: SavedModel): HTMLElement {
  const cards = notices.map((notice) => {
    const reference = referenceOf(notice.state) ?? ''
    return removed.has(reference) ? removedCard(reference, notice) : savedCard(reference, notice, today)
  })
  return element('section', {}, element('h2', {}, heading), element('ul', { class: 'saved-list' }, ...cards))
}

function tools({ notices, filter }: SavedModel): HTMLElement {
  const all = [...notices.values()]
  const choices = Object.entries(SAVED_PAGE.filters).map(([name, label]) => {
    const count = all.filter(FILTERS[name as SavedFilter]).length
    const choice = button('filter', `${label} ${count}`)
    choice.value = name
    choice.setAttribute('aria-pressed', String(name === filter))
    return choice
  })
  const file = element('input', { type: 'file', class: 'visually-hidden', accept: '.json,application/json' })
  const filters = element('div', { class: 'button-row', role: 'group', 'aria-label': SAVED_PAGE.filter }, ...choices)
  const canAcknowledge = all.some((notice) => newChanges(notice).length > 0)
  return element(
    'div',
    { class: 'saved-tools' },
    ...(all.length > 0 ? [filters] : []),
    element(
      'div',
      { class: 'button-row' },
      ...(canAcknowledge ? [button('acknowledge-all', SAVED_PAGE.acknowledgeAll)] : []),
      ...(all.length > 0 ? [button('print', SAVED_PAGE.print), button('export', SAVED_PAGE.export)] : []),
      element('label', { class: 'button' }, SAVED_PAGE.import, file),
    ),
  )
}

function unreadableLine({ unreadable }: SavedModel): HTMLElement[] {
  return unreadable > 0 ? [element('p', { class: 'hint' }, SAVED_PAGE.unreadable(unreadable))] : []
}

/** Says from when the dates are: the oldest of them. */
function asOf(shown: readonly SavedNotice[], today: Day): HTMLElement {
  const read = shown.flatMap(({ readAt }) => readAt ?? [])
  const oldest = read.length > 0 ? Math.min(...read) : null
  const time = oldest === null ? null : indianDay(oldest) === today ? clockTime(oldest) : dayAndTime(oldest)
  const lines = [time && SAVED_PAGE.asOf(time), read.length < shown.length && SAVED_PAGE.neverRead]
  return element('p', { class: 'hint' }, lines.filter(Boolean).join('. '))
}

function emptyState(): HTMLElement {
  return element(
    'div',
    { class: 'empty-state' },
    element('h2', {}, SAVED_PAGE.emptyHeading),
    element('p', {}, SAVED_PAGE.empty),
    element('a', { class: 'button', href: '/' }, SAVED_PAGE.toNotices),
  )
}

function emptyFilter(filter: SavedFilter): HTMLElement {
  return element('p', { class: 'hint' }, filter === 'applied' ? SAVED_PAGE.noneApplied : SAVED_PAGE.noneOpen)
}
