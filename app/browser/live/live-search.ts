/**
 * Search boxes of lists and of home sections: the server searches for the typed text, and the parts of its response
 * that are marked `data-live` replace those on screen, after which `resultsshown` is dispatched on the window. Without this
 * script the boxes are ordinary forms.
 */
import { PAGE_PART_TYPE } from '#domain/app-shell.ts'
import { LATE_RESPONSE_MS, SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'
import { LOADING } from '#domain/messages.ts'
import { endSignal } from '#domain/end-signal.ts'
import { stopPrefetching } from '#app/browser/navigation/prefetch.ts'
import { hideFailureLine, showFailureLine } from '#app/browser/failure-line.ts'
import { allOnPage, isOnPage, onPage } from '#app/browser/shown-page.ts'

/** A search in flight, or about to be sent. */
interface Pending {
  timer: ReturnType<typeof setTimeout>
  request: AbortController
}

const pending = new WeakMap<HTMLFormElement, Pending>()

/** Content of a status line before it was replaced by the loading text. */
const statusTexts = new WeakMap<Element, Node[]>()

/** The chosen filters with their links and the total: a search replaces this part, but it contains no rows. */
const CHOSEN = '.chosen-filters'

export function startLiveSearch(): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof HTMLInputElement ? target.closest<HTMLFormElement>('form[data-search]') : null
    if (form) scheduleSearch(form)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null
    if (!form?.dataset['search'] || event.submitter?.dataset['apply'] !== undefined) return
    if (document.activeElement?.closest('.filters')) return
    event.preventDefault()
    fieldOf(form)?.blur()
  })
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-clear]')) return
    const form = onPage<HTMLFormElement>('form.list-search')
    const field = form && fieldOf(form)
    if (!field) return
    event.preventDefault()
    field.value = ''
    field.focus()
    scheduleSearch(form)
  })
  // Searches for text that was typed before this script was loaded.
  addEventListener('pageshown', () => allOnPage<HTMLFormElement>('form[data-search]').forEach(scheduleSearch))
}

/** @returns the address of a search, for the current text of a form or for another one */
export function searchAddress(form: HTMLFormElement, text = textOf(form)): string {
  const path = form.dataset['search'] ?? ''
  const sign = path.includes('?') ? '&' : '?'
  return text ? `${path}${sign}${new URLSearchParams({ search: text })}` : path
}

/** @returns the search text of the rows on screen */
export function shownText(form: HTMLFormElement): string {
  return form.dataset['shown'] ?? fieldOf(form)?.defaultValue.trim() ?? ''
}

/** @returns the parts of the page that a search replaces */
function liveParts(form: HTMLFormElement): HTMLElement[] {
  const scope = form.closest('.home-section, main')
  return [...(scope?.querySelectorAll<HTMLElement>('[data-live][id]') ?? [])]
}

function scheduleSearch(form: HTMLFormElement): void {
  const before = pending.get(form)
  clearTimeout(before?.timer)
  before?.request.abort()
  const text = textOf(form)
  if (text === shownText(form)) return settle(form)
  showBusy(form)
  const request = new AbortController()
  // When the box was emptied, the search starts without a debounce.
  const timer = setTimeout(() => void search(form, request), text === '' ? 0 : SEARCH_DEBOUNCE_MS)
  pending.set(form, { timer, request })
}

async function search(form: HTMLFormElement, { signal }: AbortController): Promise<void> {
  const text = textOf(form)
  writeAddress(form)
  stopPrefetching()
  try {
    const response = await fetch(searchAddress(form), {
      headers: { accept: PAGE_PART_TYPE },
      cache: 'no-store',
      signal: endSignal(LATE_RESPONSE_MS, signal),
    })
    if (response.status !== 200) throw new Error(`Status ${response.status}`)
    const newerPage = new DOMParser().parseFromString(await response.text(), 'text/html')
    signal.throwIfAborted()
    let isFound = false
    for (const part of liveParts(form)) {
      const newer = newerPage.getElementById(part.id)
      if (newer) part.replaceWith(newer)
      isFound ||= newer !== null
    }
    // A network that asks for a sign-in responds with a page of its own.
    if (!isFound) throw new Error('The response has no results')
    form.dataset['shown'] = text
    settle(form)
    dispatchEvent(new Event('resultsshown'))
  } catch (error) {
    if (signal.aborted) return
    console.warn(error)
    settle(form)
    const part = resultOf(form)
    if (part) showFailureLine(part, () => scheduleSearch(form))
  }
}

/** Ends the busy state. */
function settle(form: HTMLFormElement): void {
  const result = resultOf(form)
  if (result) hideFailureLine(result)
  for (const part of liveParts(form)) {
    part.querySelector('[aria-busy]')?.removeAttribute('aria-busy')
    const status = statusOf(part)
    const text = status && statusTexts.get(status)
    if (text) status.replaceChildren(...text)
    if (status) statusTexts.delete(status)
  }
  writeAddress(form)
}

/** Marks the rows on screen as busy and shows the loading text. */
function showBusy(form: HTMLFormElement): void {
  for (const part of liveParts(form)) {
    if (part.matches(CHOSEN)) continue
    part.querySelector('ul, ol')?.setAttribute('aria-busy', 'true')
    const status = statusOf(part)
    if (!status || statusTexts.has(status)) continue
    statusTexts.set(status, [...status.childNodes])
    status.replaceChildren(LOADING)
  }
}

/**
 * Updates the address while the visitor types, for lists that have the search text in their address. A form that is no
 * longer on screen does not change it, because the address is then that of another page.
 */
function writeAddress(form: HTMLFormElement): void {
  if (form.dataset['inAddress'] === undefined || !isOnPage(form)) return
  const shown = new URLSearchParams(location.search).get('search')?.trim() ?? ''
  if (shown !== textOf(form)) history.replaceState(history.state, '', searchAddress(form))
}

/** @returns the part that contains the rows */
function resultOf(form: HTMLFormElement): HTMLElement | undefined {
  return liveParts(form).find((part) => !part.matches(`output, ${CHOSEN}`))
}

function statusOf(part: HTMLElement): Element | null {
  return part.matches('output') ? part : part.querySelector('output')
}

function textOf(form: HTMLFormElement): string {
  return fieldOf(form)?.value.trim() ?? ''
}

function fieldOf(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector('input[type="search"]')
}
