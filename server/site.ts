/** Renders all pages, public ones and those of the admin. Built by Vite, because pages use JSX and import styles. */
import { Hono, type Context } from 'hono'
import { createAdmin } from '#app/admin/server.ts'
import { createBackendClient } from '#app/data/backend-client.ts'
import { createDocumentWriter } from '#app/document/document.tsx'
import { PageResponses } from '#app/document/page-responses.tsx'
import { PAGES } from '#app/page-list.ts'
import { answerSection } from '#app/pages/home/section.tsx'
import { SECTION_PATTERN } from '#app/pages/home/section-path.ts'
import type { Missing, PageContext } from '#app/pages/page.ts'
import { answerStates } from '#app/pages/saved/states.ts'
import { answerDropdown } from '#app/pages/search/dropdown.ts'
import { DROPDOWN_PATH } from '#app/islands/search-box/dropdown-results.ts'
import { SHARED_COPY_HEADER } from '#domain/app-shell.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { indianDay } from '#domain/dates.ts'
import { FORM_BYTES, SAVED_STATES_BYTES } from '#domain/limits.ts'
import { SAVED_STATES_PATH } from '#domain/page-paths.ts'
import { DELETED_RECORD_PATH, MISSING_RECORD_PATH, NOT_FOUND_PATH } from './paths.ts'
import type { PageInfo, RenderedSite, SiteContext, SiteOptions } from './site-interface.ts'

export const pages: readonly PageInfo[] = [
  ...PAGES.map(({ path, cache, sitemap = false, offline = false, post, formBytes = FORM_BYTES }) => {
    return { path, cache, sitemap, offline, formBytes: post ? formBytes : null }
  }),
  // Detail folders whose name differs from the list redirect to the list.
  ...CONTENT_KINDS.filter(({ detailFolder, listPath }) => detailFolder !== listPath).map(({ detailFolder }) => {
    return { path: detailFolder, cache: null, sitemap: false, offline: false, formBytes: null }
  }),
  { path: DROPDOWN_PATH, cache: { q: /^$/ }, sitemap: false, offline: false, formBytes: null },
  { path: SAVED_STATES_PATH, cache: null, sitemap: false, offline: false, formBytes: SAVED_STATES_BYTES },
  { path: SECTION_PATTERN, cache: null, sitemap: false, offline: false, formBytes: null },
  ...[MISSING_RECORD_PATH, DELETED_RECORD_PATH].map((path) => {
    return { path, cache: {}, sitemap: false, offline: false, formBytes: null }
  }),
]

const MISSING_PATHS: Record<Missing, string> = {
  page: NOT_FOUND_PATH,
  record: MISSING_RECORD_PATH,
  'deleted record': DELETED_RECORD_PATH,
}

const sharedCopy = (missing: Missing) =>
  new Response(null, { status: 404, headers: { [SHARED_COPY_HEADER]: MISSING_PATHS[missing] } })

type SiteRequest = Context<{ Bindings: SiteContext }>

export function createSite({
  settings: site,
  fetchBackend,
  callFunction,
  logFailure,
  assets,
  clock = Date.now,
}: SiteOptions): RenderedSite {
  const backend = createBackendClient({
    url: site.url,
    key: site.publishableKey,
    fetch: (input, init) => fetchBackend(new Request(input, init)),
    callFunction,
  })
  const pageResponses = new PageResponses(createDocumentWriter({ site, script: assets.main }), logFailure)
  const admin = createAdmin({ site, logFailure })
  const contextAt = (url: string, params: Record<string, string> = {}): PageContext => {
    const now = clock()
    return { params, url: new URL(url), backend, site, now, today: indianDay(now) }
  }
  const contextOf = (c: SiteRequest): PageContext => {
    // Only the page cache collects tags, and it alone has copies.
    return { ...contextAt(c.req.url, c.req.param()), ...(c.env.tag && { sharedCopy }) }
  }
  const tagsOf = (c: SiteRequest) => c.env.tag ?? (() => undefined)

  const app = new Hono<{ Bindings: SiteContext }>()
  app.all('/admin/*', (c) => admin(c.req.raw))
  app.all('/admin-login', (c) => admin(c.req.raw))
  for (const page of PAGES) {
    app.get(page.path, (c) => pageResponses.page(page, contextOf(c), tagsOf(c)))
    if (page.post)
      app.post(page.path, async (c) => {
        const form = await c.req.formData().catch(() => null)
        if (!form) return c.text('A form is expected', 400)
        return pageResponses.form(page, contextOf(c), { form, isOverLimit: c.env.isOverLimit ?? false })
      })
  }
  app.post(SAVED_STATES_PATH, (c) =>
    answerStates(contextOf(c), { request: c.req.raw, isOverLimit: c.env.isOverLimit ?? false, logFailure }),
  )
  app.get(SECTION_PATTERN, (c) => answerSection(contextOf(c), logFailure))
  app.get(DROPDOWN_PATH, (c) => answerDropdown(contextOf(c), { tag: tagsOf(c), logFailure }))
  for (const { listPath, detailFolder } of CONTENT_KINDS) {
    // `/admit-cards` without a slug redirects permanently to its list, with the parameters of the request.
    if (detailFolder !== listPath) app.get(detailFolder, (c) => c.redirect(listPath + new URL(c.req.url).search, 301))
  }
  const missing = (what: Missing) => (c: SiteRequest) => pageResponses.missing(what, contextOf(c), tagsOf(c))
  app.get(MISSING_RECORD_PATH, missing('record'))
  app.get(DELETED_RECORD_PATH, missing('deleted record'))
  app.notFound((c) => missing('page')(c as SiteRequest))
  return {
    pages,
    fetch: async (request, context = {}) => app.fetch(request, context),
    broken: ({ url }, error) => pageResponses.broken(contextAt(url), error),
  }
}
