import { data } from 'react-router'
import { subscribe } from '#app/data/newsletter.ts'
import { siteContext } from '#app/data/site-context.ts'
import { pageMeta } from '#app/site/layout/page-meta.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NEWSLETTER } from '#domain/messages.ts'
import type { Route } from './+types/route.ts'
import { NewsletterForm } from './newsletter-form.tsx'

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
export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <div className="text-page">
      <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
      <h1 tabIndex={-1}>Newsletter</h1>
      <NewsletterForm id="newsletter-page" reply={actionData} />
    </div>
  )
}
