import type { Page } from '@playwright/test'
import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { bannersLoaded, controlled, expect, expectConsoleError, test } from '#e2e/offline/app-journey.ts'
import { answerPermission, storedSubscription, withPushService } from '#test/fakes/browser-push-service.ts'
import { click, push, shown } from './pushed-messages.ts'

const RECRUITMENT = '/recruitments/upsc-cds-1-2027'
const NOTICE = '/jobs/upsc-cds-i-2027-online-form'
const TITLE = 'UPSC Combined Defence Services (I) 2027'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opens a page in a browser that asks for the permission, and opens the dialog of its 'Follow'. */
async function openDialog(page: Page, path: string) {
  await page.goto(path)
  await controlled(page)
  await bannersLoaded(page)
  await page.getByRole('link', { name: 'Follow', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Follow' })
  await expect(dialog.getByRole('button', { name: 'Follow' })).toBeVisible()
  return dialog
}

/** What the server knows that this browser follows. */
async function readFollows(page: Page): Promise<{ topic: string; events: string[] }[]> {
  return page.evaluate(async () => {
    const { endpoint = '' } = JSON.parse(localStorage.getItem('user_preferences') ?? '{}').push_subscription ?? {}
    const response = await fetch('/rest/v1/rpc/push_follows', {
      method: 'POST',
      headers: { apikey: document.documentElement.dataset['key'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint }),
    })
    return (await response.json())?.follows ?? []
  })
}

/** @returns the chosen events by topic, without its id */
async function followed(page: Page): Promise<Record<string, string[]>> {
  return Object.fromEntries((await readFollows(page)).map(({ topic, events }) => [topic.replace(/\d+$/, ''), events]))
}

test.describe('a browser that has not been asked', () => {
  test.beforeEach(async ({ context }) => {
    await withPushService(context)
    await answerPermission(context, 'granted')
  })

  test('a visitor follows a recruitment, is asked only then, hears of nothing else, and changes and ends it there', async ({
    page,
  }) => {
    const dialog = await openDialog(page, RECRUITMENT)
    await expect(dialog.getByText('for exactly what you tick')).toBeVisible()
    await expect(dialog.getByText('Nothing is sent between 22:00 and 07:00')).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-asked')
    await expectNoViolations(page)
    await dialog.getByRole('checkbox', { name: 'Answer key is out' }).uncheck()
    await dialog.getByRole('checkbox', { name: 'Any other notice of it' }).uncheck()
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByText(`You follow ${TITLE}.`)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-asked')
    expect(await followed(page)).toEqual({
      'recruitment:': ['admit_cards', 'results', 'corrections', 'two_days', 'four_hours'],
    })
    expect(Object.values((await storedSubscription(page))?.preferences ?? {})).not.toContain(true)

    await dialog.getByRole('checkbox', { name: 'Result is out' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => followed(page))
      .toEqual({
        'recruitment:': ['admit_cards', 'corrections', 'two_days', 'four_hours'],
      })
    await dialog.getByRole('button', { name: 'Stop following' }).click()
    await expect(dialog.getByText(`You do not follow ${TITLE} any more.`)).toBeVisible()
    expect(await followed(page)).toEqual({})
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Follow', exact: true })).toBeFocused()
  })

  test('the page of a notice offers its recruitment, the notice alone and its organization', async ({ page }) => {
    const dialog = await openDialog(page, NOTICE)
    await expect(dialog.getByRole('radio', { name: `The recruitment: ${TITLE}` })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Only this notice' }).check()
    await expect(dialog.getByRole('checkbox')).toHaveCount(3)
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByText('You follow UPSC CDS (I) 2027 Online Form.')).toBeVisible()
    await dialog.getByRole('radio', { name: /^Everything by .*UPSC/ }).check()
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByText(/^You follow .*Commission/)).toBeVisible()
    expect(await followed(page)).toEqual({
      'notice:jobs:': ['corrections', 'two_days', 'four_hours'],
      'organization:': ['notices'],
    })
  })
})

test.describe('a list with filters', () => {
  const LIST = '/jobs?qualification=10th&state=bihar'
  const FOLLOWED = 'Jobs: 10th pass, Bihar'

  test.beforeEach(async ({ context }) => {
    await withPushService(context)
    await context.grantPermissions(['notifications'])
  })

  test('is followed by keyboard, is the same in any spelling, stands among what one follows, and ends by one tap there', async ({
    page,
  }) => {
    await page.goto('/jobs/10th-pass')
    await controlled(page)
    await bannersLoaded(page)
    await page.goto(LIST)
    await bannersLoaded(page)
    const link = page.getByRole('link', { name: 'Follow this list' })
    await link.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Follow' })
    await expect(dialog.getByText(FOLLOWED)).toBeVisible()
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expectNoViolations(page)
    await dialog.getByRole('checkbox', { name: '2 days before the last date' }).check()
    await dialog.getByRole('button', { name: 'Follow' }).press('Enter')
    await expect(dialog.getByText(`You follow ${FOLLOWED}.`)).toBeVisible()
    const topic = 'list:jobs?qualification=10th&state=bihar'
    expect(await readFollows(page)).toMatchObject([{ topic, events: ['notices', 'two_days'] }])
    await page.keyboard.press('Escape')
    await expect(link).toBeFocused()

    await page.goto('/jobs?closing=week&state=bihar&qualification=10th')
    await bannersLoaded(page)
    await link.click()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
    await dialog.getByRole('link', { name: 'What you follow' }).click()
    const section = page.getByRole('region', { name: 'What you follow' })
    await expect(section).toContainText('A new notice is in it · 2 days before the last date')
    await expect(section.getByRole('link', { name: FOLLOWED })).toHaveAttribute('href', LIST)
    await section.getByRole('button', { name: `Stop following ${FOLLOWED}` }).click()
    await expect(section.getByText('You do not follow it any more.')).toBeVisible()
    expect(await readFollows(page)).toEqual([])
  })

  test("is ended by 'Stop following' of its notification", async ({ page, context }) => {
    await page.goto(LIST)
    await controlled(page)
    await bannersLoaded(page)
    await page.getByRole('link', { name: 'Follow this list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Follow' })
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByText(`You follow ${FOLLOWED}.`)).toBeVisible()
    const [{ topic } = { topic: '' }] = await readFollows(page)
    await push(page, JSON.stringify({ title: 'A job', body: 'New job notice.', url: '/jobs', follow: topic }))
    await expect.poll(() => shown(page)).toMatchObject([{ data: { follow: topic } }])
    await click(context, 'stop')
    await expect.poll(() => readFollows(page)).toEqual([])
  })

  test('without a filter, with a text, or with filters of the day alone offers nothing to follow', async ({ page }) => {
    for (const path of ['/jobs', '/jobs/10th-pass?search=ssc', '/jobs/closing-soon', '/results']) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Follow this list' })).toHaveCount(0)
    }
  })
})

