/** The pages, as one function from request to answer. Built by Vite; the only place that holds React Router's build. */
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { createBackendClient } from '#app/data/backend-client.ts'
import { siteContext, type SiteContext, type SiteSettings } from '#app/data/site-context.ts'

export interface SiteOptions {
  settings: SiteSettings
  /** Carries requests to the backend inside the process. */
  fetchBackend: (request: Request) => Promise<Response>
  logFailure: (what: string, error: unknown) => void
  /** Milliseconds since the epoch; tests may set another day. */
  clock?: () => number
}

export interface Circumstances {
  /** Whether whoever asks has written too often lately. */
  isOverLimit?: boolean
  /** Told what the answer is made of. */
  shows?: SiteContext['shows']
}

export type Site = (request: Request, circumstances?: Circumstances) => Promise<Response>

export function createSite({ settings, fetchBackend, logFailure, clock = Date.now }: SiteOptions): Site {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const backend = createBackendClient({
    url: settings.url,
    key: settings.publishableKey,
    fetch: (input, init) => fetchBackend(new Request(input, init)),
  })
  return (request, { isOverLimit = false, shows = () => {} } = {}) => {
    const context = new RouterContextProvider()
    context.set(siteContext, { backend, site: settings, now: clock(), shows, isOverLimit, logFailure })
    return handle(request, context)
  }
}
