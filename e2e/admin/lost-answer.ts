import type { Page, Route } from '@playwright/test'

interface LostAnswer {
  path: string | RegExp
  method: string
  /** Whether the server gets the request; by default it does. */
  isStored?: boolean
  /** What the page gets in place of the answer; by default the connection breaks off. */
  respond?: (route: Route) => Promise<void>
}

/** Loses the answer to the next request. */
export async function loseAnswer(
  page: Page,
  { path, method, isStored = true, respond = (route) => route.abort() }: LostAnswer,
): Promise<void> {
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    if (isStored) await route.fetch()
    return respond(route)
  })
}
