import { data } from 'react-router'
import { contentTable } from '#app/data/notice-rows.ts'
import { readNoticeList } from '#app/data/notice-list.ts'
import { siteContext } from '#app/data/site-context.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import type { Route } from './+types/route.ts'

/** Rows of one home section for the text in its search box. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { backend, logFailure } = context.get(siteContext)
  const table = contentTable.safeParse(params.table)
  const search = url.searchParams.get('search') ?? ''
  if (!table.success) return data({ search, rows: [] }, { status: 404 })
  const kind = kindOfTable(table.data)
  try {
    const { rows } = await readNoticeList(backend, kind, {
      search,
      ...(kind.homeStatus && { status: kind.homeStatus }),
    })
    return data({ search, rows })
  } catch (error) {
    logFailure(`home section ${table.data}`, error)
    return data({ search, rows: [] }, { status: 503 })
  }
}

/** A section that cannot be reached is empty. Source: specification, section 8, Public list failure. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    console.warn('The section could not be searched', error)
    return { search: new URL(request.url).searchParams.get('search') ?? '', rows: [] }
  }
}
