import { withChunkLimit } from './chunk-limit.ts'
import { onPage } from '#app/browser/shown-page.ts'

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

/** Without its script the dialog of the device is opened, if there is one. */
async function share(button: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const title = onPage('h1')?.textContent ?? document.title
  try {
    const { copyLink, openShareSheet } = await withChunkLimit(import('./share-sheet.ts'))
    await (button.matches('[data-copy]') ? copyLink(button, url) : openShareSheet(button, { title, url }))
  } catch (error) {
    console.info('The sheet could not be opened', error)
    await navigator.share?.({ title, url }).catch(() => {})
  }
}
