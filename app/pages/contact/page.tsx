import { BackendError } from '#app/data/backend-error.ts'
import { storeContactMessage } from '#app/data/contact-message.ts'
import { page } from '#app/pages/page.ts'
import { isFromRobot } from '#app/ui/field-for-robots.tsx'
import { QuestionList } from '#app/ui/question-list.tsx'
import { TextPage } from '#app/ui/text-page.tsx'
import { CONTACT_BYTES, CONTACT_LINE_MAX, CONTACT_MESSAGE_MAX } from '#domain/limits.ts'
import { CONTACT_FAILED, CONTACT_THANKS } from '#domain/messages.ts'
import { formatNumber } from '#domain/numbers.ts'
import { CONTACT_PATH } from '#domain/page-paths.ts'
import { faqPage, jsonLd, pageTrail } from '#domain/structured-data.ts'
import { ContactForm, readMessage, type ContactReply } from './contact-form.tsx'

const LINK = { label: 'Contact', href: CONTACT_PATH }

const QUESTIONS = [
  {
    question: 'How often is the site updated?',
    answer: 'Updates are daily.',
  },
  {
    question: 'Can you help me with my application?',
    answer:
      'No. We do not help with applications. Please apply on the official site, and ask the help desk named in the official notification.',
  },
  { question: 'Does anything on this site cost money?', answer: 'No. Everything is free, and it stays free.' },
]

/** Shown when the database rejects the message, so that sending the same text again would fail again. */
const INVALID = `Your message could not be sent. Please write a name and a subject of at most ${CONTACT_LINE_MAX} characters, a valid e-mail address, and a message of at most ${formatNumber(CONTACT_MESSAGE_MAX)} characters.`

const NOT_SENT = (email: string) => `Your message was not sent. Please try again in a minute, or write to ${email}.`

/** For a person whose browser has filled in the field for robots: nothing is lost. */
const LIKE_A_ROBOT = (email: string) =>
  `Your message was not sent, because a hidden field of the form was filled in, as robots do. Please write to ${email}.`

export const contact = page<ContactReply | null>({
  path: LINK.href,
  cache: {},
  load: () => null,
  meta: (_reply, { site }) => ({
    title: LINK.label,
    description: 'Write to us about a mistake, a missing notice or an idea. We typically respond within 24-48 hours.',
    keywords: ['contact', 'government job notices', 'report a mistake'],
    path: LINK.href,
    structuredData: jsonLd([pageTrail(site, LINK), ...faqPage(QUESTIONS)]),
  }),
  view: (reply, { site: { contactEmail, contactInbox, url, host } }) => (
    <TextPage title={LINK.label} lede="Found a mistake, or is a notice missing? Tell us.">
      <div className="contact-columns">
        <section aria-labelledby="contact-ways">
          <h2 id="contact-ways">Reach us</h2>
          <dl className="contact-info">
            <div>
              <dt>E-mail</dt>
              <dd>
                <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
              </dd>
            </div>
            <div>
              <dt>Website</dt>
              <dd>
                <a href={url}>{host}</a>
              </dd>
            </div>
            <div>
              <dt>Response time</dt>
              <dd>We typically respond within 24-48 hours</dd>
            </div>
          </dl>
        </section>
        <section aria-labelledby="contact-message">
          <h2 id="contact-message">Send a message</h2>
          <ContactForm hasInbox={contactInbox} email={contactEmail} reply={reply} />
        </section>
        <section aria-labelledby="contact-questions">
          <h2 id="contact-questions">Questions</h2>
          <QuestionList questions={QUESTIONS} />
        </section>
      </div>
    </TextPage>
  ),
  formBytes: CONTACT_BYTES.form,
  post: async (form, { backend, site, isOverLimit, logFailure }) => {
    const typed = readMessage(form)
    const failed = { status: 503, data: { typed, hasFailed: true, message: CONTACT_FAILED(site.contactEmail) } }
    const notSent = (status: number) => ({
      status,
      data: { typed, hasFailed: true, message: NOT_SENT(site.contactEmail) },
    })
    if (!site.contactInbox) return notSent(404)
    if (isOverLimit) return notSent(429)
    if (isFromRobot(form))
      return { status: 422, data: { typed, hasFailed: true, message: LIKE_A_ROBOT(site.contactEmail) } }
    try {
      await storeContactMessage(backend, typed)
      return { status: 200, data: { typed: null, hasFailed: false, message: CONTACT_THANKS } }
    } catch (error) {
      if (error instanceof BackendError && isRejectedValue(error))
        return { status: 422, data: { typed, hasFailed: true, message: INVALID } }
      logFailure('contact message', error)
      return failed
    }
  },
  styles: 'text-page',
  menu: { label: LINK.label, group: 'more', order: 22 },
  sitemap: true,
  offline: true,
  hasAdSpace: true,
})

/** Whether the database has rejected what was typed: SQLSTATE class 22 or 23. */
function isRejectedValue({ code }: BackendError): boolean {
  return /^2[23]...$/.test(code)
}
