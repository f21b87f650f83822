/** Submits the forms of the site without leaving the page. Without this script the browser posts them. */
import { isFromServer } from '#domain/app-shell.ts'
import { LATE_RESPONSE_MS } from '#domain/limits.ts'
import { CONTACT_FAILED, CONTACT_THANKS, NEWSLETTER_UNREACHABLE, SENDING } from '#domain/messages.ts'
import { endSignal } from '#domain/end-signal.ts'
import { isOnPage } from './shown-page.ts'
import { reportMeaningfulAction } from '#app/push/meaningful-action.ts'

export function startForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null
    if (!form?.matches('.newsletter, [data-failed], [data-contact]')) return
    event.preventDefault()
    // Once, while its answer is awaited.
    if (form.querySelector('[aria-disabled]')) return
    void (form.dataset['contact'] ? leaveMessage(form) : send(form))
  })
  // Without an inbox the fields are disabled until this script runs, because nothing may be sent.
  addEventListener('pageshown', () => {
    document.querySelector('form[data-contact="browser"] fieldset')?.removeAttribute('disabled')
  })
}

/** Sends a form that shows its message itself, and clears it when that is good news. */
async function send(form: HTMLFormElement): Promise<void> {
  const sent = valuesOf(form)
  const reply = await post(form, sent)
  const output = reply?.querySelector(`main form[action="${form.getAttribute('action')}"] output`)
  const isDone = output?.classList.contains('done') ?? false
  showMessage(form, output?.textContent || (form.dataset['failed'] ?? NEWSLETTER_UNREACHABLE), isDone)
  if (!isDone) return
  clear(form, sent)
  reportMeaningfulAction()
}

/** Logs the values, thanks with an alert and clears the form. A message that was not stored stays in the form. */
async function leaveMessage(form: HTMLFormElement): Promise<void> {
  const sent = valuesOf(form)
  console.log('Contact message', Object.fromEntries(sent))
  if (form.dataset['contact'] === 'inbox') {
    const reply = await post(form, sent)
    const output = reply?.querySelector('main form[data-contact] output')
    if (!output?.classList.contains('done'))
      return showMessage(form, output?.textContent || CONTACT_FAILED(addressToWriteTo()), false)
  }
  showMessage(form, '', true)
  alert(CONTACT_THANKS)
  clear(form, sent)
}

function valuesOf(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)] as string[][])
}

/** What was typed while the form was being sent stays. */
function clear(form: HTMLFormElement, sent: URLSearchParams): void {
  if (`${valuesOf(form)}` === `${sent}`) form.reset()
}

function addressToWriteTo(): string {
  return document.querySelector('.contact-info a[href^="mailto:"]')?.textContent ?? ''
}

/** @returns the page that the server responds with, or null when there is none */
async function post(form: HTMLFormElement, body: URLSearchParams): Promise<Document | null> {
  const button = form.querySelector('button')
  // A disabled button would lose the focus.
  button?.setAttribute('aria-disabled', 'true')
  showMessage(form, SENDING)
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { accept: 'text/html' },
      // It also arrives when the visitor goes to another document meanwhile.
      keepalive: true,
      signal: endSignal(LATE_RESPONSE_MS),
    })
    if (!isFromServer(response)) return null
    return new DOMParser().parseFromString(await response.text(), 'text/html')
  } catch (error) {
    console.info('The form could not be sent', error)
    return null
  } finally {
    button?.removeAttribute('aria-disabled')
  }
}

/** @param isDone whether it is good news; missing while the answer is awaited */
function showMessage(form: HTMLFormElement, message: string, isDone?: boolean): void {
  const output = form.querySelector('output')
  if (!output) return
  output.classList.toggle('done', isDone === true)
  output.classList.toggle('refused', isDone === false)
  output.textContent = message
  // The form is on a page that was left meanwhile, where its message is not visible.
  if (isDone === false && !isOnPage(form)) alert(message)
}
