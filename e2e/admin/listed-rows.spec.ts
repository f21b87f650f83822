import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { ADMIN_TABS, tabOfTable, tabPath, type AdminTab } from '#domain/admin/tabs.ts'
import { COLUMNS } from './tab-columns.ts'
import { expect, openTab, switchTab, test } from './admin-test.ts'

// The table has another layout on phones; there it is enough to test one tab.
test('Jobs: every row is listed with its links, in the simplified and in the full view @both', async ({
  page,
  sql,
}) => {
  const tab = tabOfTable('jobs')
  const reads = readsOf(page, tab)
  await openTab(page, tabPath(tab))
  await expectTable({ page, sql, tab, reads })
  await page.getByRole('button', { name: 'View All' }).click()
  const labels = page.locator('.data-table tbody tr').first().locator('[data-label]')
  await expect(labels).toHaveCount(COLUMNS.jobs.all)
  await page.reload()
  await expect(labels, 'the view is stored in the address').toHaveCount(COLUMNS.jobs.all)
})

test('every tab but Jobs: every row is listed with its links, in the simplified and in the full view', async ({
  page,
  sql,
}) => {
  await openTab(page, tabPath(tabOfTable('jobs')))
  for (const tab of ADMIN_TABS.filter(({ table }) => table !== 'jobs'))
    await test.step(tab.label, async () => {
      const reads = readsOf(page, tab)
      await switchTab(page, tab)
      await expectTable({ page, sql, tab, reads })
    })
})

/** @returns the columns that reads of a table name, one text for each read from now on */
function readsOf(page: Page, { table }: AdminTab): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === `/rest/v1/${table}`) reads.push(searchParams.get('select') ?? '')
  })
  return reads
}

/** A tab that a page shows, and the columns that its reads have named. */
interface Shown {
  page: Page
  sql: postgres.Sql
  tab: AdminTab
  reads: string[]
}

/** Expects the rows, the actions and both views of the tab that a page shows. */
async function expectTable({ page, sql, tab, reads }: Shown): Promise<void> {
  const { simplified, all, quickLink } = COLUMNS[tab.table]
  await expect(page).toHaveTitle(`${tab.label} | Suchana`)
  await expectEveryRow(page, sql, tab)
  await expect(page.getByRole('link', { name: 'Add New' })).toHaveAttribute('href', `${tabPath(tab)}/new`)
  const first = page.locator('.data-table tbody tr').first()
  const edit = first.getByRole('link', { name: /^Edit / })
  const [id, address] = await edit.evaluate((link) => [link.closest('tr')?.id, link.getAttribute('href')])
  expect(address).toBe(`${tabPath(tab)}/${id?.replace('row-', '')}`)
  await expect(first.getByRole('button', { name: /^Delete / })).toBeVisible()
  await expect(first.getByRole('button', { name: /^Quick Link / })).toHaveCount(quickLink ? 1 : 0)
  const labels = first.locator('[data-label]')
  await expect(labels).toHaveCount(simplified)
  expect(reads[0]).toMatch(/^id,/)
  expect(reads[0]).not.toContain('*')
  if (quickLink) expect(reads[0]).toContain('is_quick_link')
  await page.getByRole('button', { name: 'View All' }).click()
  await expect(page).toHaveURL(`${tabPath(tab)}?view=all`)
  await expect(labels).toHaveCount(all)
  expect(reads.at(-1)).toMatch(/^\*/)
  await page.getByRole('button', { name: 'View Simplified' }).click()
  await expect(page).toHaveURL(tabPath(tab))
}

/**
 * Expects the newest rows first, and the right count everywhere. Other tests add and delete rows meanwhile, so all of it
 * is compared again until it is what the database has.
 */
async function expectEveryRow(page: Page, sql: postgres.Sql, tab: AdminTab): Promise<void> {
  const rows = page.locator('.data-table tbody tr')
  await expect(async () => {
    const stored = await sql<{ row: string; total: number }[]>`
      select 'row-' || id as row, count(*) over ()::int as total
        from ${sql(tab.table)} order by ${sql(tab.newest)} desc, id desc limit 50`
    const total = stored[0]?.total ?? 0
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${tab.label} ${total}`, { timeout: 1_000 })
    const link = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: tab.label })
    await expect(link).toHaveText(`${tab.label}${total}`, { timeout: 1_000 })
    await expect(link).toHaveAttribute('aria-current', 'page', { timeout: 1_000 })
    expect(await rows.evaluateAll((all) => all.map(({ id }) => id))).toEqual(stored.map(({ row }) => row))
  }).toPass()
}
