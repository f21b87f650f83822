import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, databaseUrl, newFolder, query, startServer, type Server } from './server.ts'

/** What becomes of a page when staff rename, hide or delete what it shows. */
const dataDir = join(newFolder(), 'data')
let server: Server

beforeAll(async () => {
  server = await startServer(dataDir)
})
afterAll(cleanUp)

const change = (statement: string) => query(databaseUrl(dataDir), statement)
const ask = (path: string) => fetch(server.url + path, { redirect: 'manual' })

const kinds = [
  ['jobs', '/jobs', 'upsc-cds-i-2027-online-form'],
  ['results', '/results', 'ssc-cgl-tier-i-result-2026'],
  ['admit_cards', '/admit-cards', 'aiims-norcet-11-mains-admit-card-2026'],
  ['recruitments', '/recruitments', 'ssc-cgl-2026'],
]

describe.each(kinds)('%s', (table, folder, slug) => {
  test('a renamed record answers 301 to its new address, also to its old old one', async () => {
    await change(`update public.${table} set slug = '${slug}-b' where slug = '${slug}'`)
    await change(`update public.${table} set slug = '${slug}-c' where slug = '${slug}-b'`)
    for (const old of [slug, `${slug}-b`]) {
      const target = async () => (await ask(`${folder}/${old}`)).headers.get('location')
      await expect.poll(target).toBe(`${folder}/${slug}-c`)
      expect((await ask(`${folder}/${old}`)).status).toBe(301)
    }
    expect((await ask(`${folder}/${slug}-c`)).status).toBe(200)
  })

  test('a deleted record is gone: the home page with 410, not to be indexed', async () => {
    await change(`delete from public.${table} where slug = '${slug}-c'`)
    for (const address of [`${folder}/${slug}-c`, `${folder}/${slug}`]) {
      // The page of before may be told for a moment: until the server has heard of the change.
      await expect.poll(async () => (await ask(address)).status).toBe(410)
      const html = await (await ask(address)).text()
      expect(html).toContain('<meta name="robots" content="noindex"')
      expect(html).toContain('Admit Cards')
    }
  })
})

test('a hidden record is unknown to visitors', async () => {
  await change(`update public.jobs set status = 'inactive' where slug = 'ssc-mts-havaldar-cbic-cbn-2026-online-form'`)
  await expect.poll(async () => (await ask('/jobs/ssc-mts-havaldar-cbic-cbn-2026-online-form')).status).toBe(404)
})
