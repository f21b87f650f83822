/**
 * Search boxes of lists and of home sections: what is typed is searched by the server, and the parts of its answer that are
 * marked `data-live` take the place of those on screen. Without this the boxes are ordinary forms.
 */
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'
import { LIST } from '#domain/messages.ts'
import { hideFailureLine, showFailureLine } from './failure-line.ts'

/** A search that is waited for. */
interface Pending {
  timer: ReturnType<typeof setTimeout>
  request: AbortController
}

const pending = new WeakMap<HTMLFormElement, Pending>()

/** What a status line says while nothing is on its way. */
const statusTexts = new WeakMap<Element, Node[]>()

export function startLiveSearch(): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof HTMLInputElement ? target.closest<HTMLFormElement>('form[data-search]') : null
    if (form) typed(form)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null
    if (!form?.dataset['search']) return
    event.preventDefault()
    fieldOf(form)?.blur()
  })
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-clear]')) return
    const form = document.querySelector<HTMLFormElement>('main form.list-search')
    const field = form && fieldOf(form)
    if (!field) return
    event.preventDefault()
    field.value = ''
    field.focus()
    typed(form)
  })
  // What was typed before this script arrived.
  addEventListener('pageshown', () =>
    document.querySelectorAll<HTMLFormElement>('main form[data-search]').forEach(typed),
  )
}

/** @returns the address of what the box of a form asks for now */
export function searchAddress(form: HTMLFormElement): string {
  const text = textOf(form)
  const path = form.dataset['search'] ?? ''
  return text ? `${path}?${new URLSearchParams({ search: text })}` : path
}

/** @returns the text that the rows on screen answer */
export function shownText(form: HTMLFormElement): string {
  return form.dataset['shown'] ?? fieldOf(form)?.defaultValue.trim() ?? ''
}

/** @returns the parts of the page that a search exchanges */
function liveParts(form: HTMLFormElement): HTMLElement[] {
  const scope = form.closest('.home-section, main')
  return [...(scope?.querySelectorAll<HTMLElement>('[data-live][id]') ?? [])]
}

function typed(form: HTMLFormElement): void {
  const before = pending.get(form)
  clearTimeout(before?.timer)
  before?.request.abort()
  const text = textOf(form)
  if (text === shownText(form)) return settle(form)
  showBusy(form)
  const request = new AbortController()
  // An emptied box is answered at once.
  const timer = setTimeout(() => void ask(form, request), text === '' ? 0 : SEARCH_DEBOUNCE_MS)
  pending.set(form, { timer, request })
}

async function ask(form: HTMLFormElement, { signal }: AbortController): Promise<void> {
  const text = textOf(form)
  writeAddress(form)
  try {
    const response = await fetch(searchAddress(form), { headers: { accept: 'text/html' }, cache: 'no-store', signal })
    if (response.status !== 200) throw new Error(`Status ${response.status}`)
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html')
    signal.throwIfAborted()
    for (const part of liveParts(form)) {
      const newer = answer.getElementById(part.id)
      if (newer) part.replaceWith(newer)
    }
    form.dataset['shown'] = text
    settle(form)
  } catch (error) {
    if (signal.aborted) return
    console.warn('The search could not be asked', error)
    settle(form)
    const part = resultOf(form)
    if (part) showFailureLine(part, () => typed(form))
  }
}

/** Nothing is on its way any more. */
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

/** Says that other rows than these are on their way. */
function showBusy(form: HTMLFormElement): void {
  for (const part of liveParts(form)) {
    part.querySelector('ul, ol')?.setAttribute('aria-busy', 'true')
    const status = statusOf(part)
    if (!status || statusTexts.has(status)) continue
    statusTexts.set(status, [...status.childNodes])
    status.replaceChildren(LIST.loading)
  }
}

/** Some lists have their text in the address; typing replaces it. */
function writeAddress(form: HTMLFormElement): void {
  if (form.dataset['inAddress'] === undefined) return
  const shown = new URLSearchParams(location.search).get('search')?.trim() ?? ''
  if (shown !== textOf(form)) history.replaceState(history.state, '', searchAddress(form))
}

/** The part that holds the rows. */
function resultOf(form: HTMLFormElement): HTMLElement | undefined {
  return liveParts(form).find((part) => !part.matches('output'))
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
