import { openFollowDialog } from '#app/push/follow/follow-dialog.ts'
import { reportMeaningfulAction } from '#app/push/meaningful-action.ts'
import { openShareSheet } from './share-sheet.ts'

/** Does what a button promises whose script is loaded with the first tap: follow, share or copy the link. */
export async function press(button: HTMLElement): Promise<void> {
  const { follow, share, url = '' } = button.dataset
  const { key: publishableKey = '', vapidKey: vapidPublicKey = '' } = document.documentElement.dataset
  if (follow !== undefined) await openFollowDialog(button, { publishableKey, vapidPublicKey })
  else if (share === undefined) await copy(button, url)
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
