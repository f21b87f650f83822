/** The sheet for sharing a notice: a text for groups, its picture, and other apps. Loaded when it is first opened. */
import { reportMeaningfulAction } from '#app/push/meaningful-action.ts'
import { element } from './element.ts'
import './share-sheet.css'
import { isOnPage } from '#app/browser/shown-page.ts'

const WORDS = {
  title: 'Share',
  picture: 'The picture that messengers show',
  text: 'Text for groups, which you can change',
  copyText: 'Copy text',
  copied: 'Copied',
  copyYourself: 'The text is selected: copy it from here.',
  sharePicture: 'Share the picture',
  apps: 'Other apps',
  close: 'Close',
}

/** Files and texts of the server about a notice. */
const FOLDER = '/share'

interface Shared {
  title: string
  /** Canonical address of the notice. */
  url: string
}

/**
 * Opens the sheet, unless it is open or the page of its button has been left meanwhile. Without the server it has the title
 * and the link alone.
 */
export async function openShareSheet(opener: HTMLElement, { title, url }: Shared): Promise<void> {
  if (!isOnPage(opener) || document.querySelector('.share-sheet')) return
  const path = FOLDER + new URL(url).pathname
  const text = element('textarea', { class: 'field', rows: '9', id: 'share-text' })
  text.value = `${title}\n${url}`
  const output = element('output')
  const whatsApp = element('a', { class: 'button primary', target: '_blank', rel: 'noopener noreferrer' }, 'WhatsApp')
  const setLink = () => void (whatsApp.href = `https://wa.me/?text=${encodeURIComponent(text.value)}`)
  text.addEventListener('input', setLink)
  setLink()
  const picture = element('img', { src: `${path}.png`, alt: WORDS.picture, width: '1200', height: '630' })
  picture.addEventListener('error', () => picture.remove())
  const buttons = element('div', { class: 'button-row' }, whatsApp)
  const close = button(WORDS.close, () => sheet.close())
  const sheet = element(
    'dialog',
    { class: 'share-sheet', 'aria-labelledby': 'share-title' },
    // Focused first: in the text the keyboard of a phone would cover the sheet.
    element('h2', { id: 'share-title', tabindex: '-1', autofocus: '' }, WORDS.title),
    picture,
    element('label', { for: 'share-text' }, WORDS.text),
    text,
    buttons,
    output,
    close,
  )
  const announce = (message: string) => void (output.textContent = message)
  buttons.append(button(WORDS.copyText, () => void copy(text, announce)))
  if ('share' in navigator) buttons.append(button(WORDS.apps, () => void share({ title, text: text.value })))
  sheet.addEventListener('close', () => sheet.remove())
  whatsApp.addEventListener('click', reportMeaningfulAction)
  // The page below it has changed, by going back.
  addEventListener('pageshown', () => sheet.close(), { once: true })
  document.body.append(sheet)
  sheet.showModal()
  await Promise.all([fillIn(path, text).then(setLink), offerPicture(path, { buttons, text })])
}

/** Shows the text of the server, unless the visitor has changed the first one meanwhile. */
async function fillIn(path: string, text: HTMLTextAreaElement): Promise<void> {
  const before = text.value
  try {
    const answer = await readFile(`${path}.txt`, 'text/plain')
    if (answer && text.value === before) text.value = await answer.text()
  } catch (error) {
    console.info('The text for groups could not be loaded', error)
  }
}

/** Offers to share the picture as a file, where the device can. It is loaded before, because sharing must follow a tap. */
async function offerPicture(
  path: string,
  { buttons, text }: { buttons: HTMLElement; text: HTMLTextAreaElement },
): Promise<void> {
  if (!('canShare' in navigator)) return
  try {
    const picture = await readFile(`${path}.png`, 'image/png')
    if (!picture) return
    const file = new File([picture], `${path.split('/').at(-1)}.png`, { type: picture.type })
    if (!navigator.canShare({ files: [file] })) return
    buttons.append(button(WORDS.sharePicture, () => void share({ files: [file], text: text.value })))
  } catch (error) {
    console.info('The picture could not be loaded', error)
  }
}

/** @returns null when the response is not such a file: a network that asks for a sign-in responds with a page of its own */
async function readFile(address: string, type: string): Promise<Blob | null> {
  const response = await fetch(address)
  const isFile = response.ok && response.headers.get('content-type')?.startsWith(type)
  return isFile ? response.blob() : null
}

/** Copies a link, or shows it beside its button where that is not permitted. */
export async function copyLink(button: HTMLElement, url: string): Promise<void> {
  const output = button.closest('.share')?.querySelector('output')
  const isCopied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  )
  if (output) output.textContent = isCopied ? WORDS.copied : url
  if (isCopied) reportMeaningfulAction()
}

async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data)
    reportMeaningfulAction()
  } catch {
    // The visitor has closed the dialog of the device.
  }
}

async function copy(text: HTMLTextAreaElement, announce: (message: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.value)
    announce(WORDS.copied)
    reportMeaningfulAction()
  } catch {
    text.select()
    announce(WORDS.copyYourself)
  }
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const built = element('button', { type: 'button', class: 'button' }, label)
  built.addEventListener('click', onClick)
  return built
}
