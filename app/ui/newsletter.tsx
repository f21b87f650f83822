import type { ReactNode } from 'react'
import { CONTACT_PATH, NEWSLETTER_PATH, NOTIFICATIONS_PATH, PRIVACY_PATH } from '#domain/page-paths.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { FieldForRobots } from './field-for-robots.tsx'
import { TickList } from './item-lists.tsx'

/** The result of a posted form. */
export interface NewsletterReply {
  /** The typed address, shown again when it was rejected. */
  email: string
  isSubscribed: boolean
  message: string
}

/**
 * An ordinary form that needs no script; with scripts it is submitted without leaving the page.
 *
 * @param id of the field, and the beginning of that of the field for robots, because a page may contain the form twice
 */
export function NewsletterForm({ id, reply = null }: { id: string; reply?: NewsletterReply | null }) {
  const state = reply && (reply.isSubscribed ? 'done' : 'refused')
  return (
    <form className="newsletter" method="post" action={NEWSLETTER_PATH}>
      <label htmlFor={id}>New notices by e-mail</label>
      <div>
        <input
          className="field"
          id={id}
          type="email"
          name="email"
          defaultValue={reply?.email}
          required
          maxLength={254}
          autoComplete="email"
          aria-invalid={state === 'refused' || undefined}
        />
        <button type="submit" className="button">
          Subscribe
        </button>
      </div>
      <FieldForRobots id={`${id}-homepage`} />
      <output htmlFor={id} className={state ?? undefined}>
        {reply?.message}
      </output>
    </form>
  )
}

const CONTENTS = [
  'New jobs and admissions, with the last date to apply',
  'Admit cards, answer keys and results as they come out',
  'For each of them the link to its page here, where the official links stand',
]

/** The newsletter page: what subscribers get, the form, and what the address is used for. */
export function NewsletterPage({ siteName, children }: { siteName: string; children: ReactNode }) {
  return (
    <div className="text-page newsletter-page">
      <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
      <h1 tabIndex={-1}>Newsletter</h1>
      <p className="lede">New notices of {siteName} in your inbox, so that no last date passes by. Free.</p>
      <div className="notice-box">{children}</div>
      <section className="text-section">
        <h2>What you get</h2>
        <TickList items={CONTENTS} />
      </section>
      <section className="text-section">
        <h2>How often</h2>
        <p>Only when there is something new. There is no fixed day, and no advertising in between.</p>
      </section>
      <section className="text-section">
        <h2>Your address</h2>
        <div>
          <p>It is stored for this purpose alone and given to no one else.</p>
          <p>
            To be taken off the list, <a href={CONTACT_PATH}>write to us</a>. More is in the{' '}
            <a href={PRIVACY_PATH}>privacy policy</a>.
          </p>
        </div>
      </section>
      <section className="text-section">
        <h2>Sooner than a letter</h2>
        <p>
          <a href={NOTIFICATIONS_PATH}>Notifications</a> come to this phone or computer within minutes, need no address
          and can be chosen by topic.
        </p>
      </section>
    </div>
  )
}
