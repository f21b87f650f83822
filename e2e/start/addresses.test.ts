import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTENT_TABLES } from '#domain/content/registry.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, query, startServer, type Server } from './server.ts'

/** Pages after an admin has renamed, hidden or deleted what they show. */
const dataDir = preparedFolder()
let server: Server

beforeAll(async () => {
  server = await startServer(dataDir)
})
afterAll(cleanUp)

const change = (statement: string) => query(databaseUrl(dataDir), statement)
const request = (path: string) => fetch(server.url + path, { redirect: 'manual' })

const kinds = [
  ['jobs', '/jobs', 'upsc-cds-i-2027-online-form'],
  ['results', '/results', 'ssc-cgl-tier-i-result-2026'],
  ['admit_cards', '/admit-cards', 'aiims-norcet-11-mains-admit-card-2026'],
  ['recruitments', '/recruitments', 'ssc-cgl-2026'],
]

describe.each(kinds)('addresses of %s', (table, folder, slug) => {
  test('a renamed record responds with 301 to its new address, also at older addresses', async () => {
    await change(`update public.${table} set slug = '${slug}-b' where slug = '${slug}'`)
    await change(`update public.${table} set slug = '${slug}-c' where slug = '${slug}-b'`)
    for (const old of [slug, `${slug}-b`]) {
      const target = async () => (await request(`${folder}/${old}`)).headers.get('location')
      await expect.poll(target).toBe(`${folder}/${slug}-c`)
      expect((await request(`${folder}/${old}`)).status).toBe(301)
    }
    expect((await request(`${folder}/${slug}-c`)).status).toBe(200)
  })

  test('a deleted record responds with the home page and 410, not indexed', async () => {
    // A recruitment is deleted only when no notice belongs to it.
    const notices = table === 'recruitments' ? CONTENT_TABLES : []
    for (const name of notices) await change(`update public.${name} set recruitment_id = null`)
    await change(`delete from public.${table} where slug = '${slug}-c'`)
    for (const address of [`${folder}/${slug}-c`, `${folder}/${slug}`]) {
      // The cached page may be served until the server has received the change.
      await expect.poll(async () => (await request(address)).status).toBe(410)
      const html = await (await request(address)).text()
      expect(html).toContain('<meta name="robots" content="noindex"')
      expect(html).toContain('That notice was removed')
      expect(html).toContain('Admit Cards')
    }
  })

  test('a deleted record that is inserted again as it was has all its addresses, for everybody at once', async () => {
    await change(`insert into public.${table} (id, title, slug) overriding system value
      select record_id, title, record ->> 'slug' from bin.items where table_name = '${table}'`)
    await expect.poll(async () => (await request(`${folder}/${slug}-c`)).status).toBe(200)
    for (const old of [slug, `${slug}-b`]) {
      await expect.poll(async () => (await request(`${folder}/${old}`)).status).toBe(301)
      expect((await request(`${folder}/${old}`)).headers.get('location')).toBe(`${folder}/${slug}-c`)
    }
  })
})

test('a hidden record is unknown to visitors', async () => {
  await change(`update public.jobs set status = 'inactive' where slug = 'ssc-mts-havaldar-cbic-cbn-2026-online-form'`)
  await expect.poll(async () => (await request('/jobs/ssc-mts-havaldar-cbic-cbn-2026-online-form')).status).toBe(404)
})
