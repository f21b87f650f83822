/** The content of the page of saved notices, as elements. */
import { element } from '#app/browser/element.ts'
import { clockTime, dayAndTime, indianDay, type Day } from '#domain/dates.ts'
import { SAVED_PAGE } from '#domain/saved/messages.ts'
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
  /** References of notices ticked or unticked since the filter was chosen. They stay, so that the application can be entered and a wrong tick undone. */
  ticked: ReadonlySet<string>
  /** Entries that this version of the site cannot read. */
  unreadable: number
  filter: SavedFilter
  message: { text: string; hasFailed: boolean }
  today: Day
  /** From what each card is made, by reference; for the cards on screen, from what it was made. */
  sources: ReadonlyMap<string, string>
  shown: ReadonlyMap<string, string>
  /** Whether the table for print is there and stays as it is. */
  hasSheet: boolean
}

/** Marks an empty element in place of one that is on screen already and stays as it is. */
export const UNCHANGED = 'data-unchanged'

/** @returns the content of the page, in which what has not changed is replaced by empty elements with its id */
export function savedView(model: SavedModel): HTMLElement[] {
  const { notices, removed, ticked, filter, message, today, hasSheet } = model
  const output = element('output', { id: 'saved-message', class: message.hasFailed ? 'refused' : 'done' }, message.text)
  if (notices.size === 0 && removed.size === 0) return [emptyState(), tools(model), output, ...unreadableLine(model)]
  const isShown = ([reference, notice]: [string, SavedNotice]) => FILTERS[filter](notice) || ticked.has(reference)
  const shown = [...notices].filter(isShown).map(([, notice]) => notice)
  const groups = savedGroups([...shown, ...removed.values()], today)
  const references = new Map([...notices, ...removed].map(([reference, notice]) => [notice, reference]))
  return [
    tools(model),
    output,
    ...unreadableLine(model),
    asOf(shown, today),
    ...(groups.length > 0 ? groups.map((group) => groupSection(group, model, references)) : [emptyFilter(filter)]),
    hasSheet
      ? element('table', { id: 'saved-sheet', [UNCHANGED]: '' })
      : savedSheet(
          savedGroups(shown, today).flatMap((group) => group.notices),
          today,
        ),
  ]
}

/** @returns from what each card is made, by reference */
export function cardSources({
  notices,
  removed,
  today,
}: Pick<SavedModel, 'notices' | 'removed' | 'today'>): Map<string, string> {
  const sourceOf = (notice: SavedNotice, isRemoved: boolean) => JSON.stringify([notice, isRemoved, today])
  return new Map([
    ...Array.from(notices, ([reference, notice]) => [reference, sourceOf(notice, false)] as const),
    ...Array.from(removed, ([reference, notice]) => [reference, sourceOf(notice, true)] as const),
  ])
}

/** @param references under which the notices are stored; that in the state of one may be another notice's already */
function groupSection(
  { heading, notices }: SavedGroup,
  { removed, today, sources, shown }: SavedModel,
  references: ReadonlyMap<SavedNotice, string>,
): HTMLElement {
  const cards = notices.map((notice) => {
    const reference = references.get(notice) ?? ''
    if (shown.get(reference) === sources.get(reference))
      return element('li', { id: `saved-${reference}`, [UNCHANGED]: '' })
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
