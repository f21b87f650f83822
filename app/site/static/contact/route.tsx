import { pageMeta, siteOf } from '#app/site/layout/page-meta.ts'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { useSite } from '#app/data/use-site.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { QuestionList } from '#app/ui/question-list.tsx'
import { faqPage, jsonLd, pageTrail, type SiteIdentity } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { ContactForm } from './contact-form.tsx'

/** Source: specification, section 2, Static pages. */
const QUESTIONS = [
  {
    question: 'How often is the site updated?',
    answer: 'Updates are daily. New notices usually appear within an hour of the official announcement.',
  },
  {
    question: 'Can you help me with my application?',
    answer:
      'No. We do not help with applications. Please apply on the official site, and ask the help desk named in the official notification.',
  },
  { question: 'Does anything on this site cost money?', answer: 'No. Everything is free, and it stays free.' },
]

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Contact',
    description: 'Write to us about a mistake, a missing notice or an idea. We typically respond within 24-48 hours.',
    keywords: ['contact', 'government job notices', 'report a mistake'],
    path: '/contact',
  })
}

export default function Contact({ matches }: Route.ComponentProps) {
  const { site } = useSite()
  const { contactEmail, url, host } = site
  return (
    <div className="text-page">
      <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
      <h1 tabIndex={-1}>Contact</h1>
      <p className="lede">Found a mistake, or is a notice missing? Tell us.</p>
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
          <ContactForm />
        </section>
        <section aria-labelledby="contact-questions">
          <h2 id="contact-questions">Questions</h2>
          <QuestionList questions={QUESTIONS} />
        </section>
      </div>
      <StructuredData json={import.meta.env.SSR ? structuredContact(siteOf(matches)) : ''} />
    </div>
  )
}

function structuredContact(site: SiteIdentity): string {
  return jsonLd([pageTrail(site, { label: 'Contact', href: '/contact' }), ...faqPage(QUESTIONS)])
}