test.describe('the filters of a search', () => {
  test.beforeEach(async ({ context }) => {
    await withPushService(context)
    await context.grantPermissions(['notifications'])
  })

  test('are followed as the lists of each kind that has them', async ({ page }) => {
    await page.goto('/search?q=recruitment&qualification=10th&posts-for=obc&closing=week')
    await controlled(page)
    await bannersLoaded(page)
    const link = page.getByRole('link', { name: 'Follow these filters' })
    await link.click()
    const dialog = page.getByRole('dialog', { name: 'Follow' })
    await expect(dialog.getByRole('radio', { name: 'The list Jobs: 10th pass, Posts for OBC' })).toBeChecked()
    await expectNoViolations(page)
    await dialog.getByRole('radio', { name: 'The list Admissions: 10th pass, Posts for OBC' }).check()
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByText(/^You follow Admissions: 10th pass/)).toBeVisible()
    expect(await readFollows(page)).toMatchObject([{ topic: 'list:admissions?category=obc&qualification=10th' }])

    for (const [query, lists] of [
      ['q=recruitment&vacancies=10', 1],
      ['q=recruitment&category=jobs&state=bihar', 1],
      ['q=recruitment&closing=week', 0],
      ['q=recruitment', 0],
    ] as const) {
      await page.goto(`/search?${query}`)
      const followed = lists > 0 ? await link.getAttribute('data-follow') : ''
      expect([query, followed?.split(' ').filter(Boolean).length, await link.count()]).toEqual([
        query,
        lists,
        Math.min(lists, 1),
      ])
    }
  })
})

