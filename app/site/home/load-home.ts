import { data } from 'react-router'
import { EMPTY_BOARD } from '#app/data/home-board.ts'
import { readHome } from '#app/data/home.ts'
import type { SiteContext } from '#app/data/site-context.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { indianDay } from '#domain/dates.ts'

/**
 * Data of the home page. A failure is logged and shows empty sections. Source: specification, section 8.
 *
 * @param status of the answer when the board could be read
 */
export async function loadHome({ backend, now, shows, logFailure }: SiteContext, status: 200 | 404) {
  const today = indianDay(now)
  for (const { table } of CONTENT_KINDS) shows(table)
  try {
    return data({ board: await readHome(backend, today), today }, { status })
  } catch (error) {
    logFailure('home', error)
    return data({ board: EMPTY_BOARD, today }, { status: 503 })
  }
}
