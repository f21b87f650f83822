import { expect, hydrated, test } from './browser-test.ts'
import { answer, ANSWERS, form, mark, NOTICE, only, rowOf, rows, TOO_OLD, withPreferences } from './eligibility.ts'

for (const [what, breakStorage] of [
  [
    'is full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota is exceeded', 'QuotaExceededError')
      }
    },
  ],
  [
    'is blocked',
    () => {
      for (const name of ['localStorage', 'sessionStorage', 'caches']) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('Access is denied', 'SecurityError')
          },
        })
      }
    },
  ],
] as const) {
  test(`when storage ${what}, the form says so, and the answers last until the site is left`, async ({ page }) => {
    await page.addInitScript(breakStorage)
    await page.goto('/am-i-eligible')
    await expect(form(page).getByLabel('Day')).toBeEnabled()
    await expect(page.locator('.banners')).toBeAttached()
    await answer(page)
    await expect(form(page).getByRole('status')).toHaveText(/^This browser stores nothing/)
    await page.getByRole('banner').getByRole('link', { name: 'Suchana' }).first().click()
    await expect(page).toHaveURL('/')
    await expect(mark(page.locator('.home-section.jobs')).first()).toHaveText(/^(Eligible|Not eligible|Check): /)
    await page.reload()
    await hydrated(page)
    await expect(page.locator('.banners')).toBeAttached()
    await expect(mark(page.getByRole('main'))).toHaveCount(0)
  })
}

test('hostile stored values are ignored', async ({ page }) => {
  const script = '<img src=x onerror="document.title=1">'
  await withPreferences(page, {
    profile: {
      ...ANSWERS,
      born: script,
      category: script,
      field: script,
      state: '__proto__',
      qualifications: [script],
    },
    only_eligible: script,
  })
  await page.goto('/am-i-eligible')
  await expect(form(page).getByLabel('Day')).toBeEnabled()
  await expect(form(page).getByLabel('Day')).toHaveValue('')
  await expect(form(page).getByLabel('Subject of your degree')).toHaveValue(script)
  await page.evaluate(async () => {
    const cache = await caches.open('notice-facts')
    const rowsOfJobs = [['jobs', { id: 1, states: 'x' }], ['__proto__', { id: 1 }], 7, null, ['jobs', null]]
    await cache.put('/notice-facts', Response.json(rowsOfJobs))
  })
  await page.goto('/jobs')
  await expect(mark(rowOf(page, NOTICE))).toHaveText('Check: Your date of birth is not given')
  await expect(rows(page).filter({ visible: true })).toHaveCount(25)
  await expect(only(page)).not.toBeChecked()

  await page.evaluate(() => localStorage.setItem('user_preferences', '{"profile":{"version":99}}'))
  await page.goto('/jobs')
  await hydrated(page)
  await expect(page.locator('.banners')).toBeAttached()
  await expect(mark(page.getByRole('main'))).toHaveCount(0)
})

test('a notice whose facts cannot be had says check, and the facts are read again later', async ({ page, context }) => {
  await withPreferences(page, { profile: ANSWERS })
  await page.route('**/rest/v1/jobs?*', (route) => route.fulfill({ status: 200, json: [] }))
  await page.goto('/jobs')
  await expect(mark(rowOf(page, NOTICE))).toHaveText('Check: What this notice asks for could not be loaded')
  await page.unroute('**/rest/v1/jobs?*')
  await context.setOffline(true)
  await context.setOffline(false)
  await page.goto('/jobs')
  await expect(mark(rowOf(page, NOTICE))).toHaveText(TOO_OLD)
})
