import type { ReactNode } from 'react'
import { BackendError } from '#app/data/backend-error.ts'
import { EMPTY_BOARD, type HomeBoard } from '#app/data/home-board.ts'
import { readHome } from '#app/data/home.ts'
import type { LogFailure } from '#app/data/site-settings.ts'
import { HOME_META } from '#app/pages/home/home-meta.ts'
import { HomeView } from '#app/pages/home/home-view.tsx'
import { home } from '#app/pages/home/page.tsx'
import { RecordMissing, type Missing, type Page, type PageContext, type Tag } from '#app/pages/page.ts'
import { FailureLine, NoSuchPageLine, RemovedLine } from '#app/ui/failure-line.tsx'
import { PAGE_HEADER } from '#domain/app-shell.ts'
import { APPLICATION_ERROR } from '#domain/messages.ts'
import type { DocumentParts, DocumentWriter } from './document.tsx'
import { ErrorView } from './error-view.tsx'
import { renderInPieces } from './render-in-pieces.tsx'

type AddTag = (table: string, id?: number) => void

interface PostedForm {
  form: FormData
  /** Whether this visitor has exceeded the rate limit. */
  isOverLimit: boolean
}

interface Shown {
  data: unknown
  status: number
  /** Shown above the page. */
  line?: ReactNode
}

interface HomeInstead {
  status: number
  line?: ReactNode
  /** Whether the browser shows the address of the home page. */
  replacesAddress?: boolean
}

/** Class of SQLSTATE codes for values that cannot be read. Source: PostgreSQL, Appendix A */
const DATA_EXCEPTION = '22'

/** The tag of a page that shows nothing of the database, so its cached copies never become stale. */
const STATIC: Tag = ['static']

/**
 * Creates the responses of pages: loads, renders and sends them. A page that cannot be loaded is sent with the status
 * of the failure and a line that explains it, above the content that is available.
 */
export class PageResponses {
  readonly #writer: DocumentWriter
  readonly #logFailure: LogFailure

  constructor(writer: DocumentWriter, logFailure: LogFailure) {
    this.#writer = writer
    this.#logFailure = logFailure
  }

  /** @param tag is called with the cache tags of the response */
  async page(page: Page, context: PageContext, tag: AddTag): Promise<Response> {
    const correct = page.redirect?.(context)
    if (correct) return new Response(null, { status: 301, headers: { location: correct } })
    let data: unknown
    try {
      data = await page.load(context)
    } catch (error) {
      if (error instanceof RecordMissing) return this.#recordMissing(context, error, tag)
      if (isRejected(error)) return context.sharedCopy?.('page') ?? this.missing('page', context, tag)
      this.#logFailure(nameInLog(page, context), error)
      return this.#unreachable(page, context, error)
    }
    try {
      const tags = tagsOf(page, data, context)
      for (const each of tags.length > 0 ? tags : [STATIC]) tag(...each)
      return this.#show(page, context, { data, status: 200 })
    } catch (error) {
      return this.broken(context, error, nameInLog(page, context))
    }
  }

  /** @returns the page with the result of its form */
  async form(page: Page, context: PageContext, { form, isOverLimit }: PostedForm): Promise<Response> {
    try {
      const reply = await page.post?.(form, { ...context, isOverLimit, logFailure: this.#logFailure })
      return reply ? this.#show(page, context, reply) : new Response('Method not allowed', { status: 405 })
    } catch (error) {
      if (!(error instanceof RecordMissing)) throw error
      return this.#recordMissing(context, error, () => {})
    }
  }

  /**
   * Responds with the home page, which is the same for every address at which this is missing.
   * Source: docs/behaviour/public-pages.md#unknown-and-deleted-notices
   */
  missing(missing: Missing, context: PageContext, tag: AddTag): Promise<Response> {
    for (const each of tagsOf(home, EMPTY_BOARD, context)) tag(...each)
    if (missing === 'page') return this.#homeInstead(context, { status: 404, line: <NoSuchPageLine /> })
    if (missing === 'record') return this.#homeInstead(context, { status: 404, replacesAddress: true })
    return this.#homeInstead(context, { status: 410, line: <RemovedLine />, replacesAddress: true })
  }

  #recordMissing(context: PageContext, { movedTo, status }: RecordMissing, tag: AddTag): Response | Promise<Response> {
    if (movedTo) return new Response(null, { status: 301, headers: { location: movedTo } })
    const missing = status === 410 ? 'deleted record' : 'record'
    return context.sharedCopy?.(missing) ?? this.missing(missing, context, tag)
  }

  #unreachable(page: Page, context: PageContext, error: unknown): Response | Promise<Response> {
    const line = <FailureLine siteName={context.site.name} />
    if (page.failed) return this.#show(page, context, { data: page.failed(context), status: 503, line })
    // A database that does not answer is not asked again: the visitor has waited for it once.
    if (isUnavailable(error)) return this.#showHome(context, EMPTY_BOARD, { status: 503, line })
    return this.#homeInstead(context, { status: 503, line })
  }

