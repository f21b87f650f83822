import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { ADMIN_TABS, tabOfTable, tabPath, type AdminTab } from '#domain/admin/tabs.ts'
import { hasQuickLink } from '#domain/admin/columns.ts'
import { hold } from '#e2e/visitor/browser-test.ts'
import {
  expect,
  expectConsoleError,
  openTab,
  respondWithError,
  rowOf,
  switchTab,
  test,
  type Fixtures,
} from './admin-test.ts'

/** Failures are reported the same way on every tab; one of these has all actions, the other the fewest. */
const FAILING = ADMIN_TABS.filter(({ table }) => table === 'jobs' || table === 'organizations')

const hasPostDate = ({ newest }: AdminTab) => newest === 'posted_at'

/** A row on the tab that a page shows, above another one. */
interface Shown {
  page: Page
  tab: AdminTab
  title: string
  next: string
  id: number
  sql: Sql
}

const callsOf = (tab: AdminTab) => new RegExp(`/rest/v1/${tab.table}\\?`)

const undo = (page: Page, message: string) =>
  page.locator('.toast').filter({ hasText: message }).getByRole('button', { name: 'Undo' })

/** Opens a tab with the rows of this test in the order of their names. */
const openRows = (page: Page, tab: AdminTab, mark: string) =>
  openTab(page, `${tabPath(tab)}?text=${mark}&sort=${tab.heading}`)

// The table has another layout on phones; there it is enough to test one tab.
test('Jobs: a row is changed and deleted @both', async ({ page, sql, add, mark }) => {
  const tab = tabOfTable('jobs')
  const shown = { page, tab, sql, ...(await addRows(add, tab, mark)) }
  await openRows(page, tab, mark)
  await changeAndDelete(shown)
})

