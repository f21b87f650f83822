import { BackendError } from '#app/data/backend-error.ts'
import { subscribe } from '#app/data/newsletter.ts'
import { fieldText } from '#app/pages/field-text.ts'
import { page } from '#app/pages/page.ts'
import { NewsletterForm, NewsletterPage, type NewsletterReply } from '#app/ui/newsletter.tsx'
import { NEWSLETTER } from '#domain/messages.ts'

export const newsletter = page<NewsletterReply | null>({
  path: '/newsletter',
  cache: {},
  load: () => null,
  meta: () => ({ title: 'Newsletter', description: 'New notices by e-mail.', noindex: true }),
  view: (reply, { site }) => (
    <NewsletterPage siteName={site.name}>
      <NewsletterForm id="newsletter-page" reply={reply} />
    </NewsletterPage>
  ),
  post: async (form, { backend, isOverLimit, logFailure }) => {
    const email = fieldText(form, 'email')
    const rejected = (status: number, message: string) => ({ status, data: { email, isSubscribed: false, message } })
    if (isOverLimit) return rejected(429, NEWSLETTER.tooMany)
    try {
      if (!email) return rejected(422, NEWSLETTER.refused)
      await subscribe(backend, email)
      return { status: 200, data: { email: '', isSubscribed: true, message: NEWSLETTER.thanks } }
    } catch (error) {
      if (error instanceof BackendError && error.status >= 400 && error.status < 500) {
        return rejected(422, NEWSLETTER.refused)
      }
      logFailure('newsletter', error)
      return rejected(503, NEWSLETTER.unreachable)
    }
  },
  styles: 'text-page',
  offline: true,
})
