import { reportMeaningfulAction } from '#app/push/meaningful-action.ts'
import { withChunkLimit } from './chunk-limit.ts'

/** The sheet for sharing, and 'Copy link', which is shown only where the browser supports it. */
export function startShare(): void {
  addEventListener('pageshown', () => {
    document.querySelector('[data-share]')?.removeAttribute('hidden')
    if (navigator.clipboard) document.querySelector('[data-copy]')?.removeAttribute('hidden')
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-share], [data-copy]') : null
    const url = button?.dataset['url'] ?? ''
    if (!button || !url) return
    if (button.dataset['share'] === undefined) void copy(button, url)
    else void openSheet(url)
  })
}

/** Without its script the dialog of the device is opened, if there is one. */
async function openSheet(url: string): Promise<void> {
  const title = document.querySelector('main h1')?.textContent ?? document.title
  try {
    const { openShareSheet } = await withChunkLimit(import('./share-sheet.ts'))
    await openShareSheet({ title, url })
  } catch (error) {
    console.info('The sheet could not be opened', error)
    await navigator.share?.({ title, url }).catch(() => {})
  }
}

async function copy(button: HTMLElement, url: string): Promise<void> {
  const output = button.closest('.share')?.querySelector('output')
  try {
    await navigator.clipboard.writeText(url)
    if (output) output.textContent = 'Copied'
    reportMeaningfulAction()
  } catch {
    if (output) output.textContent = url
  }
}
