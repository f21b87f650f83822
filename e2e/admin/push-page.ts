import type { Page } from '@playwright/test'
import type postgres from 'postgres'

export const PATH = '/admin/push-notifications'

/** Inserts subscriptions of an unknown push service: sending to them fails without a request. */
export async function subscribe(sql: postgres.Sql, mark: string, count: number): Promise<void> {
  await sql`insert into push_subscriptions (endpoint, p256dh, auth, preferences)
    select ${`https://push.invalid/${mark}/`} || number, 'key', 'auth', ${sql.json({ newJobs: false, results: false, admitCards: false, answerKeys: false, generalUpdates: true })}
      from generate_series(1, ${count}::int) as number`
}

/**
 * Adds a notification to 5,000 that is being sent. Another worker holds the lease of its remaining batch, so the server
 * under test does not send it.
 *
 * @returns its id
 */
export async function addRunning(sql: postgres.Sql, title: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into push.notifications (title, body, category, url, state, recipients, sent, failed)
    values (${title}, 'To many', 'newJobs', '/', 'sending', 5000, 1000, 10) returning id`
  await sql`insert into push.batches (notification_id, first_id, last_id, passed_id, lease_until)
    values (${row?.id ?? 0}, -10, -1, -11, now() + interval '1 hour')`
  return row?.id ?? ''
}

/** Responds to GET /stats with a number of active subscriptions for every category. */
export async function mockAudience(page: Page, active: number): Promise<void> {
  const enabled = ['new_jobs', 'results', 'admit_cards', 'answer_keys', 'general_updates']
  const stats = {
    total_subscriptions: active + 1,
    active_subscriptions: active,
    inactive_subscriptions: 1,
    ...Object.fromEntries(enabled.map((category) => [`${category}_enabled`, active])),
  }
  await page.route(/push-notifications\/stats$/, (route) => route.fulfill({ json: { stats } }))
}

/** Sends what the form holds. */
export async function sendNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send Notification' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Notification' }).click()
}

/** Lets the time to undo a notification be over. */
export async function leave(sql: postgres.Sql, title: string): Promise<void> {
  await sql`update push.notifications set send_at = now() where title = ${title}`
}

export async function write(page: Page, title: string, body: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Message', { exact: true }).fill(body)
}
