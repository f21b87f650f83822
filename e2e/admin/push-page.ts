import type { Page } from '@playwright/test'
import type postgres from 'postgres'

export const PATH = '/admin/push-notifications'

/** Inserts subscriptions of an unknown push service: sending to them fails without a request. */
export async function subscribe(sql: postgres.Sql, mark: string, count: number): Promise<void> {
  await sql`insert into push_subscriptions (endpoint, p256dh, auth, preferences)
    select ${`https://push.invalid/${mark}/`} || number, 'key', 'auth', ${sql.json({ newJobs: false, results: false, admitCards: false, answerKeys: false, generalUpdates: true })}
      from generate_series(1, ${count}::int) as number`
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
