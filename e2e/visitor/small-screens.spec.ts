import type { Page } from '@playwright/test'
import { OTHER_PAGES } from '#e2e/pages.ts'
import { brokenDates, overlapping, renderAll, overflowing } from './layout.ts'
import { expect, hydrated, test } from './browser-test.ts'

const PAGES = [
  '/',
  '/jobs',
  '/results',
  '/documents',
  '/jobs?search=zzz',
  '/jobs/upsc-cds-i-2027-online-form',
  '/syllabus/ssc-cgl-syllabus-2026-exam-pattern-tier-i-and-tier-ii',
  '/recruitments/upsc-cds-1-2027',
  '/report/jobs/upsc-cds-i-2027-online-form',
  ...OTHER_PAGES,
  '/search?q=ssc',
  '/search?q=zzz+nothing',
  '/newsletter',
  '/saved',
  '/offline',
  '/unknown',
]

const UNBREAKABLE = 'Kanishthvaigyanikevamtaknikiyasahayak'.repeat(4)

const SIZES = [
  { size: '320 pixels', width: 320, rootSize: '' },
  { size: '200 % text on a phone', width: 360, rootSize: '200%' },
  { size: '200 % text on a laptop', width: 1280, rootSize: '200%' },
] as const

/** Only styles depend on the size, so a page is opened once and then resized. */
async function expectNoOverflow(page: Page): Promise<void> {
  const path = page.url()
  for (const { size, width, rootSize } of SIZES) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), rootSize)
    await renderAll(page)
    expect.soft(await overflowing(page), `${path} at ${size}`).toEqual([])
    expect.soft(await overlapping(page), `${path} at ${size}`).toEqual([])
  }
}

for (const path of PAGES) {
  test(`nothing overlaps or overflows at 320 pixels or with 200 % text: ${path}`, async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    await expectNoOverflow(page)
  })
}

for (const path of [
  '/',
  '/jobs',
  '/jobs/upsc-cds-i-2027-online-form',
  '/search?q=ssc',
  '/recruitments/upsc-cds-1-2027',
]) {
  test(`a long host and titles without break points do not overflow: ${path}`, async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    const changed = await page.evaluate((word) => {
      const host = document.querySelector('.host')
      if (host) host.textContent = 'www.government-notices-of-india.suchana.example.org:65535'
      const titles = document.querySelectorAll(
        '.notice-row .title, .notice-card h2 a, .result-card h2 a, .notice-heading h1',
      )
      for (const title of titles) title.textContent = word
      return titles.length
    }, UNBREAKABLE)
    expect(changed).toBeGreaterThan(0)
    await expectNoOverflow(page)
  })
}

for (const path of [
  '/search?q=railway',
  '/recruitments/ssc-je-2026',
  '/recruitments/upsc-cds-1-2027',
  '/admissions/sainik-school-aissee-2027-class-6-9-admission',
  '/jobs/upsc-cds-i-2027-online-form',
])
  test(`no date is broken at its hyphens: ${path}`, async ({ page }) => {
    await page.goto(path)
    await renderAll(page)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    for (const [width, size] of [
      [300, '100%'],
      [320, '100%'],
      [320, '150%'],
      [360, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 640 })
      await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size)
      expect(await brokenDates(page), `${width} ${size}`).toEqual([])
      expect(await overflowing(page), `${width} ${size}`).toEqual([])
    }
  })

test('no word of a heading of our own is broken at 320 pixels with 200 % text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of OTHER_PAGES) {
    await page.goto(path)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const broken = await page.locator('main h1').evaluate((heading) => {
      const text = heading.firstChild
      return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text ?? heading, index)
        range.setEnd(text ?? heading, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      })
    })
    expect.soft(broken, path).toEqual([])
  }
})

test('the host is below the brand and beside the logo at every width', async ({ page, baseURL }) => {
  await page.goto('/jobs')
  const host = page.getByRole('banner').locator('.host')
  await expect(host).toHaveText(new URL(baseURL ?? '').host)
  for (const width of [320, 360, 768, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(host, `${width} pixels`).toBeVisible()
    const [mark, name, below] = await page
      .getByRole('banner')
      .locator('.brand')
      .evaluate((brand) => {
        const text = document.createRange()
        text.selectNode([...brand.childNodes].find((node) => node.nodeType === Node.TEXT_NODE) ?? brand)
        const box = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom })
        return [
          box((brand.querySelector('.brand-mark') ?? brand).getBoundingClientRect()),
          box(text.getBoundingClientRect()),
          box((brand.querySelector('.host') ?? brand).getBoundingClientRect()),
        ]
      })
    expect(below?.top, `${width} pixels`).toBeGreaterThanOrEqual((name?.bottom ?? Infinity) - 3)
    expect(name?.left, `${width} pixels`).toBeGreaterThanOrEqual(mark?.right ?? Infinity)
    expect(below?.left, `${width} pixels`).toBeGreaterThanOrEqual(mark?.right ?? Infinity)
  }
})

for (const { size, width, rootSize } of SIZES) {
  test(`the icon of the search box of a list is in its middle, beside the text, at ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/jobs')
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), rootSize)
    const [field, icon, indent] = await page.locator('.list-search [type="search"]').evaluate((box) => {
      const drawn = box.parentElement?.querySelector('.icon') ?? box
      return [box.getBoundingClientRect(), drawn.getBoundingClientRect(), parseFloat(getComputedStyle(box).paddingLeft)]
    })
    expect(Math.abs(icon.y + icon.height / 2 - (field.y + field.height / 2))).toBeLessThan(1.5)
    expect(icon.x).toBeGreaterThan(field.x)
    expect(icon.x + icon.width).toBeLessThanOrEqual(field.x + indent)
  })
}

test('long titles have a smaller font size', async ({ page }) => {
  const sizes: number[] = []
  for (const path of await titlesByLength(page)) {
    await page.goto(path)
    sizes.push(
      await page
        .getByRole('heading', { level: 1 })
        .evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize)),
    )
  }
  expect(sizes).toHaveLength(2)
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  expect(sizes.at(-1)).toBeLessThan(sizes[0] ?? 0)
})

/** @returns the paths of the notices with the shortest and the longest title */
async function titlesByLength(page: Page): Promise<string[]> {
  await page.goto('/jobs')
  const found = await page
    .getByRole('main')
    .locator('.notice-card a')
    .evaluateAll((all) =>
      all.map((link) => ({ path: link.getAttribute('href') ?? '', length: link.textContent.length })),
    )
  const inside = found.filter(({ path }) => path.startsWith('/')).toSorted((one, other) => one.length - other.length)
  return [inside[0]?.path ?? '', inside.at(-1)?.path ?? '']
}

test('the text of a field has at least 16 pixels on a phone, so that iPhones do not zoom in', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  let fields = 0
  for (const path of PAGES) {
    await page.goto(path)
    const sizes = await page
      .locator(
        'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden], [tabindex="-1"]), select, textarea',
      )
      .evaluateAll((all) => all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
    fields += sizes.length
    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16)
  }
  expect(fields).toBeGreaterThan(PAGES.length)
})