  /** Responds with the home page in place of a page that does not exist or cannot be loaded. */
  async #homeInstead(context: PageContext, instead: HomeInstead): Promise<Response> {
    const { backend, site, today } = context
    let { status, line } = instead
    const board = await readHome(backend, today).catch((error: unknown) => {
      this.#logFailure('home in place of another page', error)
      status = 503
      line = <FailureLine siteName={site.name} />
      return EMPTY_BOARD
    })
    return this.#showHome(context, board, { ...instead, status, line })
  }

  #showHome(context: PageContext, board: HomeBoard, { status, line, replacesAddress = false }: HomeInstead): Response {
    const view = (
      <>
        {line}
        <HomeView board={board} today={context.today} siteName={context.site.name} />
      </>
    )
    const meta = { ...HOME_META, noindex: true }
    const parts = { meta, styles: 'home', tags: [], replacesAddress: replacesAddress && status !== 503, view } as const
    return this.#send(context, parts, status)
  }

  #show(page: Page, context: PageContext, { data, status, line }: Shown): Response {
    const isWhole = status === 200
    const meta = page.meta(data, context)
    const view = (
      <>
        {line}
        {page.view(data, context)}
      </>
    )
    const parts = {
      meta: isWhole ? meta : { ...meta, noindex: true },
      styles: page.styles,
      tags: isWhole ? tagsOf(page, data, context) : [],
      isNotice: page.isNotice ?? false,
      hasAdSpace: isWhole && (page.hasAdSpace ?? false),
      isSecret: page.isSecret ?? false,
      view,
    }
    return this.#send(context, parts, status)
  }

  /**
   * Responds to an error while a page is rendered.
   *
   * @param name of the page in the log; its path may be a secret
   */
  broken(context: PageContext, error: unknown, name = 'page'): Response {
    this.#logFailure(name, error)
    const meta = { title: APPLICATION_ERROR, description: APPLICATION_ERROR, noindex: true }
    return this.#send(context, { meta, styles: 'text-page', tags: [], view: <ErrorView /> }, 500)
  }

  #send(
    context: PageContext,
    parts: Omit<DocumentParts, 'main' | 'status'> & { view: ReactNode },
    status: number,
  ): Response {
    const body = this.#writer.write(context, { ...parts, status, main: renderInPieces(parts.view) })
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.length),
      'content-security-policy': this.#writer.policy,
      // Shows the service worker that the response is a page of this site, and not an error page of a proxy.
      [PAGE_HEADER]: 'page',
      ...(parts.isSecret && { 'referrer-policy': 'no-referrer' }),
    }
    return new Response(body, { status, headers })
  }
}

/** Without the address of a secret page, which is its key. */
function nameInLog({ isSecret, path }: Page, { url }: PageContext): string {
  return `page ${isSecret ? path : url.pathname}`
}

function isUnavailable(error: unknown): boolean {
  return error instanceof BackendError && error.status === 503
}

/** Whether the database has rejected a part of the address, such as a slug with a NUL character. */
function isRejected(error: unknown): boolean {
  return error instanceof BackendError && error.code.startsWith(DATA_EXCEPTION)
}

function tagsOf(page: Page, data: unknown, context: PageContext): Tag[] {
  return page.tags?.(data, context) ?? []
}
