import { pageMeta, siteOf } from '#app/site/layout/page-meta.ts'
import { useSite } from '#app/data/use-site.ts'
import { TextPage } from '#app/site/static/text-page.tsx'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { disclaimerSections } from './disclaimer-sections.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Disclaimer',
    description:
      'An independent information site, not affiliated with any government body. Verify everything on official sources and apply only on official sites.',
    keywords: ['disclaimer', 'independent site', 'official sources'],
    path: '/disclaimer',
  })
}

export default function Disclaimer({ matches }: Route.ComponentProps) {
  const { site } = useSite()
  const { name: siteName } = site
  return (
    <TextPage
      structuredData={
        import.meta.env.SSR ? jsonLd([pageTrail(siteOf(matches), { label: 'Disclaimer', href: '/disclaimer' })]) : ''
      }
      title="Disclaimer"
      lede={`Please read this before you rely on anything you find on ${siteName}.`}
      sections={disclaimerSections(site)}
    >
      <aside className="notice-box" aria-labelledby="important-notice">
        <h2 id="important-notice">Important notice</h2>
        <p>
          {siteName} is not a government website and is not affiliated with any government body. Verify every date, fee
          and rule on the official source, and apply only on the official site. Nobody can sell you a government job.
        </p>
      </aside>
    </TextPage>
  )
}
