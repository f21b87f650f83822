import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { EMPTY_BOARD } from '#app/data/home-board.ts'
import { readHome } from '#app/data/home.ts'
import { HOME_META } from '#app/pages/home/home-meta.ts'
import { HomeView } from '#app/pages/home/home-view.tsx'
import { home } from '#app/pages/home/page.tsx'
import { RecordMissing, type LogFailure, type Page, type PageContext, type Tag } from '#app/pages/page.ts'
import { FailureLine, NoSuchPageLine } from '#app/ui/failure-line.tsx'
import { APPLICATION_ERROR } from '#domain/messages.ts'
import { ErrorView } from './error-view.tsx'
import type { DocumentParts, DocumentWriter } from './document.tsx'

type AddTag = (table: string, id?: number) => void

interface PostedForm {
  form: FormData
  /** Whether this visitor has written too often lately. */
  isOverLimit: boolean
}

/** Says to the service worker that an answer is a page of this site, also when its status is that of a failure. */
const OWN_PAGE = { 'x-suchana': 'page' }

/**
 * Turns pages into answers: load, render, send. A page that cannot be loaded says so with its true status, and shows what
 * it can below.
 */
export function createAnswers(writer: DocumentWriter, logFailure: LogFailure) {
  function send(context: PageContext, parts: Omit<DocumentParts, 'main'> & { view: ReactNode }, status: number): Response {
    const html = writer.write(context, { ...parts, main: renderToStaticMarkup(parts.view) })
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': writer.policy, ...OWN_PAGE }
    return new Response(html, { status, headers })
  }

  /** The last resort, for an error of ours while a page is rendered. */
  function broken(context: PageContext, error: unknown): Response {
    logFailure(`page ${context.url.pathname}`, error)
    const meta = { title: APPLICATION_ERROR, description: APPLICATION_ERROR, noindex: true }
    return send(context, { meta, styles: 'text-page', tags: [], view: <ErrorView /> }, 500)
  }

  function show(page: Page, context: PageContext, shown: { data: unknown; status: number; line?: ReactNode }): Response {
    const { data, status, line } = shown
    const meta = page.meta(data, context)
    return send(
      context,
      {
        meta: status === 200 ? meta : { ...meta, noindex: true },
        styles: page.styles,
        tags: status === 200 ? tagsOf(page, data, context) : [],
        page,
        view: (
          <>
            {line}
            {page.view(data, context)}
          </>
        ),
      },
      status,
    )
  }

  /** The home page stands in for what does not exist or cannot be read. */
  async function homeInstead(context: PageContext, instead: { status: number; line?: ReactNode; replacesAddress?: boolean }) {
    const { backend, site, today } = context
    let { status, line = null } = instead
    const board = await readHome(backend, today).catch((error: unknown) => {
      logFailure('home in place of another page', error)
      status = 503
      line = <FailureLine siteName={site.name} />
      return EMPTY_BOARD
    })
    const view = (
      <>
        {line}
        <HomeView board={board} today={today} siteName={site.name} />
      </>
    )
    const replacesAddress = instead.replacesAddress === true && status !== 503
    return send(context, { meta: { ...HOME_META, noindex: true }, styles: 'home', tags: [], replacesAddress, view }, status)
  }

  function unreachable(page: Page, context: PageContext, error: unknown) {
    logFailure(`page ${context.url.pathname}`, error)
    const line = <FailureLine siteName={context.site.name} />
    if (page.failed) return show(page, context, { data: page.failed(context), status: 503, line })
    return homeInstead(context, { status: 503, line })
  }

  return {
    async page(page: Page, context: PageContext, tag: AddTag): Promise<Response> {
      let data: unknown
      try {
        data = await page.load(context)
      } catch (error) {
        if (!(error instanceof RecordMissing)) return unreachable(page, context, error)
        if (error.movedTo) return new Response(null, { status: 301, headers: { location: error.movedTo } })
        return homeInstead(context, { status: error.status, replacesAddress: true })
      }
      try {
        const tags = tagsOf(page, data, context)
        // What shows nothing of the database is never stale.
        for (const each of tags.length > 0 ? tags : [STATIC]) tag(...each)
        return show(page, context, { data, status: 200 })
      } catch (error) {
        return broken(context, error)
      }
    },

    async form(page: Page, context: PageContext, posted: PostedForm): Promise<Response> {
      const reply = await page.post?.(posted.form, { ...context, isOverLimit: posted.isOverLimit, logFailure })
      return reply ? show(page, context, reply) : new Response('Method not allowed', { status: 405 })
    },

    /** One rendered copy serves every address that does not exist. */
    noSuchPage(context: PageContext, tag: AddTag): Promise<Response> {
      for (const each of tagsOf(home, EMPTY_BOARD, context)) tag(...each)
      return homeInstead(context, { status: 404, line: <NoSuchPageLine /> })
    },
  }
}

const STATIC: Tag = ['static']

function tagsOf(page: Page, data: unknown, context: PageContext): Tag[] {
  return page.tags?.(data, context) ?? []
}
