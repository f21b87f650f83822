import type postgres from 'postgres'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { seededRandom } from './generate-notices.ts'
import { phrasesOf } from './phrases.ts'
import { newTimer, processorTimeOf } from './session-timer.ts'

const phrases = 1_000
const warmUp = 50

/**
 * Searches for phrases of several words, each once, and for comparison runs the shortest statement as often.
 *
 * @param sql a connection of one session
 * @returns for console.table: milliseconds, and of these the processor time of the session, which does not depend on how
 *   busy the machine is
 */
export async function measurePhrases(sql: postgres.Sql): Promise<Record<string, Record<string, string>>> {
  const processorTime = await processorTimeOf(sql)
  const texts = phrasesOf(await randomTitles(sql), seededRandom(20_261_122))
  for (const text of texts.slice(0, warmUp)) await search(sql, text)
  const timers = { 'select 1': newTimer(), 'as it stands': newTimer(), changed: newTimer() }
  for (const [index, text] of texts.entries()) {
    await timers['select 1'].time(() => sql`select 1`, processorTime)
    await timers[index % 2 === 0 ? 'as it stands' : 'changed'].time(() => search(sql, text), processorTime)
  }
  return Object.fromEntries(Object.entries(timers).map(([name, timer]) => [name, timer.figures()]))
}

const search = (sql: postgres.Sql, text: string) => sql`select search_notices(${text}, null, 100)`

async function randomTitles(sql: postgres.Sql): Promise<string[]> {
  const all = CONTENT_KINDS.map(({ table }) => sql`select title from ${sql(table)}`)
  const titles = await sql<{ title: string }[]>`
    select title from (${all.reduce((others, one) => sql`${others} union all ${one}`)}) as notice
     order by md5(title) limit ${phrases}`
  return Array.from({ length: phrases }, (_, index) => titles[index % titles.length]?.title ?? '')
}
