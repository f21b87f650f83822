import { withChunkLimit } from './chunk-limit.ts'

/** Shown only where scripts run; those for copying only where the browser can copy. */
const HIDDEN = () => (navigator.clipboard ? '[data-share], [data-copy]' : '[data-share]')

/** 'Share' and 'Copy link'. Their script is loaded with the first tap on one of them. */
export function startButtons(): void {
  addEventListener('pageshown', () => {
    for (const button of document.querySelectorAll(`main :is(${HIDDEN()})`)) button.removeAttribute('hidden')
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-share], [data-copy]') : null
    if (!button) return
    withChunkLimit(import('./pressed-button.ts'))
      .then(({ press }) => press(button))
      .catch((error: unknown) => console.info('A button does not work', error))
  })
}
