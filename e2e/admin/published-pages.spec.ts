import { allowConsoleError } from '#e2e/visitor/browser-test.ts'
import { expect, test } from './admin-test.ts'
import { openLive, slugOf } from './live-page.ts'
import { uniqueTitle } from './record-form.ts'

test('further pages of a list continue in its order, and so do addresses without a place', async ({
  request,
  sql,
  mark,
}) => {
  const added = await sql<{ id: string }[]>`
    insert into syllabus (title, slug, is_featured, display_order)
    select ${mark} || number, ${mark.toLowerCase()} || '-' || number, number <= 28,
           case when number % 3 = 0 then number % 5 end from generate_series(1, 30) as number returning id`
  try {
    const read = async (address: string) => (await request.get(address)).text()
    await expect.poll(() => read('/syllabus')).toContain(mark)
    const idsOn = (html: string) => Array.from(html.matchAll(/<li[^>]* data-id="(\d+)"/g), ([, id]) => id)
    const inOrder = () => sql<{ id: string; posted_at: string; list_rank: string }[]>`
      select id, to_json(posted_at) #>> '{}' as posted_at, list_rank from syllabus where status is distinct from 'inactive'
       order by is_featured is true desc, display_order nulls last, posted_at desc, id desc`
    let expected = await inOrder()
    // Other tests change syllabi of their own meanwhile.
    await expect(async () => {
      expected = await inOrder()
      const received: (string | undefined)[] = []
      for (let address: string | undefined = '/syllabus'; address;) {
        const html: string = await read(address)
        received.push(...idsOn(html))
        address = /href="(\/syllabus\?after=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
      }
      expect(received).toEqual(expected.map(({ id }) => id))
    }).toPass({ timeout: 60_000 })

    const plain = expected.filter(({ list_rank }) => list_rank === '0')
    const after = new URLSearchParams({ after: `${plain[1]?.posted_at}_${plain[1]?.id}` })
    expect(idsOn(await read(`/syllabus?${after}`))).toEqual(plain.slice(2, 27).map(({ id }) => id))
  } finally {
    await sql`delete from syllabus where id = any (${added.map(({ id }) => id)})`
  }
})

test('an open notice that is removed says so and stays readable, and says nothing when it is public again @phone', async ({
  page,
  tables,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /status of 4(04|10)/)
  const title = uniqueTitle('Removed while read')
  const job = await tables.insert('jobs', { title, slug: slugOf(title), status: 'active' })
  await openLive(page, `/jobs/${slugOf(title)}`)
  await page.evaluate(() => scrollTo(0, 600))
  const removed = page.getByRole('alert').filter({ hasText: 'That notice was removed' })
  await tables.patch('jobs', job.id, { status: 'inactive' })
  await expect(removed).toBeInViewport({ ratio: 1 })
  await tables.patch('jobs', job.id, { status: 'active' })
  await expect(removed).toHaveCount(0)
  await tables.remove('jobs', job.id)
  await expect(removed).toBeInViewport({ ratio: 1 })
  await expect(removed).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})
