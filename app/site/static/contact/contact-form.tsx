import type { SubmitEvent } from 'react'
import { CONTACT_THANKS } from '#domain/messages.ts'

/** As specified nothing is sent: the values are logged, an alert thanks, the form is cleared. Source: specification, section 5. */
export function ContactForm() {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    console.log('Contact message', Object.fromEntries(new FormData(form)))
    alert(CONTACT_THANKS)
    form.reset()
  }

  return (
    <form className="form-fields" onSubmit={submit}>
      <div className="form-field">
        <label htmlFor="contact-name">Full Name</label>
        <input className="field" id="contact-name" name="name" required autoComplete="name" />
      </div>
      <div className="form-field">
        <label htmlFor="contact-email">Email Address</label>
        <input className="field" id="contact-email" name="email" type="email" required autoComplete="email" />
      </div>
      <div className="form-field wide">
        <label htmlFor="contact-subject">Subject</label>
        <input className="field" id="contact-subject" name="subject" required />
      </div>
      <div className="form-field wide">
        <label htmlFor="contact-text">Message</label>
        <textarea className="field" id="contact-text" name="message" rows={6} required />
      </div>
      <button type="submit" className="button primary">
        Send message
      </button>
    </form>
  )
}
