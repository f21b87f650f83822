import { Island } from '#app/islands/island.tsx'
import { page } from '#app/pages/page.ts'
import { TextPage } from '#app/ui/text-page.tsx'
import { ELIGIBILITY } from '#domain/eligibility/messages.ts'
import { AGE_CALCULATOR_PATH, ELIGIBILITY_PATH } from '#domain/page-paths.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import { EligibilityForm } from './eligibility-form.tsx'

const LINK = { label: ELIGIBILITY.link, href: ELIGIBILITY_PATH }

export const eligibility = page({
  path: LINK.href,
  cache: {},
  load: () => null,
  meta: (_data, { site }) => ({
    title: LINK.label,
    description:
      'Say once how old you are and what you have passed. Every government job and admission then says whether you may apply, and why.',
    keywords: ['eligibility', 'age limit', 'age relaxation', 'qualification', 'government job eligibility'],
    path: LINK.href,
    structuredData: jsonLd([pageTrail(site, LINK)]),
  }),
  view: () => (
    <TextPage
      title={LINK.label}
      lede="Answer once. Every job and admission then says yes, no or check, with the reason. Your answers stay on this device and are never sent."
    >
      <Island name="eligibility-form" when="visible">
        <EligibilityForm />
      </Island>
      <p className="notice-box">
        Only the age limits, qualifications, states and genders that a notice states are compared. The official
        notification decides. Marked 'Check': it is not stated, or cannot be decided here.{' '}
        <a href={AGE_CALCULATOR_PATH}>Age calculator</a>
      </p>
    </TextPage>
  ),
  styles: 'eligibility',
  menu: { label: LINK.label, group: 'more', order: 10 },
  sitemap: true,
  offline: true,
})
