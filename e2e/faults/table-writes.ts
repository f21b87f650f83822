import type { PreparedWrite, WritePath, WriteTools } from './write-path.ts'
import { ask } from './traffic.ts'

interface Table {
  name: string
  /** A new row, and the changes of an edit. */
  row(mark: string): Record<string, string>
  edit(mark: string): Record<string, string>
  /** The columns that name the row. */
  key: string
}

const titled = (mark: string) => ({ title: `written ${mark}`, slug: `written-${mark}` })
const named = (mark: string) => ({ name: `written ${mark}`, slug: `written-${mark}` })
const edited = (column: string) => (mark: string) => ({ [column]: `edited ${mark}`, slug: `edited-${mark}` })

const tables: Table[] = [
  { name: 'jobs', row: titled, edit: edited('title'), key: 'title' },
  { name: 'recruitments', row: titled, edit: edited('title'), key: 'title' },
  { name: 'organizations', row: named, edit: edited('name'), key: 'name' },
  { name: 'categories', row: named, edit: edited('name'), key: 'name' },
  {
    name: 'search_words',
    row: (mark) => ({ written: `written ${mark}`, means: 'x' }),
    edit: (mark) => ({ written: `edited ${mark}` }),
    key: 'written',
  },
]

/** Creating, changing and deleting a row of each kind of table, and changing several rows at once. */
export const tableWrites: WritePath[] = [
  ...tables.flatMap((table) => [create(table), change(table), remove(table)]),
  changeSeveral(),
]

function create(table: Table): WritePath {
  return {
    name: `create in ${table.name}`,
    prepare: async (tools, mark) =>
      write(tools, { table, mark, method: 'POST', path: table.name, body: table.row(mark) }),
  }
}

function change(table: Table): WritePath {
  return {
    name: `change in ${table.name}`,
    async prepare(tools, mark) {
      const id = await insert(tools, table, mark)
      return write(tools, { table, mark, method: 'PATCH', path: `${table.name}?id=eq.${id}`, body: table.edit(mark) })
    },
  }
}

function remove(table: Table): WritePath {
  return {
    name: `delete in ${table.name}`,
    async prepare(tools, mark) {
      const id = await insert(tools, table, mark)
      const reference = { organizations: 'organization_id', categories: 'category_id', recruitments: 'recruitment_id' }[
        table.name
      ]
      // A notice that refers to the row loses its reference, in the same transaction.
      if (reference) await tools.sql`insert into jobs ${tools.sql({ ...titled(`of${mark}`), [reference]: id })}`
      return write(tools, { table, mark, method: 'DELETE', path: `${table.name}?id=eq.${id}` })
    },
  }
}

function changeSeveral(): WritePath {
  return {
    name: 'change several jobs at once',
    async prepare(tools, mark) {
      const [jobs] = tables
      const marks = [1, 2, 3].map((number) => `${mark}n${number}`)
      const writes: PreparedWrite[] = []
      for (const one of marks) writes.push(await change(jobs!).prepare(tools, one))
      return {
        async act() {
          const statuses = await Promise.all(writes.map(({ act }) => act()))
          return statuses.find((status) => status === 0 || status >= 300) ?? 200
        },
        state: async () => (await Promise.all(writes.map(({ state }) => state()))).flat(),
      }
    },
  }
}

async function insert({ sql }: WriteTools, table: Table, mark: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`insert into ${sql(table.name)} ${sql(table.row(mark))} returning id`
  return row?.id ?? ''
}

interface Write {
  table: Table
  mark: string
  method: string
  path: string
  body?: Record<string, string>
}

function write({ server, admin, sql }: WriteTools, { table, mark, method, path, body }: Write): PreparedWrite {
  const { name, key } = table
  const texts = [`written ${mark}`, `edited ${mark}`]
  const slugs = [`written-${mark}`, `edited-${mark}`]
  return {
    async act() {
      const headers = { ...admin, 'content-type': 'application/json', prefer: 'return=minimal' }
      const call = { kind: name, path: `/rest/v1/${path}`, method, headers }
      return (await ask(server.url, body ? { ...call, body: JSON.stringify(body) } : call)).status
    },
    // Row, search entry and its terms, outbox, old addresses, references, and whether the count of notices is right.
    async state() {
      const [row] = await sql<{ state: string }[]>`
        select jsonb_build_array(
          (select count(*) from ${sql(name)} where ${sql(key)} = ${texts[0]!}),
          (select count(*) from ${sql(name)} where ${sql(key)} = ${texts[1]!}),
          (select count(*) from search.entries where title = ${texts[0]!}),
          (select count(*) from search.entries where title = ${texts[1]!}),
          (select coalesce(max(any_rows), 0) from search.terms where kind = 'word' and term = ${mark}),
          (select jsonb_object_agg(kind, number) from (
             select kind, count(*) as number from outbox.changes
              where record ->> 'slug' = any (${slugs}) or record ->> ${key} = any (${texts}) group by kind) as changes),
          (select count(*) from slug_history where old_slug = any (${slugs})),
          (select count(*) from gone_slugs where slug = any (${slugs})),
          (select count(*) from jobs where slug = ${`written-of${mark}`}
              and coalesce(organization_id, category_id, recruitment_id) is null),
          (select notices from published.notice_counts where content_table = 'jobs')
            = (select count(*) from jobs where status is distinct from 'inactive')
        )::text as state`
      return [row?.state ?? '']
    },
  }
}
