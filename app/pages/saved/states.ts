import { readNoticeStates, type WantedNotice } from '#app/data/notice-states.ts'
import type { LogFailure } from '#app/data/site-settings.ts'
import type { PageContext } from '#app/pages/page.ts'
import { kindOfDetailFolder, CONTENT_KINDS, noticePath, kindOfTable } from '#domain/content/registry.ts'
import { stateOfNotice } from '#domain/content/state-of-notice.ts'
import { statesRequest, type StatesReply } from '#domain/saved/states-reply.ts'

interface StatesOptions {
  request: Request
  isOverLimit: boolean
  logFailure: LogFailure
}

/** Answers which of the named notices are public, with their present state. Source: docs/behaviour/saved.md#refreshing */
export async function answerStates({ backend, now, today }: PageContext, options: StatesOptions): Promise<Response> {
  const { request, isOverLimit, logFailure } = options
  if (isOverLimit) return Response.json({ error: 'Too many requests, try again in a minute' }, { status: 429 })
  const asked = statesRequest.safeParse(await request.json().catch(() => null))
  if (!asked.success) return Response.json({ error: 'A list of saved notices is expected' }, { status: 400 })
  const wanted = asked.data.notices.flatMap((reference) => {
    const notice = wantedNotice(reference)
    return notice ? [{ reference, notice }] : []
  })
  try {
    const found = await readNoticeStates(
      backend,
      wanted.map(({ notice }) => notice),
    )
    const byWanted = new Map(found.map((one) => [nameOf(one.wanted), one.notice]))
    const states = wanted.flatMap(({ reference, notice }) => {
      const facts = byWanted.get(nameOf(notice))
      return facts ? [[reference, stateOfNotice(facts, today)]] : []
    })
    return Response.json({ readAt: now, states: Object.fromEntries(states) } satisfies StatesReply)
  } catch (error) {
    logFailure('states of saved notices', error)
    return Response.json({ error: 'Unavailable' }, { status: 503 })
  }
}

/** @returns null for a reference that names no notice of any kind */
function wantedNotice(reference: string): WantedNotice | null {
  const [, name, id] = /^([a-z_]+):([1-9]\d{0,14})$/.exec(reference) ?? []
  const kind = CONTENT_KINDS.find(({ table }) => table === name)
  if (kind) return { table: kind.table, id: Number(id) }
  const [, folder = '', slug = ''] = /^(\/[\w-]+)\/([\w%-]{1,300})$/.exec(reference) ?? []
  const table = kindOfDetailFolder(folder)?.table
  return table ? { table, slug } : null
}

/** @returns the same text for the same notice, in whatever order its members come */
function nameOf(wanted: WantedNotice): string {
  return 'id' in wanted ? `${wanted.table}:${wanted.id}` : noticePath(kindOfTable(wanted.table), wanted.slug)
}
