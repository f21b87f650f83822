import { withChunkLimit } from './chunk-limit.ts'

/** Shown only where scripts run; those for copying only where the browser can copy. */
const HIDDEN = () => (navigator.clipboard ? '[data-share], [data-copy]' : '[data-share]')

/** 'Share', 'Copy link' and 'Follow'. Their script is loaded with the first tap on one of them. */
export function startButtons(): void {
  addEventListener('pageshown', () => {
    for (const button of document.querySelectorAll(`main :is(${HIDDEN()})`)) button.removeAttribute('hidden')
  })
  document.addEventListener('click', (event) => {
    const { target, defaultPrevented } = event
    const selector = '[data-share], [data-copy], [data-follow]'
    const button = target instanceof Element ? target.closest<HTMLElement>(selector) : null
    if (!button || defaultPrevented) return
    event.preventDefault()
    withChunkLimit(import('./pressed-button.ts'))
      .then(({ press }) => press(button))
      .catch((error: unknown) => {
        console.info('A button does not work', error)
        if (button instanceof HTMLAnchorElement) location.assign(button.href)
      })
  })
}
