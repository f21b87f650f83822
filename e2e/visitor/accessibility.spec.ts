import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { expect, hydrated, isPhone, test } from './journey.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

const STATES = ['/', '/jobs?search=zzz', '/unknown', ...CONTENT_KINDS.map(({ listPath }) => listPath)]

for (const path of STATES) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    expect(await violations(page)).toEqual([])
  })
}

for (const kind of CONTENT_KINDS) {
  test(`axe finds nothing on a detail of ${kind.listPath}`, async ({ page }) => {
    await page.goto(kind.listPath)
    const href = await page.getByRole('main').locator(`a[href^="${kind.detailFolder}/"]`).first().getAttribute('href')
    await page.goto(href ?? '')
    await hydrated(page)
    expect(await violations(page)).toEqual([])
  })
}

for (const slug of [
  'indian-air-force-agniveervayu-intake-022027-online-form',
  'railway-rrb-alp-assistant-loco-pilot-online-form-2026-last-date-extended',
]) {
  test(`axe finds nothing on the job ${slug}`, async ({ page }) => {
    await page.goto(`/jobs/${slug}`)
    await hydrated(page)
    expect(await violations(page)).toEqual([])
  })
}

test('axe finds nothing in the open menu', async ({ page, viewport }) => {
  await page.goto('/')
  await hydrated(page)
  if (isPhone(viewport)) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  else await page.getByRole('navigation', { name: 'Main' }).getByText('More', { exact: true }).click()
  expect(await violations(page)).toEqual([])
})
