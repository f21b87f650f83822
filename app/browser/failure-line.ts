import { FAILURE } from '#domain/messages.ts'
import { element } from './element.ts'

/**
 * Says before a part of the page that what was asked for could not be reached; the part stays as it is.
 *
 * @param part the line stands before it, once
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
