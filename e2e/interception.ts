import type { BrowserContext, Page } from '@playwright/test'

const PROBE = '/healthz?intercepted'
const ANSWER = 'intercepted'

/**
 * Makes a route of a context or of one of its pages hold as soon as it is awaited. Chromium says that it intercepts requests
 * some milliseconds before it intercepts those of an open page: in 3 of 80 tests, what was sent at once went past the route,
 * and Playwright never learned of it. So an open page sends requests of its own until one is intercepted.
 */
export function awaitInterception(context: BrowserContext): void {
  const addRoute = context.route.bind(context)
  let isProbeRouted = false

  async function intercepted(page: Page): Promise<void> {
    // A page that is opened later sends all its requests after the interception has begun.
    if (!page.url().startsWith('http')) return
    if (!isProbeRouted)
      await addRoute(new RegExp(`${RegExp.escape(PROBE)}$`), (probe) => probe.fulfill({ body: ANSWER }))
    isProbeRouted = true
    const waiting = page.evaluate(
      async ([probe, answer]) => {
        while ((await (await fetch(probe)).text()) !== answer);
      },
      [PROBE, ANSWER] as const,
    )
    await waiting.catch((error: Error) => {
      if (!error.message.includes('Execution context was destroyed')) throw error
    })
  }

  function awaitInterceptionOf(page: Page): void {
    const addRouteOfPage = page.route.bind(page)
    page.route = async (...given) => {
      const added = await addRouteOfPage(...given)
      await intercepted(page)
      return added
    }
  }

  context.route = async (...given) => {
    const added = await addRoute(...given)
    for (const page of context.pages()) await intercepted(page)
    return added
  }
  for (const page of context.pages()) awaitInterceptionOf(page)
  context.on('page', awaitInterceptionOf)
}
