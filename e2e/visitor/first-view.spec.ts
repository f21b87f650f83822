import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { expect, test } from './browser-test.ts'

const PATHS = [
  ...CONTENT_KINDS.map(({ listPath }) => listPath),
  '/',
  '/search?q=ssc',
  '/saved',
  '/calendar',
  '/jobs/upsc-cds-i-2027-online-form',
  '/recruitments/ssc-cgl-2026',
]

const PHONES = [
  [320, 568],
  [360, 640],
  [412, 823],
  [430, 832],
] as const

test('the script is requested after the document has been parsed, in a task of its own before the load event', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const events: string[] = []
    Object.assign(window, { events })
    new MutationObserver(() => {
      const isRequested = document.querySelector('link[rel=modulepreload]') !== null
      if (isRequested && !events.includes('requested')) events.push('requested')
    }).observe(document, { childList: true, subtree: true })
    // Added while the event is dispatched, so this is the last of its listeners.
    document.addEventListener('DOMContentLoaded', () =>
      addEventListener('DOMContentLoaded', () => events.push('parsed')),
    )
    addEventListener('load', () => events.push('loaded'))
  })
  for (const path of ['/', '/jobs', '/search?q=ssc']) {
    await page.goto(path)
    expect(await page.evaluate('events'), path).toEqual(['parsed', 'requested', 'loaded'])
  }
})

test('no part of a page that is shown after the first frame is in the window of a phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  let delayed = 0
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height })
    for (const path of PATHS) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      const tops = await page
        .locator('body *')
        .evaluateAll((elements) =>
          elements
            .filter((element) => getComputedStyle(element).animationName === 'excluded')
            .map((element) => element.getBoundingClientRect().top),
        )
      delayed += tops.length
      expect(Math.min(...tops), `${path} at ${width} x ${height}`).toBeGreaterThanOrEqual(height)
    }
  }
  expect(delayed).toBeGreaterThan(0)
})

test('no field is in a part that is excluded from layout, because autofill has the browser lay it out', async ({
  page,
}) => {
  for (const path of PATHS) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const fields = await page.locator('input, select, textarea').evaluateAll((all) =>
      all.map((field) => ({
        name: field.getAttribute('name'),
        isLaidOut: field.checkVisibility({ contentVisibilityAuto: true }),
        hasBox: field.getClientRects().length > 0,
      })),
    )
    expect(fields.length, path).toBeGreaterThan(1)
    expect(
      fields.filter(({ isLaidOut, hasBox }) => hasBox && !isLaidOut),
      path,
    ).toEqual([])
  }
})

test('a page in which nothing is used loads no React', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  const requestsOfReact = () => requests.filter((url) => url.includes('/assets/react-'))
  for (const path of ['/', '/jobs', '/search?q=ssc', '/jobs/upsc-cds-i-2027-online-form']) {
    // What every page loads last.
    const last = page.waitForRequest(/\/add-rows-/)
    await page.goto(path)
    await last
    await page.waitForLoadState('networkidle')
    expect(requestsOfReact(), path).toEqual([])
  }
  await page.locator('#search-field').focus()
  await expect.poll(requestsOfReact).toHaveLength(1)
})
