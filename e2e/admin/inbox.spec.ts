import type postgres from 'postgres'
import { pageErrors } from '#e2e/html/html-errors.ts'
import { INBOX_MAX } from '#domain/limits.ts'
import { expect, expectConsoleError, respondWithError, test } from './admin-test.ts'

// One after the other: the inbox begins with the newest messages, which may all be those of another test.
test.describe.configure({ mode: 'default' })

const PATH = '/admin/contact-messages'
const DELETION = { method: 'POST', path: /rest\/v1\/rpc\/delete_messages/ }
const email = 'asha@example.org'

/** Stores messages as if visitors had sent them, the first one with the oldest timestamp. */
async function receive(sql: postgres.Sql, subjects: string[], message = 'Hello'): Promise<void> {
  for (const [index, subject] of subjects.entries()) {
    await sql`insert into contact_messages (name, email, subject, message, created_at)
      values ('Asha Devi', ${email}, ${subject}, ${message}, now() + ${index + 1} * interval '1 second')`
  }
}

test.afterEach(async ({ sql, mark }) => {
  await sql`delete from contact_messages where strpos(subject, ${mark}) > 0`
})

test('the inbox shows messages newest first as plain text, without a way to change them', async ({
  page,
  sql,
  mark,
}) => {
  const hostile = '<img src=x onerror="alert(1)">\nsecond line'
  await receive(sql, [`Older ${mark}`, `Newer ${mark}`], hostile)
  await page.goto(PATH)
  await expect(page).toHaveTitle('Contact Messages | Suchana')
  const titles = page.getByRole('heading', { level: 2, name: mark })
  await expect(titles).toHaveText([`Newer ${mark}`, `Older ${mark}`])
  const article = page.getByRole('article').filter({ hasText: `Newer ${mark}` })
  await expect(article.locator('.words')).toHaveText(hostile, { useInnerText: true })
  await expect(article.getByRole('link', { name: email })).toHaveAttribute(
    'href',
    /^mailto:asha%40example\.org\?subject=/,
  )
  await expect(article.getByRole('button')).toHaveText(['Delete'])
  await expect(article.getByRole('textbox')).toHaveCount(0)
  const tab = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Contact Messages' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  expect(await pageErrors(page)).toEqual([])
})

test('a message is deleted after a confirmation, and restored when that fails', async ({
  page,
  sql,
  mark,
  consoleErrors,
}) => {
  await receive(sql, [`Left ${mark}`, `Gone ${mark}`])
  await page.goto(PATH)
  await respondWithError(page, { ...DELETION, message: 'not now' })
  await page.getByRole('button', { name: `Delete Gone ${mark}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this item?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete: not now')).toBeVisible()
  await expect(page.getByRole('heading', { name: `Gone ${mark}` })).toBeVisible()
  expectConsoleError(consoleErrors, /status of 400/)

  await page.unroute(DELETION.path)
  await page.getByRole('button', { name: `Delete Gone ${mark}` }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Deleted Gone ${mark}`)).toBeVisible()
  await expect(page.getByText('Failed to delete')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: `Gone ${mark}` })).toHaveCount(0)
  const left = await sql`select subject from contact_messages where strpos(subject, ${mark}) > 0`
  expect(left).toEqual([{ subject: `Left ${mark}` }])
})

test('several messages are deleted at once, and restored when that fails @both', async ({
  page,
  sql,
  mark,
  consoleErrors,
}) => {
  await receive(sql, [`Left ${mark}`, `Spam ${mark}`, `Offer ${mark}`])
  await page.goto(PATH)
  const bar = page.getByRole('region', { name: 'Selected items' })
  for (const subject of ['Spam', 'Offer', 'Left']) await page.getByLabel(`Select ${subject} ${mark}`).check()
  await page.getByLabel(`Select Left ${mark}`).uncheck()
  await expect(bar).toContainText('2 selected')
  await respondWithError(page, { ...DELETION, message: 'not now' })
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete 2 messages?' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText(`Offer ${mark}; Spam ${mark}`)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete: not now')).toBeVisible()
  expectConsoleError(consoleErrors, /status of 400/)
  await expect(page.getByRole('heading', { level: 2, name: mark })).toHaveCount(3)
  await expect(bar, 'they are still selected').toContainText('2 selected')

  await page.unroute(DELETION.path)
  // What another admin has deleted meanwhile is no failure.
  await sql`delete from contact_messages where subject = ${`Spam ${mark}`}`
  await bar.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 2 messages')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: mark })).toHaveText([`Left ${mark}`])
  await expect(bar).toHaveCount(0)
  expect(await sql`select subject from contact_messages where strpos(subject, ${mark}) > 0`).toEqual([
    { subject: `Left ${mark}` },
  ])
})

test('an inbox that cannot be read shows an error', async ({ page, consoleErrors }) => {
  await respondWithError(page, { method: 'GET', path: /rest\/v1\/contact_messages\?/, message: 'no mail today' })
  await page.goto(PATH)
  await expect(page.getByText('Failed to fetch Contact Messages: no mail today')).toBeVisible()
  expectConsoleError(consoleErrors, /status of 400/)
})

test('the inbox loads older messages while one scrolls, each once', async ({ page, sql, mark }) => {
  await receive(
    sql,
    Array.from({ length: 40 }, (_, n) => `${n} ${mark}`),
  )
  await page.goto(PATH)
  const titles = page.getByRole('heading', { level: 2, name: mark })
  await expect(titles).toHaveCount(25)
  await titles.nth(24).scrollIntoViewIfNeeded()
  await expect(titles).toHaveCount(40)
  expect(new Set(await titles.allInnerTexts()).size).toBe(40)
})

test('a flooded inbox says that it is full, and is emptied at once, except for what arrives meanwhile', async ({
  page,
  sql,
  mark,
}) => {
  const count = async () => Number((await sql`select count(*) as stored from contact_messages`)[0]?.['stored'])
  await sql`insert into contact_messages (name, email, subject, message)
    select 'Flood', ${email}, ${`Flood ${mark}`}, 'Flood ' || number from generate_series(1, ${INBOX_MAX - (await count())}) as number`
  let requests = 0
  page.on('request', (request) => {
    if (DELETION.path.test(request.url())) requests += 1
  })
  await page.goto(PATH)
  const full = page.getByRole('alert').filter({ hasText: 'The inbox is full: it has 10,000 messages' })
  await expect(full).toBeVisible()
  await page.getByRole('button', { name: 'Delete all' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete all 10,000 messages?' })
  await expect(dialog).toContainText('They cannot be restored')
  await sql`delete from contact_messages where id = (select min(id) from contact_messages)`
  await receive(sql, [`Later ${mark}`])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted all messages')).toBeVisible()
  await expect(full).toBeHidden()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([`Later ${mark}`])
  expect(await count()).toBe(1)
  expect(requests, 'a request deletes many').toBeLessThan(20)
})
