import type { Page } from '@playwright/test'
import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { expect, expectConsoleError, holdRequests, hydrated, test } from './browser-test.ts'

const JOB = '/jobs/upsc-cds-i-2027-online-form'

const cards = (page: Page) => page.getByRole('main').locator('.notice-card')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** All texts of the main element with Devanagari, and the language that they are marked with. Fields have what is typed. */
function hindiTexts(page: Page) {
  return page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const found: { text: string; lang: string | null | undefined }[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? ''
      const element = node.parentElement
      if (!/[\u0900-\u097F]/.test(text) || element?.matches('textarea, script')) continue
      found.push({ text, lang: element?.closest('[lang]')?.getAttribute('lang') })
    }
    return found
  })
}

test.describe('language of texts', () => {
  const HINDI = 'महाराष्ट्र राज्यसेवा परीक्षा 2026 ऑनलाइन आवेदन'
  const PATH = '/jobs/maharashtra-rajyaseva-pariksha-2026-online-avedan'

  for (const path of [
    '/',
    '/jobs',
    PATH,
    '/search',
    `/search?q=${encodeURIComponent('महाराष्ट्र')}`,
    `/search?q=${encodeURIComponent('कुछ नहीं मिला SSC')}`,
    `/jobs?search=${encodeURIComponent('कुछ नहीं')}`,
  ]) {
    test(`no visible Hindi is unmarked on ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      const found = await hindiTexts(page)
      expect(found.map(({ text }) => text)).not.toEqual([])
      expect(found.filter(({ lang }) => lang !== 'hi')).toEqual([])
    })
  }

  test('Hindi is marked as Hindi on the page of saved notices', async ({ page }) => {
    await page.goto(PATH)
    await hydrated(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.goto('/saved')
    await expect(page.getByRole('heading', { name: HINDI })).toBeVisible()
    expect((await hindiTexts(page)).filter(({ lang }) => lang !== 'hi')).toEqual([])
  })

  test('titles in English are not marked', async ({ page }) => {
    await page.goto('/jobs')
    await hydrated(page)
    const marked = await cards(page)
      .getByRole('link')
      .evaluateAll((all) =>
        all
          .filter((link) => !/[\u0900-\u097F]/.test(link.textContent))
          .map((link) => (link.querySelector('[lang]') ? 'marked' : link.closest('[lang]')?.getAttribute('lang'))),
      )
    expect(marked.length).toBeGreaterThan(10)
    for (const lang of marked) expect(lang).toBe('en-IN')
  })

  test('Hindi text is marked as Hindi in the dropdown and after a page swap', async ({ page }) => {
    await page.goto('/results')
    await hydrated(page)
    await page.getByRole('combobox', { name: 'Search the whole site' }).click()
    await page.getByRole('combobox', { name: 'Search the whole site' }).fill('महाराष्ट्र')
    const option = page.getByRole('listbox').getByRole('option').filter({ hasText: 'महाराष्ट्र' }).first()
    await expect(option).toBeVisible()
    expect(await option.evaluate((one) => one.querySelector('[lang]')?.getAttribute('lang'))).toBe('hi')
    await page.keyboard.press('Escape')
    await page.goto('/jobs')
    await hydrated(page)
    await page.getByRole('link', { name: HINDI }).first().click()
    await expect(page).toHaveURL(PATH)
    await expect(heading(page)).toHaveText(HINDI)
    expect((await hindiTexts(page)).filter(({ lang }) => lang !== 'hi')).toEqual([])
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
  })
})

test.describe('focus after going back', () => {
  for (const [path, link] of [
    ['/jobs', (page: Page) => cards(page).nth(9).getByRole('link')],
    ['/', (page: Page) => page.getByRole('region', { name: 'Latest Jobs', exact: true }).getByRole('link').nth(3)],
    ['/search?q=ssc', (page: Page) => page.getByRole('main').locator('.result-card a').nth(5)],
    ['/recruitments/upsc-cds-1-2027', (page: Page) => page.getByRole('main').locator('.timeline a').first()],
  ] as const) {
    test(`going back to ${path} focuses the link that was followed`, async ({ page }) => {
      await page.goto(path)
      await hydrated(page)
      const followed = link(page)
      const href = await followed.getAttribute('href')
      await followed.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(href ?? '')
      await expect(heading(page)).toBeFocused()
      await page.goBack()
      await expect(page).toHaveURL(path)
      await expect(followed).toBeFocused()
      await expect(followed).toBeInViewport()
    })
  }
})

test.describe('fee category', () => {
  const chosen = (page: Page) => page.locator('.category-fee :checked')

  test('the fee category is remembered across notices, reloads and visits', async ({ page, context }) => {
    await page.goto(JOB)
    await hydrated(page)
    await page.locator('.category-fee').first().getByText('SC/ST/EWS', { exact: true }).click()
    await expect(chosen(page)).toHaveValue('SC/ST/EWS')
    await page.reload()
    await hydrated(page)
    await expect(chosen(page)).toHaveValue('SC/ST/EWS')

    await page.goto('/jobs')
    await hydrated(page)
    await page.locator(`main a[href="${JOB}"]`).first().click()
    await expect(page).toHaveURL(JOB)
    await expect(chosen(page)).toHaveValue('SC/ST/EWS')
    const other = await context.newPage()
    await other.goto(JOB)
    await hydrated(other)
    await expect(chosen(other)).toHaveValue('SC/ST/EWS')
    await expect(other.locator('.category-fee :checked ~ .amount')).toHaveText('Free')

    // Another notice joins the categories differently.
    await other.goto('/jobs/ssc-mts-havaldar-cbic-cbn-2026-online-form')
    await hydrated(other)
    await expect(chosen(other)).toHaveValue('SC/ST/PwD/Female/Ex-servicemen')
  })

  test('a remembered fee category that a notice does not have selects its first one', async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('user_preferences', JSON.stringify({ fee_category: 'No such' })),
    )
    await page.goto(JOB)
    await hydrated(page)
    await expect(chosen(page)).toHaveValue('General/OBC')
  })
})

test('the page of a network that asks for a sign-in does not become the text to share', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: () => true }))
  await page.route(/\/share\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Free Wi-Fi: sign in</h1>' }),
  )
  await page.goto(JOB)
  await hydrated(page)
  const answered = page.waitForResponse(/\/share\/.*\.txt$/)
  await page.getByRole('button', { name: 'More ways' }).press('Enter')
  await (await answered).finished()
  const sheet = page.getByRole('dialog', { name: 'Share' })
  await expect(sheet.getByRole('img'), 'the picture has failed').toHaveCount(0)
  await expect(sheet.getByLabel('Text for groups')).toHaveValue(
    `${await heading(page).innerText()}\n${await canonical(page)}`,
  )
  await expect(sheet.getByRole('button', { name: 'Share the picture' })).toHaveCount(0)
})

test('a button and a link that wait for their script on a slow line show it', async ({ page }) => {
  await page.goto(JOB)
  await hydrated(page)
  // The script of 'Follow' starts with the stars.
  await expect(page.locator('.star').first()).toBeAttached()
  const release = await holdRequests(page, /\/assets\/(share-sheet|follow-dialog)-.*\.js$/)
  const moreWays = page.getByRole('button', { name: 'More ways' })
  const follow = page.getByRole('link', { name: 'Follow', exact: true })
  await moreWays.press('Enter')
  await follow.press('Enter')
  for (const control of [moreWays, follow]) {
    await expect(control).toHaveAttribute('aria-busy', 'true')
    await expect(control).toHaveCSS('opacity', '0.6')
  }
  await release()
  await expect(page.getByRole('dialog').first()).toBeVisible()
  await expect(page.locator('main [aria-busy]')).toHaveCount(0)
})

test.describe('sharing', () => {
  test('the sheet has a text for groups and the picture, and shares them by the dialog of the device @both', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const shared: object[] = []
      const share = ({ files, ...data }: ShareData) => {
        shared.push({ ...data, files: files?.map(({ name, type, size }) => [name, type, size > 10_000]) })
        return Promise.resolve()
      }
      Object.assign(window, { shared })
      for (const [name, value] of Object.entries({ share, canShare: () => true }))
        Object.defineProperty(navigator, name, { value })
    })
    await page.goto(JOB)
    await hydrated(page)
    const title = await heading(page).innerText()
    await page.getByRole('button', { name: 'More ways' }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Share' })
    const text = sheet.getByLabel('Text for groups')
    await expect(text).toHaveValue(new RegExp(`^\\*${title.replaceAll(/[()]/g, '\\$&')}\\*\n`))
    await expect(text).toHaveValue(/\nPosts: 453\nLast date: \*\d\d-\d\d-\d{4}\* \(in \d+ days\)\n/)
    await expect(text).toHaveValue(new RegExp(`\n${await canonical(page)}$`))
    await expect
      .poll(() => sheet.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(1200)
    await expectNoViolations(page)
    await sheet.getByRole('button', { name: 'Share the picture' }).click()
    await text.fill('Mine & yours')
    await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      'https://wa.me/?text=Mine%20%26%20yours',
    )
    await sheet.getByRole('button', { name: 'Other apps' }).click()
    const shared = await page.evaluate(() => (window as unknown as { shared: object[] }).shared)
    expect(shared).toEqual([
      { text: expect.stringContaining('Posts: 453'), files: [['upsc-cds-i-2027-online-form.png', 'image/png', true]] },
      { title, text: 'Mine & yours' },
    ])
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'More ways' })).toBeFocused()
  })

  test('without a share dialog of the browser the sheet copies its text', async ({ page, context, consoleErrors }) => {
    expectConsoleError(consoleErrors, /ERR_FAILED .*\/share\//)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      for (const name of ['share', 'canShare']) Reflect.deleteProperty(Navigator.prototype, name)
    })
    await page.route('**/share/**', (route) => route.abort())
    await page.goto(JOB)
    await hydrated(page)
    const title = await heading(page).innerText()
    await page.getByRole('button', { name: 'More ways' }).click()
    const sheet = page.getByRole('dialog', { name: 'Share' })
    await expect(sheet.getByRole('button')).toHaveText(['Copy text', 'Close'])
    await sheet.getByRole('button', { name: 'Copy text' }).click()
    await expect(sheet.getByRole('status')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${title}\n${await canonical(page)}`)
  })

  test('sharing copies the link and confirms it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/jobs')
    await hydrated(page)
    await page.locator(`main a[href="${JOB}"]`).first().click()
    await expect(page).toHaveURL(JOB)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.locator('.share').getByRole('status')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await canonical(page))
  })

  test('sharing shows the link if it cannot be copied', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
    })
    await page.goto(JOB)
    await hydrated(page)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.locator('.share').getByRole('status')).toHaveText(await canonical(page))
  })
})

async function canonical(page: Page): Promise<string> {
  return (await page.locator('link[rel="canonical"]').getAttribute('href')) ?? ''
}
