import { NOTICE } from '#e2e/offline/app-journey.ts'
import {
  allowConsoleError,
  expect,
  failure,
  markDocument,
  open,
  retry,
  stopRetries,
  test,
  UNREACHABLE,
} from './adversity.ts'

test.describe('a part of a page whose script does not arrive', () => {
  test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, /status of 404.*\/assets\//))

  for (const [path, label] of [
    ['/saved', 'Nothing is saved yet'],
    ['/age-calculator', 'Date of birth'],
    ['/am-i-eligible', 'Date of birth'],
    ['/photo-resizer', 'What is it for?'],
    ['/notifications', 'What you hear about'],
  ] as const)
    test(`a line says so once, and goes when it has arrived: ${path}`, async ({ page, failingProxy }) => {
      const scripts = /^\/assets\/(?!main-)[\w-]+\.js/
      const requested = () => failingProxy.requests.filter(({ path }) => scripts.test(path)).length
      failingProxy.lost = scripts
      await open(page, failingProxy.url + path)
      await expect(failure(page)).toContainText(UNREACHABLE)
      const before = requested()
      await retry(page).evaluate((button) => button.setAttribute('data-first', ''))
      // Requested again by itself.
      await expect.poll(requested).toBeGreaterThan(before)
      await expect(page.locator('.unreachable [data-first]')).toBeVisible()
      failingProxy.lost = null
      await expect(failure(page)).toHaveCount(0)
      await expect(page.getByRole('main').getByText(label, { exact: true }).first()).toBeVisible()
      await expect(page.locator('main [data-island] > fieldset:disabled')).toHaveCount(0)
    })

  test('the button Retry requests it at once', async ({ page, failingProxy }) => {
    await stopRetries(page)
    failingProxy.lost = /^\/assets\/(?!main-)[\w-]+\.js/
    await open(page, `${failingProxy.url}/saved`)
    await expect(failure(page)).toContainText(UNREACHABLE)
    failingProxy.lost = null
    await retry(page).click()
    await expect(failure(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Nothing is saved yet' })).toBeVisible()
  })
})

test.describe('a sheet for sharing whose script does not arrive', () => {
  test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, /status of 404.*\/assets\//))

  test('a line says so where the device has no dialog for sharing, and Retry opens the sheet', async ({
    page,
    failingProxy,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await open(page, failingProxy.url + NOTICE)
    failingProxy.lost = /^\/assets\/share-sheet-/
    await page.getByRole('button', { name: 'More ways' }).click()
    await expect(failure(page)).toContainText(UNREACHABLE)
    failingProxy.lost = null
    await retry(page).click()
    const sheet = page.getByRole('dialog', { name: 'Share' })
    await expect(sheet).toBeVisible()
    await expect(failure(page)).toHaveCount(0)
  })

  test('the line is within the window of a laptop whose buttons are at its end', async ({ page, failingProxy }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await open(page, failingProxy.url + NOTICE)
    failingProxy.lost = /^\/assets\/share-sheet-/
    const button = page.getByRole('button', { name: 'More ways' })
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await button.press('Enter')
    await expect(failure(page)).toBeInViewport({ ratio: 1 })
  })

  test('Retry without the server leaves the page as it is', async ({ page, failingProxy, consoleErrors }) => {
    allowConsoleError(consoleErrors, /ERR_|status of 502/)
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await open(page, failingProxy.url + NOTICE)
    const assertSame = await markDocument(page)
    failingProxy.lost = /^\/assets\/share-sheet-/
    await page.getByRole('button', { name: 'More ways' }).click()
    await expect(failure(page)).toContainText(UNREACHABLE)
    await failure(page).evaluate((line) => line.setAttribute('data-first', ''))
    failingProxy.proxyStatus = 502
    await retry(page).click()
    // Another line takes the place of the first one.
    await expect(page.locator('.unreachable:not([data-first])')).toContainText(UNREACHABLE)
    await assertSame()
    failingProxy.proxyStatus = null
    failingProxy.lost = null
    await retry(page).click()
    await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  })

  test('a line says so where the device refuses its dialog, and not where the visitor has closed it', async ({
    page,
    failingProxy,
  }) => {
    await page.addInitScript(() => {
      const names = ['AbortError', 'NotAllowedError']
      Navigator.prototype.share = () => {
        document.documentElement.dataset['dialogs'] = `${names.length}`
        return Promise.reject(new DOMException('', names.shift()))
      }
    })
    await open(page, failingProxy.url + NOTICE)
    failingProxy.lost = /^\/assets\/share-sheet-/
    await page.getByRole('button', { name: 'More ways' }).click()
    await expect(page.locator('html[data-dialogs="2"]')).toBeAttached()
    await expect(failure(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.locator('html[data-dialogs="1"]')).toBeAttached()
    await expect(failure(page)).toContainText(UNREACHABLE)
  })
})