test.describe('a browser with a permission', () => {
  test.beforeEach(async ({ context }) => {
    await withPushService(context)
    await context.grantPermissions(['notifications'])
  })

  async function followRecruitment(page: Page): Promise<void> {
    const dialog = await openDialog(page, RECRUITMENT)
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByText(`You follow ${TITLE}.`)).toBeVisible()
  }

  test('what is followed is listed with its quiet hours, and ended there by one tap', async ({ page }) => {
    await followRecruitment(page)
    await page.getByRole('link', { name: 'What you follow' }).click()
    await expect(page).toHaveURL(/\/notifications/)
    const section = page.getByRole('region', { name: 'What you follow' })
    await expect(section.getByRole('link', { name: TITLE })).toHaveAttribute('href', RECRUITMENT)
    await expect(section.getByText('Admit card is out · Answer key is out · Result is out')).toBeVisible()
    await expectNoViolations(page)
    await section.getByLabel('From').fill('21:30')
    await expect(section.getByText('Saved.')).toBeVisible()
    await page.reload()
    await expect(section.getByLabel('From'), 'the server remembers').toHaveValue('21:30')
    await section.getByRole('button', { name: `Stop following ${TITLE}` }).click()
    await expect(section.getByText('You do not follow it any more.')).toBeVisible()
    await expect(section.getByText('Nothing yet.')).toBeVisible()
    expect(await followed(page)).toEqual({})
  })

  test("'Stop following' of a notification ends its follow without opening a page", async ({ page, context }) => {
    await followRecruitment(page)
    const topic = (await readFollows(page))[0]?.topic
    await push(page, JSON.stringify({ title: 'Admit card', body: 'Admit card is out.', url: '/jobs', follow: topic }))
    await expect.poll(() => shown(page)).toMatchObject([{ data: { url: '/jobs', follow: topic } }])
    const pages = context.pages().length
    await click(context, 'stop')
    await expect.poll(() => followed(page)).toEqual({})
    await expect.poll(() => shown(page)).toEqual([])
    await expect(page).toHaveURL(RECRUITMENT)
    expect(context.pages()).toHaveLength(pages)
  })

  test('a subscription that the browser has lost is renewed with what it follows', async ({ page }) => {
    await followRecruitment(page)
    const before = await storedSubscription(page)
    await page.evaluate(() => sessionStorage.removeItem('fake push subscription'))
    const removed = page.waitForResponse('**/push-notifications/unsubscribe')
    await page.goto('/contact')
    await removed
    await expect.poll(async () => (await storedSubscription(page))?.endpoint).not.toBe(before?.endpoint)
    expect(Object.keys(await followed(page))).toEqual(['recruitment:'])
  })

  test('a follow that the server refuses shows why', async ({ page, consoleErrors }) => {
    const dialog = await openDialog(page, RECRUITMENT)
    await page.route('**/push-notifications/follows', (route) =>
      route.fulfill({ status: 409, json: { error: 'You follow 100 things already.' } }),
    )
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByText('You follow 100 things already.')).toBeVisible()
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByText('Tick at least one line.')).toBeVisible()
    expectConsoleError(consoleErrors, /status of 409/)
  })
})

test('a visitor who blocks notifications sees how to allow them', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
  await page.goto(NOTICE)
  await controlled(page)
  await bannersLoaded(page)
  await page.getByRole('link', { name: 'Follow', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Follow' })
  await expect(dialog.getByText('Blocked in your browser')).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test("'Follow' leads to the page that says what notifications need", async ({ page }) => {
    await page.goto(NOTICE)
    await page.getByRole('link', { name: 'Follow', exact: true }).click()
    await expect(page).toHaveURL('/notifications')
    await expect(page.getByText('Notifications need JavaScript')).toBeVisible()
    await page.goto('/jobs/10th-pass')
    await page.getByRole('link', { name: 'Follow this list' }).click()
    await expect(page).toHaveURL('/notifications')
  })
})
