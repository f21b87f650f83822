import { page } from '#app/pages/page.ts'
import { TextPage } from '#app/ui/text-page.tsx'
import { PRIVACY_PATH } from '#domain/page-paths.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import { privacySections } from './privacy-sections.tsx'

const LINK = { label: 'Privacy Policy', href: PRIVACY_PATH }

export const privacy = page({
  path: LINK.href,
  cache: {},
  load: () => null,
  meta: (_data, { site }) => ({
    title: LINK.label,
    description:
      'Reading this site collects no personal information. What a newsletter address, a push subscription and a page view store, and how to remove them.',
    keywords: ['privacy', 'privacy policy', 'personal data'],
    path: LINK.href,
    structuredData: jsonLd([pageTrail(site, LINK)]),
  }),
  view: (_data, { site }) => (
    <TextPage
      title={LINK.label}
      lede={`No personal information is collected when you read ${site.name}. You need no account, and nothing on this site asks who you are.`}
      sections={privacySections(site)}
    />
  ),
  styles: 'text-page',
  menu: { label: LINK.label, group: 'more', order: 23 },
  sitemap: true,
  offline: true,
  hasAdSpace: true,
})
