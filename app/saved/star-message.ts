/** What a star answers: a line at the bottom of the window, which is announced. */
import { element } from '#app/browser/element.ts'
import { TOAST_MS } from '#domain/limits.ts'
import { FAILURE } from '#domain/messages.ts'
import { SAVED_PATH } from '#domain/page-paths.ts'
import { STAR } from '#domain/saved/messages.ts'

const status = element('div', { class: 'star-message', role: 'status', 'data-local': '' })
const alert = element('div', { class: 'star-message failed', role: 'alert', 'data-local': '' })
let timer: ReturnType<typeof setTimeout> | undefined

/** Adds the regions to the page: only in one that is there already is a text announced. */
export function insertMessages(): void {
  document.body.append(status, alert)
}

export function showSaved(): void {
  show(status, STAR.saved, element('a', { class: 'button', href: SAVED_PATH }, STAR.where))
}

export function showRemoved(undo: () => void): void {
  const button = closing(STAR.undo)
  button.addEventListener('click', undo)
  show(status, STAR.removed, button)
}

/** Stays until it is closed. @param reason why nothing was stored, in words for the visitor */
export function showFailed(reason: string): void {
  show(alert, reason, closing(FAILURE.close))
}

function closing(label: string): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'button' }, label)
  button.addEventListener('click', hide)
  return button
}

function show(region: HTMLElement, text: string, action: HTMLElement): void {
  hide()
  region.replaceChildren(element('p', {}, text), action)
  if (region === status) timer = setTimeout(hideUnlessUsed, TOAST_MS)
}

/** A message whose button has the focus, or the pointer over it, stays. */
function hideUnlessUsed(): void {
  if (status.matches(':focus-within, :hover')) timer = setTimeout(hideUnlessUsed, TOAST_MS)
  else hide()
}

function hide(): void {
  clearTimeout(timer)
  status.replaceChildren()
  alert.replaceChildren()
}
