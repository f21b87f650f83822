import { BackendError, isFull } from '#app/data/backend-error.ts'
import { subscribe } from '#app/data/newsletter.ts'
import { isFromRobot } from '#app/ui/field-for-robots.tsx'
import { fieldText } from '#domain/field-text.ts'
import { page } from '#app/pages/page.ts'
import { NewsletterForm, NewsletterPage, type NewsletterReply } from '#app/ui/newsletter.tsx'
import { NEWSLETTER, NEWSLETTER_UNREACHABLE } from '#domain/messages.ts'
import { NEWSLETTER_PATH } from '#domain/page-paths.ts'

/** Classes of SQLSTATE for an address that is known already or not valid. Source: PostgreSQL, Appendix A */
const REJECTIONS = /^2[23]/

/** Whether it is the address that was rejected. Anything else is a failure, such as a database that only reads. */
function isRejected(error: unknown): boolean {
  return error instanceof BackendError && REJECTIONS.test(error.code)
}

export const newsletter = page<NewsletterReply | null>({
  path: NEWSLETTER_PATH,
  cache: {},
  load: () => null,
  meta: () => ({ title: 'Newsletter', description: 'New notices by e-mail.', noindex: true }),
  view: (reply, { site }) => (
    <NewsletterPage siteName={site.name}>
      <NewsletterForm id="newsletter-page" reply={reply} />
    </NewsletterPage>
  ),
  post: async (form, { backend, site, isOverLimit, logFailure }) => {
    const email = fieldText(form, 'email')
    const rejected = (status: number, message: string) => ({ status, data: { email, isSubscribed: false, message } })
    if (isOverLimit) return rejected(429, NEWSLETTER.tooMany)
    if (isFromRobot(form)) return rejected(422, NEWSLETTER.likeARobot(site.contactEmail))
    try {
      if (!email) return rejected(422, NEWSLETTER.refused)
      await subscribe(backend, email)
      return { status: 200, data: { email: '', isSubscribed: true, message: NEWSLETTER.thanks } }
    } catch (error) {
      if (isRejected(error)) return rejected(422, NEWSLETTER.refused)
      logFailure('newsletter', error)
      if (isFull(error)) return rejected(503, NEWSLETTER.full)
      return rejected(503, NEWSLETTER_UNREACHABLE)
    }
  },
  styles: 'text-page',
  offline: true,
})
