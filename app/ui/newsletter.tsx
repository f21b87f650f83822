import { NEWSLETTER } from '#domain/messages.ts'

/** What came of a posted form. */
export interface NewsletterReply {
  /** What was typed, to be shown again after a failure. */
  email: string
  isSubscribed: boolean
  message: string
}

/** @param id of the field: a page may hold the form twice */
export function NewsletterForm({ id, reply = null }: { id: string; reply?: NewsletterReply | null }) {
  return (
    <form className="newsletter" method="post" action="/newsletter" data-failed={NEWSLETTER.unreachable}>
      <label htmlFor={id}>New notices by e-mail</label>
      <div>
        <input
          className="field"
          id={id}
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={reply?.email}
        />
        <button type="submit" className="button">
          Subscribe
        </button>
      </div>
      <output className={reply?.isSubscribed ? 'done' : 'refused'}>{reply?.message}</output>
    </form>
  )
}
