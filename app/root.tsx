import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from 'react-router'
import { THEME_SCRIPT } from '#app/browser/theme.ts'
import { siteContext } from '#app/data/site-context.ts'
import { ErrorPage } from '#app/site/errors/error-page.tsx'
import { StalledNavigation } from '#app/site/errors/stalled-navigation.tsx'
import { AdSlots } from '#app/site/layout/ad-slots.tsx'
import { LinkDelegate } from '#app/site/layout/link-delegate.tsx'
import { PageViews } from '#app/site/layout/page-views.tsx'
import { RouteFocus } from '#app/site/layout/route-focus.tsx'
import { SiteShell } from '#app/site/layout/site-shell.tsx'
import { NewsletterForm } from '#app/site/newsletter/newsletter-form.tsx'
import { ThirdPartyScripts } from '#app/site/layout/third-party-scripts.tsx'
import { PendingList } from '#app/site/list/pending-list.tsx'
import { usePendingList } from '#app/site/list/use-pending-list.ts'
import latinFont from '#app/ui/fonts/noto-sans-latin.woff2?url'
import styles from '#app/ui/styles.css?inline'
import { indianDay } from '#domain/dates.ts'
import type { Route } from './+types/root.ts'

if (import.meta.env.DEV && !import.meta.env.SSR) void import('#app/ui/styles.css')

export function loader({ context }: Route.LoaderArgs) {
  const { site, now } = context.get(siteContext)
  const { contactEmail: _, ...shown } = site
  return { site: shown, today: indianDay(now) }
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

/** The brand does not change while a page is open. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        {/* Inlined by the server; the browser's bundle carries an empty text and React keeps the server's. */}
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? styles : '' }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  const pendingList = usePendingList()
  return (
    <Shell>
      {pendingList ? <PendingList kind={pendingList} today={loaderData.today} /> : <Outlet />}
      <AdSlots scriptUrl={loaderData.site.adScriptUrl} />
      <LinkDelegate />
      <RouteFocus />
      <StalledNavigation />
      <PageViews publishableKey={loaderData.site.publishableKey} />
      <ThirdPartyScripts addresses={loaderData.site.scriptUrls} />
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
  const root = useRouteLoaderData<typeof loader>('root')
  const { name = 'Suchana', host = '', whatsappUrl = null, telegramUrl = null } = root?.site ?? {}
  const site = { siteName: name, host, year: root?.today.slice(0, 4) ?? '', whatsappUrl, telegramUrl }
  return (
    <SiteShell site={site} currentPath={pathname} newsletter={<NewsletterForm id="newsletter-footer" />}>
      {children}
    </SiteShell>
  )
}
