/** The forms of the site in the browser: answered in place. Without this they are posted like any form. */
import { CONTACT_FAILED, CONTACT_THANKS } from '#domain/messages.ts'
import { noteMeaningfulAction } from './meaningful-action.ts'

export function startForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null
    if (form?.matches('.newsletter')) {
      event.preventDefault()
      void subscribe(form)
    } else if (form?.dataset['contact']) {
      event.preventDefault()
      void leaveMessage(form)
    }
  })
  // Without an inbox the fields wait for this script, because nothing may leave the browser.
  addEventListener('pageshown', () => {
    document.querySelector('form[data-contact="browser"] fieldset')?.removeAttribute('disabled')
  })
}

async function subscribe(form: HTMLFormElement): Promise<void> {
  const reply = await post(form)
  const said = reply?.querySelector('main .newsletter output')
  const isSubscribed = said?.classList.contains('done') ?? false
  say(form, said?.textContent || (form.dataset['failed'] ?? ''), isSubscribed)
  if (!isSubscribed) return
  form.reset()
  noteMeaningfulAction()
}

/** The values are logged, an alert thanks, the form is cleared. A message that an inbox did not get stays in the form. */
async function leaveMessage(form: HTMLFormElement): Promise<void> {
  console.log('Contact message', Object.fromEntries(new FormData(form)))
  if (form.dataset['contact'] === 'inbox') {
    const reply = await post(form)
    const said = reply?.querySelector('main form[data-contact] output')
    if (!said?.classList.contains('done'))
      return say(form, said?.textContent || CONTACT_FAILED(addressToWriteTo()), false)
  }
  say(form, '', true)
  alert(CONTACT_THANKS)
  form.reset()
}

function addressToWriteTo(): string {
  return document.querySelector('.contact-info a[href^="mailto:"]')?.textContent ?? ''
}

/** @returns the page with which the server answers, or null when there was no such answer */
async function post(form: HTMLFormElement): Promise<Document | null> {
  const button = form.querySelector('button')
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
  button?.setAttribute('disabled', '')
  say(form, '', false)
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'text/html' } })
    if (response.headers.get('x-suchana') !== 'page') return null
    return new DOMParser().parseFromString(await response.text(), 'text/html')
  } catch (error) {
    console.info('The form was not answered', error)
    return null
  } finally {
    button?.removeAttribute('disabled')
  }
}

function say(form: HTMLFormElement, message: string, isDone: boolean): void {
  const output = form.querySelector('output')
  if (!output) return
  output.classList.toggle('done', isDone)
  output.classList.toggle('refused', !isDone)
  output.textContent = message
}
