import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, query, startServer, type Server } from './server.ts'
import { send } from './several-servers.ts'

let server: Server
beforeAll(async () => {
  server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  await query(
    databaseUrl(server.dataDir),
    `insert into public.jobs (title, slug) select 'Clerk ' || number, 'clerk-' || number from generate_series(1, 1201) as number`,
  )
})
afterAll(cleanUp)

async function pageFrom(from: number) {
  const { status, text } = await send(`${server.url}/search?q=clerk&category=jobs&from=${from}`)
  const [, next = null] =
    /data-more=""[^>]*href="([^"]*)"|href="([^"]*)"[^>]*data-more=""/.exec(text)?.filter(Boolean) ?? []
  return {
    status,
    next: next?.replaceAll('&amp;', '&') ?? null,
    results: text.match(/<li [^>]*data-id=/g)?.length ?? 0,
    saysHowToNarrow: text.includes('Add a word, or choose a category, to find them.'),
  }
}

test('results are listed up to an offset of 1,000, and the last page says how to find the others', async () => {
  expect(await pageFrom(900)).toEqual({
    status: 200,
    next: '/search?q=clerk&category=jobs&from=1000',
    results: 100,
    saysHowToNarrow: false,
  })
  expect(await pageFrom(1_000)).toEqual({ status: 200, next: null, results: 100, saysHowToNarrow: true })
  expect(await pageFrom(1_100)).toEqual({ status: 200, next: null, results: 0, saysHowToNarrow: true })
})