test('every tab but Jobs: a row is changed and deleted', async ({ page, sql, add, mark }) => {
  await openTab(page, tabPath(tabOfTable('jobs')))
  for (const tab of ADMIN_TABS.filter(({ table }) => table !== 'jobs'))
    await test.step(tab.label, async () => {
      const shown = { page, tab, sql, ...(await addRows(add, tab, mark)) }
      await switchTab(page, tab)
      await page.getByRole('searchbox').fill(mark)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${tab.label} 2`)
      await changeAndDelete(shown)
    })
})

/** Adds the row that is changed and, below it, an older one. */
async function addRows(add: Fixtures['add'], tab: AdminTab, mark: string) {
  const title = `Item of ${tab.label} ${mark}`
  const next = `Other of ${tab.label} ${mark}`
  const postedOn = (day: string) => hasPostDate(tab) && { post_time: `${day}/11/2026 7:20 PM` }
  const values = { ...postedOn('05'), ...(hasQuickLink(tab.table) && { is_quick_link: false }) }
  const rows = [
    { [tab.heading]: next, ...postedOn('04') },
    { [tab.heading]: title, ...values },
  ]
  const [, id = 0] = await add(tab.table, ...rows)
  return { title, next, id }
}

async function changeAndDelete(shown: Shown): Promise<void> {
  if (hasPostDate(shown.tab)) await test.step('a new post date keeps the time of day', () => changePostDate(shown))
  if (hasQuickLink(shown.tab.table))
    await test.step('Quick Link updates the row in its own table with a boolean', () => changeQuickLink(shown))
  await test.step('it is deleted after a confirmation', () => deleteRow(shown))
}

async function changePostDate({ page, tab, title, id, sql }: Shown): Promise<void> {
  const button = rowOf(page, title).getByRole('button', { name: /^Post date of/ })
  await expect(button).toHaveText('05-11-2026')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Post date' })
  const field = dialog.getByLabel('Enter new post date (YYYY-MM-DD)')
  await expect(field).toHaveValue('2026-11-05')
  await expect(dialog).toContainText('The time of day stays: 7:20 PM.')
  // The dialog is the same on every tab.
  for (const wrong of tab.table === 'jobs' ? ['2026-02-31', '05-11-2026', 'tomorrow', ''] : []) {
    await field.fill(wrong)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(`Invalid date format for Post date: ${wrong}`.trim())
    await expect(field).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  const release = await hold(page, /rpc\/change_rows/)
  await field.fill(' 2027-01-31 ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(button, 'shown before the database has responded').toHaveText('31-01-2027')
  await release()
  await expect(page.getByText(`Post date is now 31-01-2027: ${title}`)).toBeVisible()
  const stored = async () => (await sql`select post_time, posted_at from ${sql(tab.table)} where id = ${id}`)[0]
  expect(await stored()).toEqual({ post_time: '31/01/2027 7:20 PM', posted_at: new Date('2027-01-31T19:20+05:30') })
  await undo(page, `Post date is now 31-01-2027: ${title}`).click()
  await expect(button).toHaveText('05-11-2026')
  await expect.poll(stored).toMatchObject({ post_time: '05/11/2026 7:20 PM' })
}

async function changeQuickLink({ page, tab, title, id, sql }: Shown): Promise<void> {
  const button = page.getByRole('button', { name: `Quick Link ${title}` })
  const writes: { url: URL; body: unknown }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') writes.push({ url: new URL(request.url()), body: request.postDataJSON() })
  })
  const stored = async () => (await sql`select is_quick_link from ${sql(tab.table)} where id = ${id}`)[0]
  const release = await hold(page, callsOf(tab))
  await button.click()
  await expect(button, 'shown before the database has responded').toHaveAttribute('aria-pressed', 'true')
  await release()
  await expect(page.getByText(`Quick Link turned on for ${title}`)).toBeVisible()
  expect(await stored()).toEqual({ is_quick_link: true })
  expect(writes.map(({ url, body }) => [url.pathname, url.searchParams.get('id'), body])).toEqual([
    [`/rest/v1/${tab.table}`, `eq.${id}`, { is_quick_link: true }],
  ])

  await undo(page, `Quick Link turned on for ${title}`).click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(`Quick Link turned off for ${title}`)).toBeVisible()
  expect(await stored()).toEqual({ is_quick_link: false })
  await button.dblclick()
  await expect(page.getByText(`Quick Link turned on for ${title}`)).toBeVisible()
  expect(await stored()).toEqual({ is_quick_link: true })
  expect(writes, 'a double click acts once').toHaveLength(2)
}

async function deleteRow({ page, tab, title, next, id, sql }: Shown): Promise<void> {
  const button = page.getByRole('button', { name: `Delete ${title}`, exact: true })
  await button.click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this item?' })
  await expect(dialog).toContainText(title)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button, 'focus returns').toBeFocused()
  await expect(rowOf(page, title)).toBeVisible()

  const release = await hold(page, /rpc\/delete_rows/)
  const deletes: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/rpc/delete_rows') && deletes.push(request.postDataJSON()))
  await button.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, title), 'gone before the database has responded').toHaveCount(0)
  await expect(rowOf(page, next), 'focus goes to the next row').toBeFocused()
  await release()
  await expect(page.getByText(`Deleted ${title}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${tab.label} 1`)
  expect(deletes).toEqual([{ target: tab.table, ids: [id], versions: [expect.any(String)] }])
  expect(await sql`select id from ${sql(tab.table)} where id = ${id}`).toHaveLength(0)
}

for (const tab of FAILING) {
  const path = callsOf(tab)

  test(`${tab.label}: changes that fail are reverted`, async ({ page, add, mark, consoleErrors }) => {
    const title = `Item ${mark}`
    const values = {
      ...(hasQuickLink(tab.table) && { is_quick_link: true }),
      ...(hasPostDate(tab) && { post_time: '05/11/2026 7:20 PM' }),
    }
    await add(
      tab.table,
      { [tab.heading]: `A ${mark}` },
      { [tab.heading]: title, ...values },
      { [tab.heading]: `Z ${mark}` },
    )
    await openRows(page, tab, mark)
    if (hasQuickLink(tab.table))
      await test.step('Quick Link', async () => {
        await respondWithError(page, { method: 'PATCH', path, message: 'not today' })
        const button = page.getByRole('button', { name: `Quick Link ${title}` })
        await button.click()
        await expect(page.getByText('Failed to update quick link status: not today', { exact: true })).toBeVisible()
        await expect(button).toHaveAttribute('aria-pressed', 'true')
      })
    if (hasPostDate(tab))
      await test.step('post date', async () => {
        await respondWithError(page, { method: 'POST', path: /rpc\/change_rows/, message: 'the clock is broken' })
        const button = rowOf(page, title).getByRole('button', { name: /^Post date of/ })
        await button.click()
        await page.getByLabel('Enter new post date (YYYY-MM-DD)').fill('2026-12-01')
        await page.keyboard.press('Enter')
        await expect(page.getByText('Failed to update post date: the clock is broken', { exact: true })).toBeVisible()
        await expect(button).toHaveText('05-11-2026')
      })
    await test.step('deletion, which restores the row at its position', async () => {
      await respondWithError(page, {
        method: 'POST',
        path: /rpc\/delete_rows/,
        message: 'update or delete violates a rule',
      })
      await page.getByRole('button', { name: `Delete ${title}`, exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Failed to delete: update or delete violates a rule', { exact: true })).toBeVisible()
      await expect(page.locator('.data-table tbody').getByRole('rowheader')).toHaveText([
        `A ${mark}`,
        title,
        `Z ${mark}`,
      ])
      await page.getByRole('button', { name: 'Close this message' }).click()
      await expect(page.getByText('Failed to delete')).toHaveCount(0)
    })
    expectConsoleError(consoleErrors, /status of 400/)
  })
}

test('a missing post time is taken from the creation date, and Undo removes it again', async ({
  page,
  sql,
  add,
  mark,
}) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}`, created_at: '2026-03-04T04:05:06Z' })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const button = rowOf(page, `Item ${mark}`).getByRole('button', { name: /^Post date of/ })
  await expect(button).toHaveText('04-03-2026')
  await button.click()
  await page.getByLabel('Enter new post date (YYYY-MM-DD)').fill('2026-03-05')
  await page.keyboard.press('Enter')
  const stored = async () => (await sql`select post_time from jobs where id = ${id}`)[0]
  await expect.poll(stored).toEqual({ post_time: '05/03/2026 9:35 AM' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stored).toEqual({ post_time: null })
})

test('the undo of a change of one row leaves what somebody has changed since', async ({ page, sql, add, mark }) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}`, post_time: '05/11/2026 7:20 PM', is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const undo = page.getByRole('button', { name: 'Undo' })
  await rowOf(page, `Item ${mark}`)
    .getByRole('button', { name: /^Post date of/ })
    .click()
  await page.getByLabel('Enter new post date (YYYY-MM-DD)').fill('2026-11-06')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Post date is now 06-11-2026: Item ${mark}`)).toBeVisible()
  await sql`update jobs set post_time = '01/11/2026 9:00 AM' where id = ${id}`
  await undo.click()
  await expect(
    page.getByText(`Failed to update post date: somebody has changed it meanwhile: Item ${mark}`),
  ).toBeVisible()
  expect(await sql`select post_time from jobs where id = ${id}`).toEqual([{ post_time: '01/11/2026 9:00 AM' }])

  await page.getByRole('button', { name: `Quick Link Item ${mark}` }).click()
  await expect(page.getByText(`Quick Link turned on for Item ${mark}`)).toBeVisible()
  await sql`delete from jobs where id = ${id}`
  await undo.click()
  await expect(
    page.getByText(`Failed to update quick link status: it was deleted meanwhile: Item ${mark}`),
  ).toBeVisible()
})
