import { COUNTS_MS } from '#domain/limits.ts'
import { expect, openTab, rowOf, test } from './admin-test.ts'
import { field, openForm } from './record-form.ts'

const live = /, updating live$/

test('the table shows rows that others insert, change and delete', async ({ page, sql, add, mark }) => {
  const [first = 0] = await add('jobs', { title: `First ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await expect(page.locator('.key-hints output')).toHaveText(live)
  const [second = 0] = await add('jobs', { title: `Second ${mark}` })
  await expect(rowOf(page, `Second ${mark}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jobs 2')

  await sql`update jobs set is_quick_link = true, title = ${`Renamed ${mark}`} where id = ${first}`
  await expect(page.getByRole('button', { name: `Quick Link Renamed ${mark}` })).toHaveAttribute('aria-pressed', 'true')
  await sql`delete from jobs where id = ${second}`
  await expect(rowOf(page, `Second ${mark}`)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jobs 1')
})

test('what changes before the table is live is shown as soon as it is live', async ({ page, sql, add, mark }) => {
  const connecting = Promise.withResolvers<void>()
  await page.routeWebSocket(/realtime/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => void connecting.promise.then(() => server.send(message)))
  })
  const [gone = 0] = await add('jobs', { title: `Gone ${mark}` }, { title: `Left ${mark}` })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await expect(rowOf(page, `Gone ${mark}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jobs 2')
  await sql`delete from jobs where id = ${gone}`
  connecting.resolve()
  await expect(page.locator('.key-hints output')).toHaveText(live)
  await expect(rowOf(page, `Gone ${mark}`)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jobs 1')
})

for (const [tab, table, heading] of [
  ['results', 'results', 'title'],
  ['categories', 'categories', 'name'],
  ['recruitments', 'recruitments', 'title'],
] as const) {
  test(`the tab ${tab} shows inserted rows live, and updates its count`, async ({ page, add, mark }) => {
    await openTab(page, `/admin/${tab}?text=${mark}`)
    await expect(page.locator('.key-hints output')).toHaveText(live)
    await add(table, { [heading]: `New ${mark}` })
    await expect(rowOf(page, `New ${mark}`)).toBeVisible()
  })
}

test('selection, focus and current row stay while rows are inserted and deleted', async ({ page, sql, add, mark }) => {
  const [gone = 0] = await add('jobs', { title: `Gone ${mark}` }, { title: `Left ${mark}` })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await expect(page.locator('.key-hints output')).toHaveText(live)
  await page.getByLabel(`Select Left ${mark}`).check()
  await page.getByLabel(`Select Gone ${mark}`).check()
  await rowOf(page, `Left ${mark}`).focus()
  await sql`delete from jobs where id = ${gone}`
  await add('jobs', { title: `New ${mark}` })
  await expect(rowOf(page, `New ${mark}`)).toBeVisible()
  await expect(rowOf(page, `Gone ${mark}`)).toHaveCount(0)
  await expect(rowOf(page, `Left ${mark}`)).toBeFocused()
  await expect(page.getByText('1 job selected')).toBeVisible()
})

test('without a realtime connection the table reads its rows again after each change', async ({ page, add, mark }) => {
  await page.routeWebSocket(/realtime/, (socket) => socket.close())
  await add('jobs', { title: `First ${mark}`, is_quick_link: false })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await expect(page.locator('.key-hints output')).toHaveText('1 job')
  await add('jobs', { title: `Second ${mark}` })
  await page.getByRole('button', { name: `Quick Link First ${mark}` }).click()
  await expect(rowOf(page, `Second ${mark}`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Quick Link First ${mark}` })).toHaveAttribute('aria-pressed', 'true')
})

test('a table whose channel the server has ended is live again', async ({ page, add, mark }) => {
  const joins: string[][] = []
  let send = (_message: string) => {}
  await page.routeWebSocket(/realtime/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const [joinRef, , topic, event] = JSON.parse(String(message)) as string[]
      if (event === 'phx_join' && joinRef && topic) joins.push([joinRef, topic])
      server.send(message)
    })
    send = (message) => socket.send(message)
  })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await expect(page.locator('.key-hints output')).toHaveText(live)
  const [joinRef, topic] = joins.at(-1) ?? []
  send(JSON.stringify([joinRef, joinRef, topic, 'phx_close', {}]))
  await expect(page.locator('.key-hints output')).not.toHaveText(live)
  await expect(page.locator('.key-hints output')).toHaveText(live)
  await add('jobs', { title: `After ${mark}` })
  await expect(rowOf(page, `After ${mark}`)).toBeVisible()
})

test('the numbers beside the tabs are read again after each save, also in a dialog, and every minute', async ({
  page,
  clock,
  tables,
  mark,
}) => {
  await clock.install()
  const counts = /\/rpc\/admin_counts/
  await openForm(page, '/admin/jobs/new')
  const saved = async (table: string, act: () => Promise<void>) => {
    let isStored = false
    page.on('response', (response) => {
      isStored ||= response.request().method() === 'POST' && response.url().includes(`/rest/v1/${table}?`)
    })
    const counted = page.waitForRequest((request) => isStored && counts.test(request.url()))
    await act()
    await counted
  }
  await field(page, 'Organization').fill(`Board ${mark}`)
  await page.getByRole('option', { name: `Create organization “Board ${mark}”` }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await saved('organizations', () => dialog.getByRole('button', { name: 'Create' }).click())
  await field(page, 'Title').fill(`Another ${mark}`)
  await field(page, 'State').selectOption('Hidden')
  await saved('jobs', () => page.keyboard.press('Control+Shift+Enter'))
  await expect(page.getByText(`Saved: Another ${mark}`)).toBeVisible()
  const counted = page.waitForRequest(counts)
  await clock.fastForward(COUNTS_MS)
  await counted
  for (const [table, name] of [
    ['jobs', `title=eq.Another ${mark}`],
    ['organizations', `name=eq.Board ${mark}`],
  ] as const)
    for (const { id } of await tables.get<{ id: number }>(`${table}?${name}`)) await tables.remove(table, id)
})
