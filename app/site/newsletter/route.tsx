import { data } from 'react-router'
import { subscribe } from '#app/data/newsletter.ts'
import { siteContext } from '#app/data/site-context.ts'
import { pageMeta } from '#app/site/layout/page-meta.ts'
import { useSite } from '#app/data/use-site.ts'
import { NewsletterForm, NewsletterPage } from '#app/ui/newsletter.tsx'
import { NEWSLETTER } from '#domain/messages.ts'
import type { Route } from './+types/route.ts'

export interface NewsletterReply {
  subscribed: boolean
  message: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const { backend, isOverLimit, logFailure } = context.get(siteContext)
  if (isOverLimit) return data<NewsletterReply>({ subscribed: false, message: NEWSLETTER.tooMany }, { status: 429 })
  const email = (await request.formData()).get('email')
  try {
    if (typeof email !== 'string' || !email.trim()) throw new Error('The form came without an address')
    await subscribe(backend, email)
    return data<NewsletterReply>({ subscribed: true, message: NEWSLETTER.thanks })
  } catch (error) {
    logFailure('newsletter', error)
    return data<NewsletterReply>({ subscribed: false, message: NEWSLETTER.refused }, { status: 422 })
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Newsletter', description: 'New notices by e-mail.', noindex: true })
}

/** Where the form of the footer leads without scripts. */
export default function Newsletter({ actionData: reply }: Route.ComponentProps) {
  const answer = reply && { message: reply.message, state: reply.subscribed ? ('done' as const) : ('refused' as const) }
  return (
    <NewsletterPage siteName={useSite().site.name}>
      <NewsletterForm id="newsletter-page" {...answer} />
    </NewsletterPage>
  )
}
