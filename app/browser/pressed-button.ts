import { reportMeaningfulAction } from '#app/push/meaningful-action.ts'
import { openShareSheet } from './share-sheet.ts'

/** Shares a page or copies its link: what the buttons do whose script is loaded with the first tap. */
export async function press(button: HTMLElement): Promise<void> {
  const { share, url = '' } = button.dataset
  if (share === undefined) await copy(button, url)
  else await openShareSheet({ title: document.querySelector('main h1')?.textContent ?? document.title, url })
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
