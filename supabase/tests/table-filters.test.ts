import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

/** Filters mean what they mean to PostgREST. Source: docs/behaviour/contract.md#filters */
const database = await makeDatabase('migrated')
const { sql } = database
await sql`create table pots (id int primary key, text text, data jsonb, list text[], span int4range)`
await sql`create table lids (id int primary key, pot_id int references pots, text text)`
await sql`grant all on pots, lids to anon, authenticated, service_role`
await sql`insert into pots values
  (1, '7', '["Written examination"]', '{a,"b,c"}', '[1,5)'),
  (2, '007', '{"a": {"b": "7"}, "tags": ["x"]}', '{"007"}', '[5,9)'),
  (3, '1.0', '7', '{}', null),
  (4, '{"a":1}', '"7"', '{NULL}', null),
  (5, 'null', 'null', null, null),
  (6, 'a,b', null, null, null),
  (7, '"q"', null, null, null),
  (8, ' x ', null, null, null),
  (9, 'a*b%c', null, null, null),
  (10, 'true', 'true', null, null)`
await sql`insert into lids values (1, 1, '007'), (2, 1, 'x'), (3, 2, '007'), (4, null, 'free')`
const { client, url } = await runBackend(database)
const staff = client()
const { data: session } = await staff.auth.signInWithPassword(admin)

async function ask(address: string, apikey = keys.publishableKey) {
  const response = await fetch(`${url}/rest/v1/${address}`, { headers: { apikey } })
  return { status: response.status, body: (await response.json()) as unknown }
}

async function idsOf(address: string): Promise<unknown> {
  const { body } = await ask(address)
  return Array.isArray(body) ? body.map(({ id }: { id: number }) => id) : body
}

describe('a filter compares with the value as it is', () => {
  test.each([
    ['text=eq.7', [1]],
    ['text=eq.007', [2]],
    ['text=eq.1.0', [3]],
    ['text=eq.1', []],
    ['text=eq.{"a":1}', [4]],
    ['text=eq.null', [5]],
    ['text=eq.true', [10]],
    ['text=eq."q"', [7]],
    ['text=eq.q', []],
    ['text=eq.%20x%20', [8]],
    ['text=eq.x', []],
    ['text=in.(7,007,"a,b")', [1, 2, 6]],
    ['text=in.("\\"q\\"")', [7]],
    ['text=in.(null)', [5]],
    ['text=not.in.(7,007,1.0,null,true)', [4, 6, 7, 8, 9]],
    ['text=like.0*', [2]],
    ['text=like.*b%25c', [9]],
    ['text=like(any).{0*,7}', [1, 2]],
    ['text=eq(any).{007,"a,b"}', [2, 6]],
    ['text=is.null', []],
    ['data=cs.["Written examination"]', [1]],
    ['data=cs.{"tags":["x"]}', [2]],
    ['data=eq.7', [3]],
    ['data=eq."7"', [4]],
    ['data=eq.true', [10]],
    ['data=eq.null', [5]],
    ['data=is.null', [6, 7, 8, 9]],
    ['data->a->>b=eq.7', [2]],
    ['data->a->b=eq."7"', [2]],
    ['list=cs.{a}', [1]],
    ['list=cs.{"b,c"}', [1]],
    ['list=cs.{007}', [2]],
    ['list=ov.{007,a}', [1, 2]],
    ['list=cd.{007,a}', [2, 3]],
    ['span=cs.[6,7)', [2]],
    ['span=ov.[4,6)', [1, 2]],
    ['span=sl.[5,9)', [1]],
    ['text=isdistinct.7&id=lt.3', [2]],
  ])('%s', async (filter, ids) => {
    expect(await idsOf(`pots?select=id&order=id&${filter}`)).toEqual(ids)
  })
})

describe('every filter counts', () => {
  test.each([
    ['id=neq.1&id=neq.2&id=lt.5', [3, 4]],
    ['id=not.eq.1&id=not.gt.4', [2, 3, 4]],
    ['or=(id.eq.1,id.eq.2)&or=(text.eq.007,text.eq.null)', [2]],
    ['or=(id.lt.3)&not.or=(id.eq.1,id.eq.9)', [2]],
    ['not.or=(id.gt.4)&not.and=(id.gt.1,id.lt.4)', [1, 4]],
    ['and=(id.gt.1,id.lt.4)&and=(id.neq.2)', [3]],
    ['or=(text.eq."a,b",text.like."0*",and(id.gt.2,id.lt.4))', [2, 3, 6]],
    ['or=(text.eq.{"a":1},list.cs.{a,"b,c"})', [1, 4]],
    ['or=(text.in.(7,"a,b"),not.and(id.lt.9,id.gt.0))', [1, 6, 9, 10]],
    ['or=(text.ilike."%25A,B%25",id.is.null)', [6]],
    ['or=(text.not.eq.7,id.eq.1)&id=lte.2', [1, 2]],
  ])('%s', async (filter, ids) => {
    expect(await idsOf(`pots?select=id&order=id&${filter}`)).toEqual(ids)
  })

  test('of what is embedded, too', async () => {
    const select = 'pots?select=id,lids(id)&order=id&id=lt.3'
    const read = async (filters: string) => (await ask(`${select}&${filters}`, keys.secretKey)).body
    expect(await read('lids.text=eq.007')).toEqual([
      { id: 1, lids: [{ id: 1 }] },
      { id: 2, lids: [{ id: 3 }] },
    ])
    expect(await read('lids.id=neq.1&lids.id=neq.3')).toEqual([
      { id: 1, lids: [{ id: 2 }] },
      { id: 2, lids: [] },
    ])
    expect(await read('lids.or=(id.eq.1,id.eq.2)&lids.or=(text.eq.x,text.eq.y)')).toEqual([
      { id: 1, lids: [{ id: 2 }] },
      { id: 2, lids: [] },
    ])
    expect(await read('lids=is.null')).toEqual([])
  })
})

