import type { Route } from '@playwright/test'
import { PUSH_REFRESH_MS } from '#domain/push/limits.ts'
import { holdRequests } from '#e2e/visitor/browser-test.ts'
import { expect, test } from './admin-test.ts'
import { addRunning, PATH, write } from './push-page.ts'

/** The page of notifications where answers take longer than staff, or than the time between two polls. */

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from push.notifications where strpos(title, ${mark}) > 0`
})

test('the progress of a notification is shown where a poll is answered later than the next one is due', async ({
  page,
  sql,
  mark,
  clock,
}) => {
  const id = await addRunning(sql, `Running ${mark}`)
  await clock.install()
  await page.goto(PATH)
  const progress = page.getByRole('region', { name: `Running ${mark}` }).getByRole('progressbar')
  await expect(progress).toHaveAttribute('value', '1010')
  await sql`update push.notifications set sent = 2000 where id = ${id}`
  const polls: Route[] = []
  await page.route('**/rest/v1/rpc/push_open', (route) => void polls.push(route))
  await expect.poll(() => polls.length).toBeGreaterThan(0)
  await clock.runFor(2 * PUSH_REFRESH_MS)
  const [first] = polls
  await first?.fulfill({ response: await first.fetch() })
  await expect(progress).toHaveAttribute('value', '2010')
})

test('the question before sending counts who wants the category that was chosen last', async ({ page, mark }) => {
  const stats = { total_subscriptions: 9, active_subscriptions: 9, inactive_subscriptions: 0, new_jobs_enabled: 7 }
  const others = { results_enabled: 3, admit_cards_enabled: 0, answer_keys_enabled: 0, general_updates_enabled: 0 }
  await page.route(/push-notifications\/stats$/, (route) => route.fulfill({ json: { stats: { ...stats, ...others } } }))
  await page.goto(PATH)
  await write(page, `Category ${mark}`, 'Chosen late')
  await page.getByLabel('Category').selectOption('newJobs')
  await expect(page.getByText('7 will get it')).toBeVisible()
  const release = await holdRequests(page, /push-notifications\/stats$/)
  await page.getByRole('button', { name: 'Send Notification' }).click()
  await page.getByLabel('Category').selectOption('results')
  await release()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleName('Send this notification to 3 subscribers?')
})
