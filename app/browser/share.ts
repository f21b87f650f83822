import { withChunkLimit } from './chunk-limit.ts'
import { hideFailureLine, showFailureLine } from './failure-line.ts'
import { reloadIfReachable } from './reload-if-reachable.ts'
import { isOnPage, onPage } from '#app/browser/shown-page.ts'

/** The sheet for sharing, and 'Copy link', which is shown only where the browser supports it. */
export function startShare(): void {
  // A refreshed page has the attributes of the server again.
  for (const event of ['pageshown', 'pagerefreshed']) {
    addEventListener(event, () => {
      onPage('[data-share]')?.removeAttribute('hidden')
      if (navigator.clipboard) onPage('[data-copy]')?.removeAttribute('hidden')
    })
  }
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-share], [data-copy]') : null
    if (button) void share(button)
  })
}

/**
 * Without its script the dialog of the device is opened. Where that cannot be, a line above the buttons offers to try again:
 * below them it would be outside the window of many laptops.
 *
 * @param isRetry after a failure
 */
async function share(button: HTMLElement, isRetry = false): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const title = onPage('h1')?.textContent ?? document.title
  const buttons = button.closest('ul')!
  button.ariaBusy = 'true'
  try {
    const { copyLink, openShareSheet } = await withChunkLimit(import('./share-sheet.ts')).finally(
      () => (button.ariaBusy = null),
    )
    hideFailureLine(buttons)
    await (button.matches('[data-copy]') ? copyLink(button, url) : openShareSheet(button, { title, url }))
  } catch (error) {
    // The error names the script.
    console.info(error)
    if (!isOnPage(button) || (isRetry && (await reloadIfReachable()))) return
    await (navigator.share?.({ title, url }) ?? Promise.reject(error)).catch(({ name }: Error) => {
      // The visitor has closed the dialog of the device.
      if (name !== 'AbortError') showFailureLine(buttons, () => void share(button, true))
    })
  }
}
