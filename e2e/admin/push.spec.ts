import type { Page } from '@playwright/test'
import { expectNoViolationsAtBothSizes } from '#e2e/accessibility/axe.ts'
import { hold } from '#e2e/visitor/browser-test.ts'
import { expect, expectConsoleError, openTab, rowOf, test } from './admin-test.ts'
import { addRunning, PATH, subscribe, mockAudience, sendNow, leave, write } from './push-page.ts'

// One after the other: the history begins with the newest notifications, which may all be those of another test.
test.describe.configure({ mode: 'default' })

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from push_subscriptions where strpos(endpoint, ${mark}) > 0`
  await sql`delete from push.notifications where strpos(title, ${mark}) > 0`
})

test('a notification is written, previewed, sent, and listed in the history', async ({ page, sql, mark }) => {
  await subscribe(sql, mark, 3)
  await page.goto(PATH)
  await expect(page).toHaveTitle('Push Notifications | Suchana')
  const send = page.getByRole('button', { name: 'Send Notification' })
  await expect(send).toBeDisabled()
  await write(page, `Key ${mark}`, '   ')
  await expect(send).toBeDisabled()
  await write(page, `Key ${mark}`, 'Objections until Friday')
  await expect(page.getByText(`${`Key ${mark}`.length} of 100`)).toBeVisible()
  await expect(page.getByText('23 of 300')).toBeVisible()
  for (const device of ['Android', 'Desktop']) {
    await expect(page.getByRole('figure', { name: device })).toContainText(`Key ${mark}`)
  }
  await page.getByLabel('Category').selectOption({ label: await optionOf(page, 'General updates') })
  await send.click()
  const question = page.getByRole('alertdialog', { name: /^Send this notification to \d+ subscribers\?$/ })
  await expect(question.getByRole('figure', { name: 'Android' })).toContainText(`Key ${mark}`)
  await expect(question).toContainText('It can be undone for 10 seconds.')
  await question.getByRole('button', { name: 'Send Notification' }).click()
  await expect(page.getByText('It leaves in 10 seconds.')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  const leaving = page.getByRole('region', { name: `Planned: Key ${mark}` })
  await expect(leaving).toContainText(/Leaves in \d+ s/)
  const statsRead = page.waitForRequest(/push-notifications\/stats$/)
  await leave(sql, `Key ${mark}`)
  const entry = page.getByRole('listitem').filter({ hasText: `Key ${mark}` })
  await expect(entry).toContainText(/Sent 0 of \d+, \d+ failed/)
  await expect(entry).toContainText(/From \S+@suchana\.example/)
  await expect(leaving).toHaveCount(0)
  await expect(page.getByText(/^Notification sent successfully! Sent to 0 users, \d+ failed\.$/)).toBeVisible()
  // The numbers are read again when everything is sent.
  await statsRead
  const rows =
    await sql`select body, category, url, data ->> 'admin' as admin from push.notifications where title = ${`Key ${mark}`}`
  expect(rows).toEqual([{ body: 'Objections until Friday', category: 'generalUpdates', url: '/', admin: 'true' }])
})

test('the form of a notification requires title, message and category, and takes an address for the image', async ({
  page,
}) => {
  await page.goto(PATH)
  for (const [label, most] of [
    ['Title', 100],
    ['Message', 300],
  ] as const) {
    const text = page.getByLabel(label, { exact: true })
    await expect(text).toHaveAttribute('required')
    // Characters are counted as the database counts them, also those that are two units of JavaScript.
    await text.fill('🚆'.repeat(most))
    await expect(page.getByText(`${most} of ${most}`)).toBeVisible()
  }
  const send = page.getByRole('button', { name: 'Send Notification' })
  await expect(send).toBeEnabled()
  for (const [label, most] of [
    ['Title', 100],
    ['Message', 300],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill('🚆'.repeat(most + 1))
    await expect(page.getByText(`${most + 1} of ${most}`)).toBeVisible()
    await expect(send).toBeDisabled()
    await page.getByLabel(label, { exact: true }).fill('Short')
    await expect(send).toBeEnabled()
  }
  const category = page.getByLabel('Category')
  // One of its choices is always chosen.
  await expect(category).toHaveValue('generalUpdates')
  expect(
    await category.getByRole('option').evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value)),
  ).toEqual(['newJobs', 'results', 'admitCards', 'answerKeys', 'generalUpdates'])
  const image = page.getByLabel('Image URL (optional)')
  await image.fill('picture')
  expect(await image.evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(true)
})

test('a double click sends a notification once', async ({ page, sql, mark }) => {
  await page.goto(PATH)
  await write(page, `Twice ${mark}`, 'Once')
  await page.getByRole('button', { name: 'Send Notification' }).dblclick()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Notification' }).dblclick()
  await expect(page.getByText('It leaves in 10 seconds.')).toBeVisible()
  expect((await sql`select from push.notifications where title = ${`Twice ${mark}`}`).count).toBe(1)
})

test('a question with the size of the audience comes before everything that is sent', async ({ page, sql, mark }) => {
  await mockAudience(page, 1_001)
  await page.goto(PATH)
  await write(page, `Many ${mark}`, 'To all')
  await expect(page.getByText('1,001 will get it')).toBeVisible()
  await page.getByRole('button', { name: 'Send Notification' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Send this notification to 1,001 subscribers?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  expect((await sql`select from push.notifications where title = ${`Many ${mark}`}`).count).toBe(0)
  await page.getByRole('button', { name: 'Send Notification' }).click()
  await confirmation.getByRole('button', { name: 'Send Notification' }).click()
  await expect(page.getByText('It leaves in 10 seconds.')).toBeVisible()
})

test('a notification rejected by the server shows the error and keeps the text', async ({
  page,
  mark,
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto(PATH)
  await write(page, `Rejected ${mark}`, 'To nobody')
  await page.getByLabel('Page that a click opens').fill('https://evil.example/')
  await sendNow(page)
  const problem = page.getByText('Failed to send notification: url: must be a page of this site')
  await expect(problem, 'beside the button, not at the top of a long form').toBeInViewport()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`Rejected ${mark}`)
  expectConsoleError(consoleErrors, /status of 400/)

  await page.route(/push-notifications\/send$/, (route) => route.fulfill({ status: 500, body: 'no JSON' }))
  await sendNow(page)
  await expect(page.getByText(/^Failed to send notification\. It may be taken all the same/)).toBeVisible()
  expectConsoleError(consoleErrors, /status of 500/)
})

test('a running notification shows its progress and can be paused, resumed and cancelled', async ({
  page,
  sql,
  mark,
}) => {
  const id = await addRunning(sql, `Running ${mark}`)
  await page.goto(PATH)
  const running = page.getByRole('region', { name: `Running ${mark}` })
  await expect(running.getByRole('progressbar')).toHaveAttribute('value', '1010')
  await expect(running).toContainText('3,990')
  await sql`update push.notifications set sent = 2000 where id = ${id}`
  await expect(running.getByRole('progressbar')).toHaveAttribute('value', '2010')
  await expect(running).toContainText(/[1-9][\d,]* per second/)
  // As if somebody else had changed it since it was read.
  await page.route('**/rest/v1/rpc/change_push', (route) => route.fulfill({ json: false }), { times: 1 })
  await running.getByRole('button', { name: 'Pause' }).click()
  await expect(
    running.getByText('Failed to change the sending: It has changed meanwhile. Look at it again.'),
  ).toBeVisible()
  await running.getByRole('button', { name: 'Pause' }).click()
  await expect(running.getByRole('heading')).toHaveText(`Paused: Running ${mark}`)
  await running.getByRole('button', { name: 'Resume' }).click()
  await expect(running.getByRole('heading')).toHaveText(`Sending: Running ${mark}`)
  await running.getByRole('button', { name: 'Cancel sending' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel it' }).click()
  await expect(running).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: `Running ${mark}` })).toContainText(
    'Cancelled 2,000 of 5,000',
  )
})

test('a notification that is being sent is shown however many were sent after it', async ({ page, sql, mark }) => {
  await sql`insert into push.notifications (title, body, category, url, state, recipients)
    values (${`Long ${mark}`}, 'To many', 'newJobs', '/', 'paused', 5000)`
  await sql`insert into push.notifications (title, body, category, url, state)
    select number || ${` ${mark}`}, 'Body', 'generalUpdates', '/', 'done' from generate_series(1, 25) as number`
  await page.goto(PATH)
  await expect(page.getByRole('region', { name: `Paused: Long ${mark}` })).toBeVisible()
})

test('the form of a notification is filled in from a notice', async ({ page, add, mark }) => {
  await add('jobs', {
    title: `Clerk ${mark}`,
    slug: `clerk-${mark}`,
    apply_end_date: '2030-12-31',
    exam_date: '2031-02-01',
  })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await rowOf(page, `Clerk ${mark}`)
    .getByRole('link', { name: `Notify about Clerk ${mark}` })
    .click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`Clerk ${mark}`)
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/^Last date 31-12-2030 \(in [\d,]+ days\)$/)
  await page.getByRole('button', { name: /^Exam date 01-02-2031/ }).click()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/^Exam date 01-02-2031/)
  await expect(page.getByLabel('Category')).toHaveValue('newJobs')
  await expect(page.getByLabel('Page that a click opens')).toHaveValue(`/jobs/clerk-${mark}`)
  await expect(page.getByText('Visitors do not see this notice: it is inactive.')).toBeVisible()
})

test('a deleted notice leaves the form of a notification empty and shows an error', async ({ page }) => {
  await page.goto(`${PATH}?about=jobs&id=999999999`)
  await expect(
    page.getByText('Failed to load item for the notification: This item was deleted meanwhile.'),
  ).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
})

test('a notice that is read late does not overwrite what was typed', async ({ page, add, mark }) => {
  const [id = 0] = await add('jobs', { title: `Clerk ${mark}` })
  const release = await hold(page, /rest\/v1\/jobs\?/)
  await page.goto(PATH)
  await write(page, `Typed ${mark}`, 'First')
  const requested = page.waitForRequest(/rest\/v1\/jobs\?/)
  // A navigation of the router, as by the link of a row, but without leaving the page.
  await page.evaluate((search) => {
    history.pushState(null, '', `${location.pathname}${search}`)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `?about=jobs&id=${id}`)
  await requested
  await page.getByLabel('Message', { exact: true }).fill('Typed meanwhile')
  await release()
  await expect(page).toHaveURL(new RegExp(`id=${id}`))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`Typed ${mark}`)
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Typed meanwhile')
})

test('a test without a subscription of this browser shows an error', async ({ page, mark }) => {
  await page.goto(PATH)
  await write(page, `Mine ${mark}`, 'To me')
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText('Test notification failed: No active subscription found')).toBeVisible()
})

test('push statistics that cannot be read show an error', async ({ page, consoleErrors }) => {
  await page.route(/push-notifications\/stats$/, (route) => route.fulfill({ status: 503, json: { error: 'not now' } }))
  await page.goto(PATH)
  await expect(page.getByText('Failed to fetch Push Notifications: not now')).toBeVisible()
  expectConsoleError(consoleErrors, /status of 503/)
})

test('push notifications page: no axe violations and no overflow', async ({ page, sql, mark }) => {
  await sql`insert into push.notifications (title, body, category, url, state, recipients, sent, failed)
    values (${`${'LongWord'.repeat(10)} ${mark}`}, 'To many', 'newJobs', '/', 'paused', 5000, 1000, 10)`
  await page.goto(PATH)
  await expect(page.getByRole('region', { name: mark })).toBeVisible()
  await expectNoViolationsAtBothSizes(page)
  await write(page, `${'LongWord'.repeat(8)} ${mark}`, `${'A long message. '.repeat(10)}`)
  await page.getByRole('button', { name: 'Send Notification' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNoViolationsAtBothSizes(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
})

/** @returns the full label of an option, which contains the size of its audience */
async function optionOf(page: Page, label: string): Promise<string> {
  const option = page.getByLabel('Category').getByRole('option', { name: label })
  await expect(option).toHaveText(/\(\d/)
  return (await option.textContent()) ?? ''
}

test('the history says its total and loads older notifications while one scrolls, each once', async ({
  page,
  sql,
  mark,
}) => {
  await sql`insert into push.notifications (title, body, category, url, state)
    select number || ${` ${mark}`}, 'Body', 'generalUpdates', '/', 'done' from generate_series(1, 45) as number`
  await page.goto(PATH)
  const history = page.getByRole('region', { name: /^History [\d,]+$/ })
  const titles = history.getByRole('heading', { level: 3, name: mark })
  await expect(titles.first()).toBeVisible()
  expect(await titles.count()).toBeLessThanOrEqual(20)
  await expect(history.getByText(/^Show more ?20 of [\d,]+$/)).toBeAttached()
  // Other tests may add notifications of their own.
  await expect
    .poll(async () => {
      await titles.last().scrollIntoViewIfNeeded()
      return titles.count()
    })
    .toBe(45)
  expect(new Set(await titles.allInnerTexts()).size).toBe(45)
})
