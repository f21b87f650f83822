import { pageMeta, siteOf } from '#app/site/layout/page-meta.ts'
import { useSite } from '#app/data/use-site.ts'
import { TextPage } from '#app/site/static/text-page.tsx'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { privacySections } from './privacy-sections.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Privacy Policy',
    description:
      'Reading this site collects no personal information. What a newsletter address, a push subscription and a page view store, and how to remove them.',
    keywords: ['privacy', 'privacy policy', 'personal data'],
    path: '/privacy',
  })
}

export default function PrivacyPolicy({ matches }: Route.ComponentProps) {
  const { site } = useSite()
  return (
    <TextPage
      structuredData={
        import.meta.env.SSR ? jsonLd([pageTrail(siteOf(matches), { label: 'Privacy Policy', href: '/privacy' })]) : ''
      }
      title="Privacy Policy"
      lede={`No personal information is collected when you read ${site.name}. You need no account, and nothing on this site asks who you are.`}
      sections={privacySections(site)}
    />
  )
}
