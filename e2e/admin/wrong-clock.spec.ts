import { parsePostTime } from '#domain/admin/post-time.ts'
import { indianDay } from '#domain/dates.ts'
import { setClock } from '#e2e/clocks.ts'
import { expect, expireToken, openAdmin, openTab, test } from './admin-test.ts'
import { field, openForm, save, uniqueTitle } from './record-form.ts'

const DAY = 86_400_000

test.use({ isSignedIn: false })

// Source: docs/behaviour/admin.md#wrong-clocks
for (const [name, days] of [
  ['ahead', 2],
  ['behind', -2],
] as const)
  test(`on a device whose clock is days ${name}, a session goes on, and times are those of the server`, async ({
    page,
    add,
    mark,
    sql,
    newAccount,
  }) => {
    const [id = 0] = await add('admit_cards', { title: `A ${mark}`, status: 'active' })
    const { email } = await newAccount('admin')
    await setClock(page, days * DAY)
    let refreshes = 0
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) refreshes += 1
    })
    await openAdmin(page, email)
    await openTab(page, `/admin/admit-cards?text=${mark}`)
    await openForm(page, `/admin/admit-cards/${id}`)
    await page.getByRole('button', { name: 'Checked against the source' }).click()
    await expect(page.getByText(/^Last checked/)).toBeVisible()
    const [checked] =
      await sql`select abs(extract(epoch from now() - checked_at))::int as age from admit_cards where id = ${id}`
    expect(checked?.['age']).toBeLessThan(300)

    const timeNow = async () => {
      await page.getByRole('button', { name: 'Now', exact: true }).click()
      return parsePostTime(await field(page, 'Post time').inputValue()) ?? 0
    }
    expect(Math.abs((await timeNow()) - Date.now())).toBeLessThan(300_000)
    // In the future for the server, and past for a device that is ahead.
    await field(page, 'Post time').fill(indianDay(Date.now() + DAY))
    await expect(page.getByText('The post time is in the future')).toBeVisible()

    const title = uniqueTitle('Timed')
    await openForm(page, '/admin/admit-cards/new')
    await field(page, 'Title').fill(title)
    await save(page)
    const posted = () =>
      sql`select abs(extract(epoch from now() - posted_at)) < 300 as is_now from admit_cards where title = ${title}`
    await expect.poll(posted).toEqual([{ is_now: true }])
    await sql`delete from admit_cards where title = ${title}`
    expect(refreshes).toBe(0)
  })

test('a session goes on after the clock of the device was corrected, before which its token seemed to last for days', async ({
  page,
  newAccount,
  consoleErrors,
}) => {
  await openAdmin(page, (await newAccount('admin')).email)
  await expireToken(page, Math.round(Date.now() / 1_000) + 2 * 86_400)
  await openTab(page, '/admin/admit-cards')
  expect(consoleErrors).toEqual([])
})
