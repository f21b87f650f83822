import { page } from '#app/pages/page.ts'
import { TextPage } from '#app/ui/text-page.tsx'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import { disclaimerSections } from './disclaimer-sections.tsx'

const LINK = { label: 'Disclaimer', href: '/disclaimer' }

export const disclaimer = page({
  path: LINK.href,
  cache: {},
  load: () => null,
  meta: (_data, { site }) => ({
    title: LINK.label,
    description:
      'An independent information site, not affiliated with any government body. Verify everything on official sources and apply only on official sites.',
    keywords: ['disclaimer', 'independent site', 'official sources'],
    path: LINK.href,
    structuredData: jsonLd([pageTrail(site, LINK)]),
  }),
  view: (_data, { site }) => (
    <TextPage
      title={LINK.label}
      lede={`Please read this before you rely on anything you find on ${site.name}.`}
      sections={disclaimerSections(site)}
    >
      <aside className="notice-box" aria-labelledby="important-notice">
        <h2 id="important-notice">Important notice</h2>
        <p>
          {site.name} is not a government website and is not affiliated with any government body. Verify every date, fee
          and rule on the official source, and apply only on the official site. Nobody can sell you a government job.
        </p>
      </aside>
    </TextPage>
  ),
  styles: 'text-page',
  menu: { label: LINK.label, group: 'more', order: 24 },
  sitemap: true,
  offline: true,
  hasAdSpace: true,
})
