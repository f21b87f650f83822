import type { ContactMessage } from '#app/data/contact-message.ts'
import { FieldForRobots } from '#app/ui/field-for-robots.tsx'
import { fieldText } from '#domain/field-text.ts'
import { CONTACT_LINE_MAX, CONTACT_MESSAGE_MAX } from '#domain/limits.ts'
import { CONTACT_PATH } from '#domain/page-paths.ts'

export interface ContactReply {
  /** The typed values, shown again after a failure; null when the message was stored. */
  typed: ContactMessage | null
  hasFailed: boolean
  message: string
}

interface ContactFormProps {
  /** Whether the operator stores messages for admins to read. */
  hasInbox: boolean
  email: string
  reply: ContactReply | null
}

/**
 * With an inbox this is a plain form that is posted. Without one nothing may be sent: the fields are disabled until the
 * script enables them, which only logs the message; without scripts the address to write to is shown.
 */
export function ContactForm({ hasInbox, email, reply }: ContactFormProps) {
  const typed = reply?.typed
  const most = (characters: number) => (hasInbox ? { maxLength: characters } : {})
  return (
    <form className="form-fields" method="post" action={CONTACT_PATH} data-contact={hasInbox ? 'inbox' : 'browser'}>
      {!hasInbox && (
        <noscript>
          <div className="form-field wide">
            <p>
              This form needs JavaScript. Please write to <a href={`mailto:${email}`}>{email}</a>.
            </p>
          </div>
        </noscript>
      )}
      <fieldset className="form-fields wide" disabled={!hasInbox}>
        <legend className="visually-hidden">Your message</legend>
        <div className="form-field">
          <label htmlFor="contact-name">Full Name</label>
          <input
            className="field"
            id="contact-name"
            name="name"
            required
            autoComplete="name"
            defaultValue={typed?.name}
            {...most(CONTACT_LINE_MAX)}
          />
        </div>
        <div className="form-field">
          <label htmlFor="contact-email">Email Address</label>
          <input
            className="field"
            id="contact-email"
            name="email"
            type="email"
            required
            autoComplete="email"
            defaultValue={typed?.email}
          />
        </div>
        <div className="form-field wide">
          <label htmlFor="contact-subject">Subject</label>
          <input
            className="field"
            id="contact-subject"
            name="subject"
            required
            defaultValue={typed?.subject}
            {...most(CONTACT_LINE_MAX)}
          />
        </div>
        <div className="form-field wide">
          <label htmlFor="contact-text">Message</label>
          <textarea
            className="field"
            id="contact-text"
            name="message"
            rows={6}
            required
            defaultValue={typed?.message}
            {...most(CONTACT_MESSAGE_MAX)}
          />
        </div>
        {hasInbox && <FieldForRobots id="contact-homepage" />}
        <output className={reply?.hasFailed ? 'form-field wide refused' : 'form-field wide done'}>
          {reply?.message}
        </output>
        <button type="submit" className="button primary">
          Send message
        </button>
      </fieldset>
    </form>
  )
}

/** @returns the fields of a posted form, as texts */
export function readMessage(form: FormData): ContactMessage {
  const text = (name: string) => fieldText(form, name)
  // Browsers send line breaks as two characters, and count them as one.
  const message = text('message').replaceAll('\r\n', '\n')
  return { name: text('name'), email: text('email'), subject: text('subject'), message }
}
