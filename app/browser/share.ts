import { reportMeaningfulAction } from '#app/push/meaningful-action.ts'

/** The 'Share' button of the browser and 'Copy link', which are shown only where the browser supports them. */
export function startShare(): void {
  addEventListener('pageshown', () => {
    if ('share' in navigator) document.querySelector('[data-share]')?.removeAttribute('hidden')
    if (navigator.clipboard) document.querySelector('[data-copy]')?.removeAttribute('hidden')
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-share], [data-copy]') : null
    const url = button?.dataset['url'] ?? ''
    if (!button || !url) return
    if (button.dataset['share'] === undefined) void copy(button, url)
    else void share(url)
  })
}

async function share(url: string): Promise<void> {
  const title = document.querySelector('main h1')?.textContent ?? document.title
  try {
    await navigator.share({ title, url })
    reportMeaningfulAction()
  } catch {
    // The visitor has closed the share dialog.
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
