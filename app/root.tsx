import { useEffect, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRevalidator } from 'react-router'
import { holdInstallPrompt } from '#app/browser/held-install-prompt.ts'
import { THEME_SCRIPT } from '#app/browser/theme.ts'
import { siteContext } from '#app/data/site-context.ts'
import { whenIdle } from '#app/browser/when-idle.ts'
import { useSite } from '#app/data/use-site.ts'
import { ErrorPage } from '#app/site/errors/error-page.tsx'
import latinFont from '#app/ui/fonts/noto-sans-latin.woff2?url'
import styles from '#app/ui/styles.css?inline'
import { OFFLINE_PATH } from '#domain/app-shell.ts'
import { indianDay } from '#domain/dates.ts'
import { THEME_COLOURS } from '#domain/theme-colours.ts'
import type { Route } from './+types/root.ts'

if (!import.meta.env.SSR) holdInstallPrompt()
if (import.meta.env.DEV && !import.meta.env.SSR) void import('#app/ui/styles.css')

export function loader({ context }: Route.LoaderArgs) {
  const { site, now } = context.get(siteContext)
  return { site, today: indianDay(now) }
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** The brand does not change while a page is open. */
export const shouldRevalidate = () => false

/** Inlined by the server. The browser's bundle carries no second copy: it takes the text from the document it is in. */
const styleSheet = import.meta.env.SSR ? styles : (document.getElementById('site-styles')?.textContent ?? '')

export function Layout({ children }: { children: ReactNode }) {
  // The offline page stands at the addresses of other pages, where React would look for those.
  const isHydrated = useLocation().pathname !== OFFLINE_PATH
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLOURS.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLOURS.dark} />
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <style id="site-styles" dangerouslySetInnerHTML={{ __html: styleSheet }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isHydrated && <ScrollRestoration />}
        {isHydrated && <Scripts />}
      </body>
    </html>
  )
}

export default function App() {
  const { pathname } = useLocation()
  const { site } = useSite()
  useEffect(() => {
    void whenIdle()
      .then(() => import('#app/browser/banners/start-banners.ts'))
      .then(
        ({ startBanners }) => startBanners(site),
        (error: unknown) => console.info('The banners could not be loaded', error),
      )
  }, [site])
  useEffect(() => {
    dispatchEvent(new Event('pageshown'))
  }, [pathname])
  useFreshDataOnline()
  return <Outlet />
}

/** What was read offline may be old: it is fetched again as soon as there is a network. */
function useFreshDataOnline(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const refresh = () => void revalidate()
    addEventListener('online', refresh)
    return () => removeEventListener('online', refresh)
  }, [revalidate])
}

/** For what breaks outside of every layout. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" className="wrap">
      <ErrorPage error={error} />
    </main>
  )
}
