import { FAILURE } from '#domain/messages.ts'
import { element } from './element.ts'

/**
 * Shows a line above a part of the page when a request for it has failed; the part itself does not change.
 *
 * @param part gets one line at most, inserted before it
 */
export function showFailureLine(part: Element, retry: () => void): void {
  hideFailureLine(part)
  const { site = '' } = document.documentElement.dataset
  const button = element('button', { type: 'button', class: 'button' }, FAILURE.retry)
  button.addEventListener('click', retry)
  part.before(
    element(
      'div',
      { class: 'unreachable', role: 'alert', 'data-local': '' },
      element('p', {}, FAILURE.unreachable(site)),
      button,
    ),
  )
}

export function hideFailureLine(part: Element): void {
  const before = part.previousElementSibling
  if (before?.matches('.unreachable')) before.remove()
}
