import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

/** Source: docs/behaviour/security.md#names-of-objects */
const database = await makeDatabase('migrated')
const { sql } = database
await sql`create table pots (id int primary key, text text)`
await sql`create table lids (id int primary key, pot_id int references pots, text text)`
await sql`create function pots_of(wanted text default 'a') returns setof pots language sql stable as 'select * from pots'`
await sql`grant all on pots, lids to anon, authenticated, service_role`
await sql`grant execute on function pots_of to anon, authenticated, service_role`
await sql`insert into pots values (1, '__proto__')`
await sql`insert into lids values (1, 1, 'constructor')`
const { client, url } = await runBackend(database)
const { data } = await client().auth.signInWithPassword(admin)

const people: [who: string, headers: Record<string, string>][] = [
  ['a visitor', { apikey: keys.publishableKey }],
  ['an admin', { apikey: keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` }],
  ['the server', { apikey: keys.secretKey }],
]

const propertiesOfAll = () => [Object, Object.prototype].map((one) => Object.keys(one))
const before = propertiesOfAll()

describe.each(people)('of %s', (_who, headers) => {
  const ask = async (address: string) => {
    const response = await fetch(`${url}/rest/v1/${address}`, { headers })
    return { status: response.status, body: (await response.json()) as unknown }
  }

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'the name %s is no column, and changes no object of the process',
    async (name) => {
      for (const address of [
        `lids?${name}=neq.x`,
        `lids?${name}=not.is.null`,
        `lids?"${name}"=eq.x`,
        `lids?${name}::text=eq.x`,
        `lids?${name}.id=eq.1`,
        `lids?select=id,${name}`,
        `lids?select=id,${name}:pots(id)`,
        `lids?select=id,${name}:pots(id)&${name}.order=id`,
        `lids?select=id,${name}:pots(id)&${name}.limit=1`,
        `lids?select=id,pots(id)&pots.${name}=eq.1`,
        `lids?or=(id.eq.1,and(${name}.eq.1,id.eq.2))`,
        `lids?order=${name}`,
        `rpc/pots_of?${name}=eq.1`,
        `rpc/pots_of?${name}=1`,
      ]) {
        const { status, body } = await ask(address)
        expect([address, status, (body as { code: string }).code]).toEqual([address, 400, '42703'])
        expect(propertiesOfAll()).toEqual(before)
      }
    },
  )

  test('such a text is compared as any other', async () => {
    expect(await ask('pots?select=id&text=eq.__proto__')).toEqual({ status: 200, body: [{ id: 1 }] })
    expect(await ask('lids?select=id&or=(text.eq.constructor,text.eq.x)')).toEqual({ status: 200, body: [{ id: 1 }] })
  })
})
