import { expect, open, overlook, test } from './adversity.ts'

test.beforeEach(({ complaints }) => overlook(complaints, /status of 404/))

for (const serviceWorkers of ['block', 'allow'] as const) {
  test.describe(`an address where nothing is, service worker: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers })

    for (const path of ['/index.php', '/jobs/abc.html', '/wp-login.php', '/unknown/deep/er', '/results/a/b']) {
      test(`${path} is the home page with a line about it, and stays in the address`, async ({
        page,
        front,
        isInstalled,
      }) => {
        if (isInstalled) await open(page, `${front.url}/jobs`, isInstalled)
        const answer = await page.goto(front.url + path)
        expect(answer?.status()).toBe(404)
        const main = page.getByRole('main')
        await expect(main.getByText('That page does not exist')).toBeVisible()
        expect(await main.evaluate((element) => element.firstElementChild?.textContent)).toBe(
          'That page does not exist',
        )
        await expect(main.getByRole('region', { name: 'Latest Jobs', exact: true }).locator('.notice-row')).toHaveCount(
          25,
        )
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
        await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
        await expect(page).toHaveURL(front.url + path)

        // It is a page like any other one from here on.
        await main
          .getByRole('region', { name: 'Results', exact: true })
          .getByRole('link', { name: /^View More/ })
          .click()
        await expect(page).toHaveURL(`${front.url}/results`)
        await expect(page.getByText('That page does not exist')).toHaveCount(0)
      })
    }
  })
}

test('a link to nowhere leads there, and the way back to the page that was read', async ({ page, front }) => {
  await open(page, `${front.url}/jobs`)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/index.php', textContent: 'to nowhere' })
    document.querySelector('main')?.prepend(link)
  })
  await page.getByText('to nowhere').click()
  await expect(page).toHaveURL(`${front.url}/index.php`)
  await expect(page.getByText('That page does not exist')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${front.url}/jobs`)
  await expect(page.getByRole('main').locator('.notice-card')).toHaveCount(25)
})

for (const path of ['/assets/x.js', '/.well-known/x', '/favicon.ico']) {
  test(`${path} is a plain 404`, async ({ page, front }) => {
    const answer = await page.goto(front.url + path)
    expect([answer?.status(), answer?.headers()['content-type']]).toEqual([404, 'text/plain; charset=UTF-8'])
    expect(await answer?.text()).toBe('Not found')
  })
}
