import { useState, type SubmitEvent } from 'react'
import { leaveMessage } from '#app/browser/contact-message.ts'
import { useSite } from '#app/data/use-site.ts'
import { CONTACT_LINE_MAX, CONTACT_MESSAGE_MAX } from '#domain/limits.ts'
import { CONTACT_FAILED, CONTACT_THANKS } from '#domain/messages.ts'

/**
 * As specified nothing is sent: the values are logged, an alert thanks, the form is cleared. An operator who keeps an
 * inbox gets the message as well; one that did not arrive stays in the form.
 * Source: specification, section 5; decisions, "Shell, privacy".
 */
export function ContactForm() {
  const { contactInbox, contactEmail, publishableKey } = useSite().site
  const [state, setState] = useState<'typing' | 'sending' | 'failed'>('typing')
  const most = (characters: number) => (contactInbox ? { maxLength: characters } : {})

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const message = Object.fromEntries(new FormData(form))
    console.log('Contact message', message)
    if (contactInbox) {
      setState('sending')
      try {
        await leaveMessage(message, publishableKey)
      } catch (error) {
        console.info(error)
        return setState('failed')
      }
    }
    setState('typing')
    alert(CONTACT_THANKS)
    form.reset()
  }

  return (
    <form className="form-fields" onSubmit={(event) => void submit(event)}>
      <div className="form-field">
        <label htmlFor="contact-name">Full Name</label>
        <input
          className="field"
          id="contact-name"
          name="name"
          required
          autoComplete="name"
          {...most(CONTACT_LINE_MAX)}
        />
      </div>
      <div className="form-field">
        <label htmlFor="contact-email">Email Address</label>
        <input className="field" id="contact-email" name="email" type="email" required autoComplete="email" />
      </div>
      <div className="form-field wide">
        <label htmlFor="contact-subject">Subject</label>
        <input className="field" id="contact-subject" name="subject" required {...most(CONTACT_LINE_MAX)} />
      </div>
      <div className="form-field wide">
        <label htmlFor="contact-text">Message</label>
        <textarea className="field" id="contact-text" name="message" rows={6} required {...most(CONTACT_MESSAGE_MAX)} />
      </div>
      {contactInbox && (
        <output className="form-field wide">{state === 'failed' && CONTACT_FAILED(contactEmail)}</output>
      )}
      <button type="submit" className="button primary" disabled={state === 'sending'}>
        Send message
      </button>
    </form>
  )
}
