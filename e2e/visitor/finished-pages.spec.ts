import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './browser-test.ts'
import { typeText, field, group, open } from './search-box.ts'

test.describe('the search dropdown shows each notice once', () => {
  for (const text of ['ssc', 'upsc', 'railway', '2026', 'police', 'भर्ती']) {
    test(`the search dropdown shows each notice once for "${text}"`, async ({ page }) => {
      await open(page)
      await field(page).click()
      await typeText(page, text)
      const titlesOf = async (name: string) => {
        const options = group(page, name).getByRole('option')
        await expect(options.first()).toBeVisible()
        return options.evaluateAll((all) =>
          all.map((one) => `${one.querySelector('small')?.textContent} ${one.querySelector('span')?.textContent}`),
        )
      }
      const suggestions = await titlesOf('Suggestions')
      const results = await titlesOf('Results')
      const all = [...suggestions, ...results]
      expect(all.filter((title, index) => all.indexOf(title) !== index)).toEqual([])
    })
  }
})

test.describe('links to Documents and Notifications', () => {
  const LINKS = [
    ['Documents', '/documents'],
    ['Notifications', '/notifications'],
  ] as const

  test('Documents and Notifications are in the phone menu', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    for (const [name, path] of LINKS) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
  })

  test('Documents and Notifications are in the footer', async ({ page }) => {
    for (const [name, path] of LINKS) {
      await page.goto('/contact')
      await hydrated(page)
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
    }
  })

  test('Documents and Notifications are in the More group of the bar @laptop', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const bar = page.getByRole('navigation', { name: 'Main' })
    for (const [name, path] of LINKS) {
      await bar.getByText('More', { exact: true }).click()
      await bar.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(bar.locator('details')).not.toHaveAttribute('open')
    }
  })
})

test('the newsletter page says what is sent, how often, and what happens with the address', async ({ page }) => {
  await page.goto('/newsletter')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Newsletter' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'What you get',
    'How often',
    'Your address',
    'Sooner than a letter',
  ])
  await expect(main.getByLabel('New notices by e-mail')).toBeVisible()
  for (const [name, path] of [
    ['write to us', '/contact'],
    ['privacy policy', '/privacy'],
    ['Notifications', '/notifications'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', path)
  }
  const form = await main.locator('form').boundingBox()
  expect((form?.y ?? Infinity) + (form?.height ?? 0), 'the form is in the first view').toBeLessThan(640)
})

test.describe('page of a recruitment', () => {
  const PATH = '/recruitments/upsc-cds-1-2027'
  const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())

  /** @returns the path of a recruitment with past and future dates */
  async function ongoingRecruitment(page: Page): Promise<string> {
    const sample = JSON.parse(readFileSync('supabase/sample-data/recruitments.json', 'utf8')) as { slug: string }[]
    for (const { slug } of sample) {
      const html = await (await page.request.get(`/recruitments/${slug}`)).text()
      if (html.includes('<li class="past">') && html.includes('<li class="ahead">')) return `/recruitments/${slug}`
    }
    throw new Error('No recruitment has dates on both sides of today')
  }

  const days = (page: Page, selector: string) =>
    page
      .locator(`.timeline > ${selector} time`)
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))

  test('the timeline of a recruitment has a line for today between past and future dates', async ({ page }) => {
    await page.goto(await ongoingRecruitment(page))
    await expect(page.locator('.timeline > .now')).toHaveCount(1)
    await expect(page.locator('.timeline > .now time')).toHaveAttribute('datetime', today())
    const past = await days(page, '.past')
    const ahead = await days(page, '.ahead')
    expect(past.length).toBeGreaterThan(0)
    expect(ahead.length).toBeGreaterThan(0)
    for (const day of past) expect(day < today(), day).toBe(true)
    for (const day of ahead) expect(day >= today(), day).toBe(true)
    const order = await page.locator('.timeline > li').evaluateAll((all) => all.map((item) => item.className))
    expect(order).toEqual([...past.map(() => 'past'), 'now', ...ahead.map(() => 'ahead')])
  })

  test('past and future dates of a timeline differ in style', async ({ page }) => {
    await page.goto(await ongoingRecruitment(page))
    const styleOf = (selector: string) =>
      page
        .locator(`.timeline > ${selector}`)
        .first()
        .evaluate((item) => ({
          dot: getComputedStyle(item, '::after').borderTopWidth,
          line: getComputedStyle(item, '::before').borderLeftStyle,
          day: getComputedStyle(item.querySelector('time') ?? item).fontWeight,
        }))
    expect(await styleOf('.past')).toEqual({ dot: '7px', line: 'solid', day: '400' })
    expect(await styleOf('.ahead')).toEqual({ dot: '2px', line: 'dashed', day: '600' })
  })

  test('a recruitment shows its next date first', async ({ page }) => {
    await page.goto(PATH)
    const next = page.getByRole('complementary', { name: 'What comes next' })
    await expect(next.getByText(/^Next: /)).toBeVisible()
    const [soonest = ''] = (await days(page, '.ahead')).toSorted()
    const [year, month, day] = soonest.split('-')
    await expect(next.locator('.state')).toContainText(`${day}-${month}-${year}`)
    await expect(next.getByRole('link').first()).toHaveAttribute('href', /^\/[a-z-]+\/[a-z0-9-]+$/)
    const card = await next.boundingBox()
    expect(card?.y, 'it is in the first view').toBeLessThan(640)
  })

  test('a recruitment shows every stage: reached with a tick and links or days, others with an hourglass', async ({
    page,
  }) => {
    await page.goto(PATH)
    const stages = page.locator('.stages > li')
    expect(await stages.count()).toBeGreaterThan(3)
    for (const stage of await stages.all()) {
      const isOut = (await stage.getAttribute('class')) === 'published'
      const hasDays = /^(Application|Exam)/.test(await stage.getByRole('heading').innerText())
      await expect(stage.getByRole('link')).toHaveCount(isOut && !hasDays ? await stage.locator('p').count() : 0)
      const [tick, hourglass] = [/^m5 12\.5/, /^M7 4h10/]
      await expect(stage.locator('.icon path').first()).toHaveAttribute('d', isOut ? tick : hourglass)
      if (hasDays) await expect(stage.locator('p')).toHaveText(/^\d\d-\d\d-\d{4}/)
      else if (!isOut) await expect(stage).toContainText('Not out yet')
    }
    expect(await page.locator('.stages > .published').count()).toBeGreaterThan(0)
    expect(await page.locator('.stages > .awaited').count()).toBeGreaterThan(0)
  })
})
