import { SAVE_TIMEOUT_MS } from '#domain/limits.ts'
import { hold, settled } from '#e2e/visitor/browser-test.ts'
import { expect, expectConsoleError, openTab, respondWithError, rowOf, test } from './admin-test.ts'

test('a change rejected by a trigger and a deletion blocked by a lock are reverted with the error', async ({
  page,
  sql,
  add,
  mark,
  consoleErrors,
}) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const name = sql(`refuse_${mark}`)
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'refused by the trigger'; end $$`
  await sql.unsafe(`create trigger refuse_${mark} before update on jobs for each row when (old.id = ${id})
    execute function refuse_${mark}()`)
  const button = page.getByRole('button', { name: `Quick Link Item ${mark}` })
  try {
    await button.click()
    await expect(page.getByText('Failed to update quick link status: refused by the trigger')).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
  } finally {
    await sql`drop function ${name} cascade`
  }
  await button.click()
  await expect(page.getByText(`Quick Link turned on for Item ${mark}`)).toBeVisible()
  await expect(page.getByText('Failed to update'), 'what works clears what failed').toHaveCount(0)

  await sql.begin(async (lock) => {
    await lock`select from jobs where id = ${id} for update`
    await page.getByRole('button', { name: `Delete Item ${mark}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rowOf(page, `Item ${mark}`)).toHaveCount(0)
    const words = 'Failed to delete: canceling statement due to statement timeout'
    await expect(page.getByText(words)).toBeVisible()
  })
  await expect(rowOf(page, `Item ${mark}`)).toBeVisible()
  expectConsoleError(consoleErrors, /status of (400|500)/)
})

test('a change without an answer, or with one of a proxy, is reverted with an error', async ({
  page,
  context,
  add,
  mark,
  consoleErrors,
}) => {
  await add('jobs', { title: `Item ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await context.setOffline(true)
  const button = page.getByRole('button', { name: `Quick Link Item ${mark}` })
  await button.click()
  const lost = 'An error occurred while saving the data. It may be done all the same'
  await expect(page.getByText(`Failed to update quick link status: ${lost}`)).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await context.setOffline(false)
  expectConsoleError(consoleErrors, /ERR_INTERNET_DISCONNECTED/)

  const isBadGateway = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
  await page.route('**/rpc/delete_rows', (route) => route.fulfill(isBadGateway))
  await page.getByRole('button', { name: `Delete Item ${mark}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Failed to delete: ${lost}`)).toBeVisible()
  await expect(rowOf(page, `Item ${mark}`)).toBeVisible()
  expectConsoleError(consoleErrors, /status of 502/)
})

test('a change without an answer for 20 seconds ends with an error, and the row shows what is stored', async ({
  page,
  sql,
  add,
  mark,
  clock,
}) => {
  const [id = 0] = await add('jobs', { title: `Item ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await clock.install()
  const release = await hold(page, /rest\/v1\/jobs\?id=eq/)
  const button = page.getByRole('button', { name: `Quick Link Item ${mark}` })
  await button.click()
  await expect.poll(() => sql`select is_quick_link from jobs where id = ${id}`).toEqual([{ is_quick_link: true }])
  const words = page.getByText(
    'Failed to update quick link status: An error occurred while saving the data. It may be done all the same',
  )
  await clock.fastForward(15_000)
  await expect(words).toHaveCount(0)
  await clock.fastForward(SAVE_TIMEOUT_MS - 15_000)
  await expect(words).toBeVisible()
  await expect(button, 'only the answer was lost').toHaveAttribute('aria-pressed', 'true')
  await release()
  await button.click()
  await expect(page.getByText(`Quick Link turned off for Item ${mark}`)).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('a response that was in flight does not overwrite a newer change', async ({ page, add, mark }) => {
  await add('jobs', { title: `Item ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  const button = page.getByRole('button', { name: `Quick Link Item ${mark}` })
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let isHeld = false
  let isChanged = false
  // The table may read by itself, too, when it is connected.
  await page.route(/rpc\/admin_search/, async (route) => {
    if (isChanged) return route.fallback()
    isHeld = true
    const response = await route.fetch()
    await held
    return route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => isHeld).toBe(true)
  isChanged = true
  await button.click()
  await expect(page.getByText(`Quick Link turned on for Item ${mark}`)).toBeVisible()
  release()
  await expect(page.locator('.data-table')).toHaveAttribute('aria-busy', 'false')
  await settled(page)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

test('a stored change stays shown when its row cannot be read again', async ({ page, add, mark, consoleErrors }) => {
  await add('jobs', { title: `Item ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await respondWithError(page, { method: 'POST', path: /rpc\/admin_search/, message: 'too busy' })
  const failed = page.waitForResponse(/rpc\/admin_search/)
  const button = page.getByRole('button', { name: `Quick Link Item ${mark}` })
  await button.click()
  await expect(page.getByText(`Quick Link turned on for Item ${mark}`)).toBeVisible()
  await failed
  await settled(page)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Failed to fetch'), 'a read in the background').toHaveCount(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Failed to fetch Jobs: too busy')).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expectConsoleError(consoleErrors, /status of 400/)
})

test('further rows that cannot be read leave the shown ones, with the error', async ({
  page,
  add,
  mark,
  consoleErrors,
}) => {
  await add('jobs', ...Array.from({ length: 60 }, (_, n) => ({ title: `${n} ${mark}` })))
  await openTab(page, `/admin/jobs?text=${mark}`)
  await respondWithError(page, { method: 'POST', path: /rpc\/admin_search/, message: 'too busy' })
  await page.locator('.data-table tbody tr').nth(49).scrollIntoViewIfNeeded()
  await expect(page.getByText('Failed to fetch Jobs: too busy')).toBeVisible()
  await expect(page.locator('.data-table tbody tr')).toHaveCount(50)
  await page.unroute(/rpc\/admin_search/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.data-table tbody tr')).toHaveCount(60)
  await expect(page.getByText('Failed to fetch')).toHaveCount(0)
  expectConsoleError(consoleErrors, /status of 400/)
})

test('rows that others have deleted disappear when they are changed', async ({ page, sql, add, mark }) => {
  const [first = 0, second = 0] = await add('jobs', { title: `A ${mark}` }, { title: `B ${mark}` })
  await page.routeWebSocket(/realtime/, () => undefined)
  await openTab(page, `/admin/jobs?text=${mark}`)
  await sql`delete from jobs where id in (${first}, ${second})`
  await page.getByRole('button', { name: `Quick Link A ${mark}` }).click()
  await expect(page.getByText('Failed to update quick link status: This item was deleted meanwhile.')).toBeVisible()
  await expect(rowOf(page, `A ${mark}`)).toHaveCount(0)
  if (await rowOf(page, `B ${mark}`).isVisible()) {
    await page.getByRole('button', { name: `Delete B ${mark}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  await expect(rowOf(page, `B ${mark}`)).toHaveCount(0)
  await expect(page.getByText('Failed to delete')).toHaveCount(0)
})
