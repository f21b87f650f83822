import { renderToStaticMarkup } from 'react-dom/server'
import { readNoticeList } from '#app/data/notice-list.ts'
import { contentTable } from '#app/data/notice-rows.ts'
import type { LogFailure } from '#app/data/site-settings.ts'
import type { PageContext } from '#app/pages/page.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { searchText } from '#domain/search-text.ts'
import { SectionResult } from './home-section.tsx'

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** Responds to the search box of a home section with HTML of that section only. */
export async function answerSection({ params, url, backend, today }: PageContext, logFailure: LogFailure) {
  const table = contentTable.safeParse(params['table'])
  if (!table.success) return new Response('Not found', { status: 404 })
  const kind = kindOfTable(table.data)
  const search = searchText(url.searchParams.get('search') ?? '')
  try {
    const query = { search, ...(kind.home?.status && { status: kind.home.status }) }
    const { rows } = await readNoticeList(backend, kind, query)
    const html = renderToStaticMarkup(<SectionResult kind={kind} today={today} rows={rows} search={search} />)
    return new Response(html, { headers: HTML })
  } catch (error) {
    logFailure(`home section ${table.data}`, error)
    return new Response('Unavailable', { status: 503 })
  }
}
