import { Suspense, useEffect, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { headScript } from '#app/browser/head-script.ts'
import latinFont from '#app/ui/fonts/noto-sans-latin.woff2?url'
import { indianDay } from '#domain/dates.ts'
import { CHUNK_TIMEOUT_MS } from '#domain/limits.ts'
import { APPLICATION_ERROR, CHUNK_LOAD_ERROR } from '#domain/messages.ts'
import { THEME_COLOURS } from '#domain/theme-colours.ts'
import type { Route } from './+types/root.ts'
import { AdminError } from './layout/admin-error.tsx'
import { keepFocus } from './layout/keep-focus.ts'
import { adminContext } from './site-context.ts'
import { scrollKey } from './table/shown-lists.ts'
import styles from './site.css?url'

export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(adminContext).site, today: indianDay(Date.now()) }
}

/** The site's settings do not change while a page is open. */
export const shouldRevalidate = () => false

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Zod reads this when it is loaded. Otherwise it tries to compile code, which the policy of the admin reports. */
const NO_EVAL = '__zod_globalConfig={jitless:true}'

/**
 * A script for the head of the admin: when the scripts that the page waits for fail, or have not arrived in time, it
 * reports that and replaces the loading screen by an error with a link. React repairs the page if they come later.
 * Source: docs/behaviour/messages.md#scripts-that-do-not-arrive
 */
const START_LIMIT_SCRIPT = `{let d=document,fail=()=>{if("ready"in d.documentElement.dataset)return;console.error("${CHUNK_LOAD_ERROR}");let h=d.createElement("h1"),a=d.createElement("a");h.textContent="${APPLICATION_ERROR}";a.textContent="Load again";a.href="";d.querySelector("main")?.replaceChildren(h,a)};setTimeout(fail,${CHUNK_TIMEOUT_MS});addEventListener("error",e=>e.target.tagName=="SCRIPT"&&fail(),true)}`

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" data-has-latin="" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLOURS.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLOURS.dark} />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript(latinFont) }} />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: NO_EVAL }} />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: START_LIMIT_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration getKey={scrollKey} />
        <Scripts />
      </body>
    </html>
  )
}

/**
 * React repairs a document that does not match by rendering the nearest boundary anew. It cannot do so with the whole
 * document, because the policy of the admin lets no script create script elements.
 */
export default function Root() {
  useEffect(keepFocus, [])
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  )
}

/** Shown for errors outside of every layout, which only the server meets. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />
}
