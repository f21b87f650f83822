import { NOTICE } from '#e2e/offline/app-journey.ts'
import {
  searchSite,
  cards,
  clickRetry,
  expect,
  failure,
  farNotice,
  heading,
  linksIn,
  markDocument,
  open,
  pathOf,
  retry,
  test,
  UNREACHABLE,
} from './adversity.ts'

for (const serviceWorkers of ['block', 'allow'] as const) {
  test.describe(`while the proxy responds with 502, service worker: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers })

    test('a tapped notice leaves the list on screen, and opens when the proxy works again', async ({
      page,
      failingProxy,
      isInstalled,
    }) => {
      await open(page, `${failingProxy.url}/jobs`, isInstalled)
      const assertSame = await markDocument(page)
      const before = await linksIn(page)
      const path = await pathOf(farNotice(page))
      failingProxy.proxyStatus = 502
      await farNotice(page).click()
      await expect(failure(page)).toContainText(UNREACHABLE)
      await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
      expect(await linksIn(page)).toEqual(before)

      failingProxy.proxyStatus = null
      await expect(page).toHaveURL(failingProxy.url + path)
      await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
      await expect(failure(page)).toHaveCount(0)
      await assertSame()
    })

    test('Retry requests the page at once, and shows the error if it fails again', async ({
      page,
      failingProxy,
      isInstalled,
    }) => {
      await open(page, `${failingProxy.url}/jobs`, isInstalled)
      const path = await pathOf(farNotice(page))
      failingProxy.proxyStatus = 502
      await farNotice(page).click()
      await expect(failure(page)).toContainText(UNREACHABLE)
      const requestsBefore = failingProxy.pageRequests(path)
      await retry(page).click()
      await expect.poll(() => failingProxy.pageRequests(path)).toBeGreaterThan(requestsBefore)
      await expect(failure(page)).toContainText(UNREACHABLE)
      await expect(cards(page)).toHaveCount(25)

      failingProxy.proxyStatus = null
      await clickRetry(page)
      await expect(page).toHaveURL(failingProxy.url + path)
      await expect(failure(page)).toHaveCount(0)
    })

    test('going back shows the cached list', async ({ page, failingProxy, isInstalled }) => {
      await open(page, `${failingProxy.url}/jobs`, isInstalled)
      await page.getByRole('link', { name: 'Show more' }).click()
      await expect(cards(page)).toHaveCount(39)
      const before = await linksIn(page)
      await cards(page).nth(30).getByRole('link').click()
      await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
      const assertSame = await markDocument(page)
      // The script that refreshes pages has loaded.
      await expect
        .poll(() =>
          page.evaluate(async () => {
            const script = performance.getEntriesByType('resource').find(({ name }) => /refresh-page/.test(name))
            // It can be imported only after its own imports have arrived, too.
            return script !== undefined && (await import(script.name)) !== undefined
          }),
        )
        .toBe(true)
      failingProxy.proxyStatus = 502
      await page.goBack()
      await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
      await expect.poll(() => linksIn(page)).toEqual(before)
      await expect(cards(page).nth(30)).toBeInViewport()
      // The page is revalidated in the background; the failure of that removes nothing.
      await expect.poll(() => failingProxy.requests.filter(({ path }) => path === '/jobs').length).toBeGreaterThan(1)
      expect(await linksIn(page)).toEqual(before)
      await expect(page.getByText('No jobs found')).toHaveCount(0)
      await assertSame()
    })
  })
}

test.describe('failed requests of a list', () => {
  for (const status of [502, 200] as const)
    test(`a search in a list that is answered with ${status} by the proxy shows the error above the rows, and Retry searches`, async ({
      page,
      failingProxy,
    }) => {
      await open(page, `${failingProxy.url}/results`)
      const before = await linksIn(page)
      const counted = await page.getByRole('main').getByRole('status').innerText()
      failingProxy.failing = /^\/(jobs|results)/
      failingProxy.proxyStatus = status
      const box = page.getByRole('main').getByRole('searchbox')
      await box.fill('rrb')
      await expect(failure(page)).toContainText(UNREACHABLE)
      expect(await linksIn(page)).toEqual(before)
      await expect(page.getByRole('main').getByRole('status')).toHaveText(counted)
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
      await expect(page.getByText('No results')).toHaveCount(0)

      failingProxy.proxyStatus = null
      await retry(page).click()
      await expect(page.getByRole('main').getByRole('status')).toHaveText(/for "rrb"$/)
      await expect(failure(page)).toHaveCount(0)
      await expect(cards(page)).toHaveText([/rrb/i])
      await expect(box).toHaveValue('rrb')
    })

  test('after a failed search in a list the next text is searched', async ({ page, failingProxy }) => {
    await open(page, `${failingProxy.url}/jobs`)
    failingProxy.isDown = true
    await page.getByRole('main').getByRole('searchbox').fill('ssc')
    await expect(failure(page)).toContainText(UNREACHABLE)
    failingProxy.isDown = false
    await page.getByRole('main').getByRole('searchbox').fill('railway')
    await expect(page).toHaveURL(`${failingProxy.url}/jobs?search=railway`)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/for "railway"$/)
    await expect(failure(page)).toHaveCount(0)
  })

  for (const status of [503, 200] as const)
    test(`further rows that are answered with ${status} by the proxy leave the rows of a list, and Retry adds the others`, async ({
      page,
      failingProxy,
    }) => {
      await open(page, `${failingProxy.url}/jobs`)
      const before = await linksIn(page)
      failingProxy.failing = /^\/(jobs|results)/
      failingProxy.proxyStatus = status
      const more = page.getByRole('main').getByRole('link', { name: 'Show more' })
      await more.click()
      await expect(failure(page)).toContainText(UNREACHABLE)
      await expect(more).toBeVisible()
      expect(await linksIn(page)).toEqual(before)

      failingProxy.proxyStatus = null
      await retry(page).click()
      await expect(cards(page)).toHaveCount(39)
      expect((await linksIn(page)).slice(0, 25)).toEqual(before)
      await expect(failure(page)).toHaveCount(0)
    })

  test('a failed search in a home section leaves the rows of all sections', async ({ page, failingProxy }) => {
    await open(page, `${failingProxy.url}/`)
    const section = page.getByRole('region', { name: 'Results', exact: true })
    const before = await section.getByRole('listitem').allInnerTexts()
    expect(before).toHaveLength(8)
    failingProxy.proxyStatus = 502
    await section.getByRole('searchbox').fill('rrb')
    await expect(section.locator('.unreachable')).toContainText(UNREACHABLE)
    await expect(failure(page), 'in this section alone').toHaveCount(1)
    expect(await section.getByRole('listitem').allInnerTexts()).toEqual(before)

    failingProxy.proxyStatus = null
    await section.getByRole('button', { name: 'Retry' }).click()
    await expect(section.getByRole('listitem').first()).toContainText(/rrb/i)
    await expect(failure(page)).toHaveCount(0)
  })
})

test.describe('failed search of the whole site', () => {
  const field = 'Search the whole site'

  test('a failed site search leaves the page on screen, and opens when the proxy works again', async ({
    page,
    failingProxy,
  }) => {
    await open(page, `${failingProxy.url}/jobs`)
    const assertSame = await markDocument(page)
    const before = await linksIn(page)
    failingProxy.proxyStatus = 502
    await searchSite(page, 'ssc')
    await expect(failure(page)).toContainText(UNREACHABLE)
    await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
    expect(await linksIn(page)).toEqual(before)
    await expect(page.getByRole('combobox', { name: field })).toHaveValue('ssc')

    failingProxy.proxyStatus = null
    await expect(page).toHaveURL(`${failingProxy.url}/search?q=ssc`)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/results for "ssc"$/)
    await assertSame()
  })

  test('a failed site search leaves earlier results on the search page', async ({ page, failingProxy }) => {
    await open(page, `${failingProxy.url}/search?q=upsc`)
    const results = page.getByRole('main').locator('.result-card')
    const before = await results.allInnerTexts()
    expect(before.length).toBeGreaterThan(1)
    failingProxy.proxyStatus = 504
    await searchSite(page, 'ssc')
    await expect(failure(page)).toContainText(UNREACHABLE)
    expect(await results.allInnerTexts()).toEqual(before)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/for "upsc"$/)
    await expect(page.getByText('0 results')).toHaveCount(0)

    failingProxy.proxyStatus = null
    await clickRetry(page)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/results for "ssc"$/)
  })

  test('a failed site search is reported in the dropdown, and the next text is searched', async ({
    page,
    failingProxy,
  }) => {
    await open(page, `${failingProxy.url}/contact`)
    const box = page.getByRole('search', { name: 'Whole site' })
    await page.getByRole('combobox', { name: field }).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(8)
    failingProxy.proxyStatus = 502
    await page.getByRole('combobox', { name: field }).fill('ssc')
    await expect(box.locator('.dropdown-note')).toHaveText('The search could not be reached. Press Enter to try again.')
    await expect(page.getByRole('listbox')).toHaveCount(0)

    failingProxy.proxyStatus = null
    await page.getByRole('combobox', { name: field }).fill('upsc')
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(/upsc/i)
    await expect(box.locator('.dropdown-note')).toHaveCount(0)
  })
})

test('a second tap replaces the one that failed', async ({ page, failingProxy }) => {
  await page.clock.install()
  await open(page, `${failingProxy.url}/jobs`)
  const other = cards(page).nth(13).getByRole('link')
  const path = await pathOf(other)
  failingProxy.proxyStatus = 502
  await farNotice(page).click()
  await expect(failure(page)).toContainText(UNREACHABLE)
  failingProxy.proxyStatus = null
  // The second page takes longer than the interval after which the first page would be requested again.
  failingProxy.hang(/^\/jobs\/./)
  const first = await pathOf(farNotice(page))
  await other.click()
  await expect.poll(() => failingProxy.pageRequests(path)).toBeGreaterThan(0)
  const requestsBefore = failingProxy.pageRequests(first)
  await page.clock.fastForward(6_000)
  expect(failingProxy.pageRequests(first), 'the first page is not requested again').toBe(requestsBefore)
  failingProxy.release()
  await expect(page).toHaveURL(failingProxy.url + path)
})

test('a list opened while the proxy fails replaces the open notice when the proxy works again', async ({
  page,
  failingProxy,
}) => {
  await open(page, failingProxy.url + NOTICE)
  const title = await heading(page).innerText()
  failingProxy.proxyStatus = 502
  await page.getByRole('contentinfo').getByRole('link', { name: 'Documents' }).click()
  await expect(failure(page)).toContainText(UNREACHABLE)
  await expect(heading(page)).toHaveText(title)
  await expect(page.locator('.skeleton-tile')).toHaveCount(0)
  failingProxy.proxyStatus = null
  await expect(page).toHaveURL(`${failingProxy.url}/documents`)
})

test('what is typed in a page ends the automatic retry of a failed navigation', async ({ page, failingProxy }) => {
  await page.clock.install()
  await open(page, `${failingProxy.url}/contact`)
  failingProxy.proxyStatus = 502
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(failure(page)).toContainText(UNREACHABLE)
  const text = page.getByLabel('Full Name')
  await text.fill('A visitor')
  failingProxy.proxyStatus = null
  const requestsBefore = failingProxy.pageRequests('/privacy')
  await page.clock.fastForward(60_000)
  expect(failingProxy.pageRequests('/privacy')).toBe(requestsBefore)
  await expect(text).toHaveValue('A visitor')
  await failure(page).getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(`${failingProxy.url}/privacy`)
})
