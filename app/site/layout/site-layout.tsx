import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorPage } from '#app/site/errors/error-page.tsx'
import { StalledNavigation } from '#app/site/errors/stalled-navigation.tsx'
import { NewsletterForm } from '#app/site/newsletter/newsletter-form.tsx'
import { SearchBox } from '#app/site/search-box/search-box.tsx'
import { APPLICATION_ERROR } from '#domain/messages.ts'
import type { Route } from './+types/site-layout.ts'
import { AdSlots } from './ad-slots.tsx'
import { LinkDelegate } from './link-delegate.tsx'
import { pageMeta } from './page-meta.ts'
import { PageViews } from './page-views.tsx'
import { RouteFocus } from '#app/browser/route-focus.tsx'
import { PendingPage } from './pending-page.tsx'
import { SiteShell } from './site-shell.tsx'
import { ThirdPartyScripts } from './third-party-scripts.tsx'
import { useSite } from '#app/data/use-site.ts'

/** Only for the error page: every page has its own. */
export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: APPLICATION_ERROR, description: APPLICATION_ERROR, noindex: true })
}

/** What surrounds every page for visitors. Its error page stands inside the same document, so no style is lost. */
export default function SiteLayout() {
  const { site, today } = useSite()
  return (
    <Shell>
      <PendingPage today={today}>
        <Outlet />
      </PendingPage>
      <AdSlots scriptUrl={site.adScriptUrl} />
      <LinkDelegate />
      <RouteFocus />
      <StalledNavigation />
      <PageViews publishableKey={site.publishableKey} />
      <ThirdPartyScripts addresses={site.scriptUrls} />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorPage error={error} />
    </Shell>
  )
}

function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { site, today } = useSite()
  const { name, host, whatsappUrl, telegramUrl } = site
  const shown = { siteName: name, host, year: today.slice(0, 4), whatsappUrl, telegramUrl }
  return (
    <SiteShell
      site={shown}
      currentPath={pathname}
      search={<SearchBox />}
      newsletter={<NewsletterForm id="newsletter-footer" />}
    >
      {children}
    </SiteShell>
  )
}
