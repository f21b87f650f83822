import { expect, open, allowConsoleError, test } from './adversity.ts'

test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, /status of 404/))

for (const serviceWorkers of ['block', 'allow'] as const) {
  test.describe(`unknown addresses, service worker: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers })

    for (const path of ['/index.php', '/jobs/abc.html', '/wp-login.php', '/unknown/deep/er', '/results/a/b']) {
      test(`${path} shows the home page with a message, and the address does not change`, async ({
        page,
        failingProxy,
        isInstalled,
      }) => {
        if (isInstalled) await open(page, `${failingProxy.url}/jobs`, isInstalled)
        const response = await page.goto(failingProxy.url + path)
        expect(response?.status()).toBe(404)
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
        await expect(page).toHaveURL(failingProxy.url + path)

        // The page works like any other one.
        await main
          .getByRole('region', { name: 'Results', exact: true })
          .getByRole('link', { name: /^View More/ })
          .click()
        await expect(page).toHaveURL(`${failingProxy.url}/results`)
        await expect(main.getByText('That page does not exist')).toHaveCount(0)
      })
    }
  })
}

test('a link to an unknown address shows the message, and going back shows the previous page', async ({
  page,
  failingProxy,
}) => {
  await open(page, `${failingProxy.url}/jobs`)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/index.php', textContent: 'to nowhere' })
    document.querySelector('main')?.prepend(link)
  })
  await page.getByText('to nowhere').click()
  await expect(page).toHaveURL(`${failingProxy.url}/index.php`)
  await expect(page.getByText('That page does not exist')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
  await expect(page.getByRole('main').locator('.notice-card')).toHaveCount(25)
})

for (const path of ['/assets/x.js', '/.well-known/x']) {
  test(`${path} is a plain 404`, async ({ page, failingProxy }) => {
    const response = await page.goto(failingProxy.url + path)
    expect([response?.status(), response?.headers()['content-type']]).toEqual([404, 'text/plain; charset=UTF-8'])
    expect(await response?.text()).toBe('Not found')
  })
}
