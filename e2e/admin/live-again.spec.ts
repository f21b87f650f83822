import { CHANGES_BATCH_MS, HIDDEN_LIVE_MS } from '#domain/limits.ts'
import { openLive, row, slugOf } from './live-page.ts'
import { uniqueTitle } from './record-form.ts'
import { settled } from '#e2e/visitor/browser-test.ts'
import { expect, test } from './admin-test.ts'

test('a page that is looked at again while it closes its connection follows changes again @phone', async ({
  page,
  clock,
  tables,
}) => {
  const begin = Date.now()
  await clock.install({ time: begin })
  await openLive(page, '/jobs')
  const look = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await look(true)
  // The connection is being closed when the time stands still.
  await clock.pauseAt(begin + HIDDEN_LIVE_MS + 60_000)
  await look(false)
  await clock.resume()
  await clock.runFor(10_000)
  const title = uniqueTitle('Live job')
  await tables.insert('jobs', { title, slug: slugOf(title) })
  await expect(row(page, title)).toHaveCount(1)
})

test('a notice that was prefetched before it was corrected shows the correction when it is opened @phone', async ({
  page,
  tables,
}) => {
  const title = uniqueTitle('Prefetched job')
  const { id } = await tables.insert('jobs', { title, slug: slugOf(title), is_featured: true })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const requestCount = () => requests.filter((requested) => requested === `/jobs/${slugOf(title)}`).length
  const prefetched = page.waitForResponse((response) => response.url().endsWith(slugOf(title)))
  const subscriptions = await openLive(page, '/jobs')
  const untilSubscribed = async (act: Promise<unknown>) => {
    const before = subscriptions()
    await act
    await expect.poll(subscriptions).toBeGreaterThan(before)
  }
  const link = row(page, title).getByRole('link')
  await link.focus()
  await (await prefetched).finished()
  await tables.patch('jobs', id, { title: `${title} corrected` })
  await expect(row(page, `${title} corrected`)).toHaveCount(1)
  await untilSubscribed(link.click())
  await expect(page).toHaveURL(new RegExp(`/jobs/${slugOf(title)}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} corrected`)
  const before = requestCount()
  await untilSubscribed(page.goBack())
  await untilSubscribed(link.click())
  expect(requestCount() - before, 'prefetched or opened after the change').toBe(1)
})

test('an open list is loaded again after a change when the server has another build, unless it is being read @phone', async ({
  page,
  tables,
}) => {
  await openLive(page, '/jobs')
  // First, because jobs of other tests change meanwhile.
  await page.evaluate(() => scrollTo(0, 1_000))
  await page.route(/\/jobs$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/ data-build="/, '$&other-') })
  })
  const insert = (title: string) => tables.insert('jobs', { title, slug: slugOf(title), is_featured: true })
  const answered = page.waitForResponse(/\/jobs$/)
  const titles = [uniqueTitle('Read job'), uniqueTitle('Awaited job')] as const
  await insert(titles[0])
  await (await answered).finished()
  await settled(page)
  await expect(row(page, titles[0])).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
  await insert(titles[1])
  for (const title of titles) await expect(row(page, title)).toHaveCount(1)
})

test('a notice that is opened from a page that follows changes is requested once @phone', async ({ page, tables }) => {
  const title = uniqueTitle('Opened job')
  await tables.insert('jobs', { title, slug: slugOf(title), is_featured: true })
  const path = `/jobs/${slugOf(title)}`
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const subscriptions = await openLive(page, '/jobs')
  const before = subscriptions()
  await row(page, title).getByRole('link').click()
  await expect(page).toHaveURL(path)
  // The page would be fetched again before it is subscribed.
  await expect.poll(subscriptions).toBeGreaterThan(before)
  expect(requests.filter((requested) => requested === path)).toEqual([path])
})

test('what has changed on a page that is left does not have the next one fetched again @phone', async ({
  page,
  tables,
  request,
}) => {
  const title = uniqueTitle('Opened job')
  await tables.insert('jobs', { title, slug: slugOf(title), is_featured: true })
  const path = `/jobs/${slugOf(title)}`
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  // The page cache may not have received the change yet, and a refresh, which this test holds back, would have to bring the row.
  await expect.poll(async () => (await request.get('/jobs')).text()).toContain(title)
  const received: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))))
  await openLive(page, '/jobs')
  const release = Promise.withResolvers<void>()
  await page.route(/\/jobs$/, async (route) => {
    await release.promise
    await route.continue()
  })
  const refresh = page.waitForRequest(/\/jobs$/)
  const change = async (name: string) => {
    await tables.insert('jobs', { title: name, slug: slugOf(name) })
    await expect.poll(() => received.some((message) => message.includes(name))).toBe(true)
  }
  await change(uniqueTitle('Other job'))
  await refresh
  // While the list is fetched: it would be fetched once more.
  await change(uniqueTitle('Third job'))
  await row(page, title).getByRole('link').click()
  await expect(page).toHaveURL(path)
  release.resolve()
  await (await (await refresh).response())?.finished()
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), 2 * CHANGES_BATCH_MS)
  expect(requests.filter((requested) => requested === path)).toEqual([path])
})