describe('what rows are ordered by', () => {
  test.each([
    ['text.desc,id&id=lt.3', [1, 2]],
    ['%20text.asc%20,%20id&id=lt.3', [2, 1]],
    ['"text".desc&id=lt.3', [1, 2]],
    ['data->a->>b.nullsfirst,id&id=lt.4', [1, 3, 2]],
    ['data->>-1.desc.nullslast,id&id=lt.4', [1, 3, 2]],
    ['data->"a"->>"b".desc.nullslast,id.desc&id=lt.4', [2, 3, 1]],
  ])('order=%s', async (order, ids) => {
    expect(await idsOf(`pots?select=id&order=${order}`)).toEqual(ids)
  })

  test('is a column of one related row, too', async () => {
    const ordered = await ask('lids?select=id,pots(id)&order=pots(text).desc,id&pot_id=not.is.null')
    expect((ordered.body as { id: number }[]).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test.each([
    ['->a', 1],
    ['->>a', 1],
    ['', 1],
    ['id,', 4],
    ['id,->a', 4],
    ['data->', 7],
    ["text'", 5],
    ['text;', 5],
    ['a/b', 2],
    ['a[1]', 2],
    ['*', 1],
    ['text.asc.asc', 9],
    ['text.nullsfirst.asc', 16],
    ['text.ASC', 5],
    ['pots(->a)', 6],
    ['pots(text', 10],
  ])('is refused in the words of PostgREST: order=%s', async (order, column) => {
    for (const address of ['lids?select=id,pots(id)&order=', 'lids?select=id,pots(id)&pots.order=']) {
      const message = `"failed to parse order (${order})" (line 1, column ${column})`
      expect(await ask(address + encodeURIComponent(order))).toEqual({
        status: 400,
        body: { code: 'PGRST100', details: expect.stringMatching(/^unexpected /), hint: null, message },
      })
    }
  })
})

describe('what is no filter is refused in the words of PostgREST', () => {
  test.each([
    ['id=in.1', 'PGRST100', '"failed to parse filter (in.1)" (line 1, column 4)'],
    ['id=is.nothing', 'PGRST100', '"failed to parse filter (is.nothing)" (line 1, column 4)'],
    ['or=(id.eq.1', 'PGRST100', '"failed to parse logic tree ((id.eq.1)" (line 1, column 9)'],
    ['or=(id.nothing.1)', 'PGRST100', expect.stringContaining('failed to parse logic tree')],
    ['id=nothing.1', 'PGRST100', expect.stringContaining('failed to parse filter')],
    ['data->tags=cs.["x"]', 'PGRST127', 'Feature not implemented'],
    ['text=eq', 'PGRST100', '"failed to parse filter (eq)" (line 1, column 1)'],
    ['text=not.in', 'PGRST100', '"failed to parse filter (not.in)" (line 1, column 5)'],
    ['->a=neq', 'PGRST100', expect.stringContaining('failed to parse')],
    ['->a=eq.1', 'PGRST100', '"failed to parse tree path (->a)" (line 1, column 1)'],
    ['data->=eq.1', 'PGRST100', '"failed to parse tree path (data->)" (line 1, column 7)'],
    ['lids.->a=eq.1', 'PGRST100', '"failed to parse tree path (->a)" (line 1, column 1)'],
    ['or=(id.eq.1,->a.eq.1)', 'PGRST100', expect.stringContaining('failed to parse logic tree')],
    ['or=(id.eq.1,data->.eq.1)', 'PGRST100', expect.stringContaining('failed to parse logic tree')],
    ['id=eq.many', '22P02', 'invalid input syntax for type integer: "many"'],
  ])('%s', async (filter, code, message) => {
    expect(await ask(`pots?select=id&${filter}`)).toEqual({
      status: 400,
      body: expect.objectContaining({ code, message }),
    })
  })
})

test('an answer and its address show the values of the request', async () => {
  const headers = { apikey: keys.publishableKey }
  const response = await fetch(`${url}/rest/v1/pots?select=id&text=eq.007`, { headers })
  expect(response.headers.get('content-location')).toBe('/pots?select=id&text=eq.007')
})

test('an admin filters jobs by a step of their selection, and asks the home page for one job', async () => {
  const { data: job } = await staff
    .from('jobs')
    .insert({ title: 'Clerk', slug: 'clerk', status: 'active', selection_process: ['Written examination'] })
    .select('id, selection_process')
    .single()
  expect(job?.selection_process).toEqual(['Written examination'])
  for (const user of [staff, client()]) {
    const found = await user.from('jobs').select('id').contains('selection_process', '["Written examination"]')
    expect(found.data).toEqual([{ id: job?.id }])
  }
  await staff.from('jobs').insert({ title: 'Guard', slug: 'guard', status: 'active' })
  const token = session.session?.access_token ?? ''
  for (const bearer of [keys.publishableKey, token]) {
    const response = await fetch(`${url}/rest/v1/rpc/home_board`, {
      method: 'POST',
      headers: {
        apikey: keys.publishableKey,
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ page_sizes: { jobs: 1 } }),
    })
    expect(((await response.json()) as { jobs: unknown[] }).jobs).toHaveLength(1)
  }
})
