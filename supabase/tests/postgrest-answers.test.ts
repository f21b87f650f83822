import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

/** What PostgREST answers to the same requests, below /rest/v1/. */
const database = await makeDatabase('migrated')
const { sql } = database

// Functions that only read are served in another way than those that may write.
for (const volatility of ['stable', 'volatile']) {
  await sql.unsafe(`
    create function ${volatility}_request(given integer default 0) returns json language sql ${volatility} as $$
      select json_build_object(
        'given', given, 'method', current_setting('request.method', true), 'path', current_setting('request.path', true),
        'header', current_setting('request.headers', true)::json ->> 'x-team',
        'cookie header', current_setting('request.headers', true)::json ->> 'cookie',
        'cookies', current_setting('request.cookies', true)::json,
        'role', current_setting('request.jwt.claims', true)::json ->> 'role',
        'claimed role', current_setting('request.jwt.claim.role', true)) $$;
    create function ${volatility}_denial(status text) returns json language plpgsql ${volatility} as $$
      begin raise exception 'Denied' using errcode = 'PT' || status, hint = current_setting('request.method', true); end $$;
    -- The answer to HEAD has nothing but a status.
    create function ${volatility}_method() returns json language plpgsql ${volatility} as $$
      begin
        raise exception 'Known' using errcode = case current_setting('request.method') when 'HEAD' then 'PT418' else 'PT400' end;
      end $$`)
}
await sql.unsafe(`
  create function job_titles(wanted text) returns setof jobs language sql stable as $$
    select * from jobs where title like wanted order by id $$;
  create table team_notes (id integer primary key, team text not null);
  alter table team_notes enable row level security;
  create policy "notes of the team in the header" on team_notes
    using (team = current_setting('request.headers', true)::json ->> 'x-team');
  grant select on team_notes to anon, authenticated;
  insert into team_notes values (1, 'red'), (2, 'blue');
  grant execute on all functions in schema public to anon, authenticated`)
await sql`insert into organizations (name, slug) values ('Commission', 'commission')`
await sql`insert into jobs (title, slug, status, organization_id)
  select 'Job ' || number, 'job-' || number, 'active', id from organizations, generate_series(1, 5) as number`

const { url, client } = await runBackend(database)
const { data: signedIn } = await client().auth.signInWithPassword(admin)

const asVisitor = { apikey: keys.publishableKey }
const people: [who: string, role: string, headers: Record<string, string>][] = [
  ['a visitor', 'anon', asVisitor],
  // What changes the format of the response is served by Supabase Lite for visitors, too.
  ['a visitor who prefers something', 'anon', { ...asVisitor, prefer: 'handling=lenient' }],
  ['an admin', 'authenticated', { ...asVisitor, authorization: `Bearer ${signedIn.session?.access_token}` }],
  ['the server', 'service_role', { apikey: keys.secretKey }],
]

const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${url}/rest/v1/${path}`, { ...init, headers })
const asJson = { 'content-type': 'application/json' }

/** Status and body of the answer to a request. */
async function answer(path: string, headers: Record<string, string> = asVisitor, body?: object) {
  const init = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await ask(path, { ...headers, ...(body && asJson) }, init)
  return [response.status, await response.json()]
}

describe.each(people)('settings of a request of %s', (_who, role, headers) => {
  const own = { ...headers, 'x-team': 'red', cookie: 'theme=dark; text=a=b' }

  test.each(['stable', 'volatile'])('a %s function reads method, path, headers, cookies and claims', async (kind) => {
    const expected = {
      given: 7,
      path: `/rpc/${kind}_request`,
      header: 'red',
      'cookie header': null,
      cookies: { theme: 'dark', text: 'a=b' },
      role,
      'claimed role': role,
    }
    expect(await answer(`rpc/${kind}_request`, own, { given: 7 })).toEqual([200, { ...expected, method: 'POST' }])
    expect(await answer(`rpc/${kind}_request?given=7`, own)).toEqual([200, { ...expected, method: 'GET' }])
  })

  test.each(['stable', 'volatile'])('a %s function reads that the method was HEAD', async (kind) => {
    const response = await ask(`rpc/${kind}_method`, own, { method: 'HEAD' })
    expect(response.status).toBe(418)
  })

  test('a function chooses the status of its error', async () => {
    expect(await answer('rpc/stable_denial?status=429', own)).toEqual([
      429,
      { code: 'PT429', message: 'Denied', details: null, hint: 'GET' },
    ])
    expect((await answer('rpc/volatile_denial', own, { status: '503' }))[0]).toBe(503)
  })

  test('the settings of one request are not those of the next', async () => {
    await answer('rpc/stable_request', own, {})
    for (const kind of ['stable', 'volatile']) {
      const [, next] = await answer(`rpc/${kind}_request`, headers, {})
      expect(next).toMatchObject({ given: 0, header: null, cookies: {} })
    }
  })
})

test('a policy reads a header, for rows that are read and counted', async () => {
  for (const [who, role, headers] of people) {
    if (role === 'service_role') continue
    const read = async (team: string) => (await answer('team_notes?select=id', { ...headers, 'x-team': team }))[1]
    expect([who, await read('red'), await read('blue'), await read('green')]).toEqual([
      who,
      [{ id: 1 }],
      [{ id: 2 }],
      [],
    ])
  }
})

describe.each(people)('HEAD of %s is answered as GET, without the body', (_who, _role, headers) => {
  test.each([
    ['a function that returns an object', 'rpc/stable_request?given=7', 200],
    ['a function that may write', 'rpc/volatile_request', 200],
    ['rows of a function', 'rpc/job_titles?wanted=Job%25&select=id&limit=2', 200],
    ['a function without its arguments', 'rpc/job_titles', 404],
    ['an argument of the wrong type', 'rpc/stable_request?given=many', 400],
    ['an unknown function', 'rpc/nothing', 404],
    ['rows of a table', 'jobs?select=id&status=eq.active&limit=2', 200],
    ['an unknown table', 'nothing', 404],
    ['an unknown column', 'jobs?select=nothing', 400],
  ])('%s', async (_what, path, status) => {
    const described = async (method: string, more: Record<string, string>) => {
      const response = await ask(path, { ...headers, ...more }, { method })
      const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
      const own = [...response.headers].filter(([name]) => !ofConnection.includes(name))
      return { status: response.status, headers: Object.fromEntries(own), body: await response.text() }
    }
    expect((await described('GET', {})).status).toBe(status)
    const both: Record<string, string>[] = [{}, { prefer: 'count=exact' }]
    for (const more of both) {
      const get = await described('GET', more)
      expect(get.body).not.toBe('')
      expect(await described('HEAD', more)).toEqual({ ...get, body: '' })
    }
  })

  test('rows of a function are counted', async () => {
    const path = `rpc/job_titles?${new URLSearchParams({ wanted: 'Job%', limit: '2' })}`
    const response = await ask(path, { ...headers, prefer: 'count=exact' }, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-1/5'])
  })
})

describe.each(people)('unknown names in requests of %s', (_who, _role, headers) => {
  const unknown = (code: string, message: string, more: { details?: string; hint?: string } = {}) => ({
    code,
    message,
    details: more.details ?? null,
    hint: more.hint ?? null,
  })
  const inCache = 'in the schema cache'

  test.each([
    ['job', "Perhaps you meant the table 'public.jobs'"],
    ['Jobs', "Perhaps you meant the table 'public.jobs'"],
    ['admit_card', "Perhaps you meant the table 'public.admit_cards'"],
    ['something_else', null],
    ['x'.repeat(5000), null],
  ])('the table %s', async (name, hint) => {
    const message = `Could not find the table 'public.${name}' ${inCache}`
    expect(await answer(name, headers)).toEqual([404, { ...unknown('PGRST205', message), hint }])
    expect(await answer(name, headers, { title: 'A row' })).toEqual([404, { ...unknown('PGRST205', message), hint }])
  })

  test.each(['select=nothing', 'nothing=eq.1', 'order=nothing', 'select=id,nothing::text'])(
    'a column in %s',
    async (query) => {
      const [status, body] = await answer(`jobs?${query}`, headers)
      expect([status, body]).toEqual([
        400,
        { ...unknown('42703', 'column jobs.nothing does not exist'), hint: (body as { hint: unknown }).hint },
      ])
    },
  )

  test('a column of a constraint', async () => {
    const row = { title: 'A', slug: 'a' }
    const [status, body] = await answer(
      'jobs?on_conflict=nothing',
      { ...headers, prefer: 'resolution=merge-duplicates' },
      row,
    )
    expect([status, body]).toMatchObject([400, { code: '42703', message: 'column "nothing" does not exist' }])
  })

  test('a column to write', async () => {
    expect(await answer('jobs', headers, { title: 'A', slug: 'a', nothing: 1 })).toEqual([
      400,
      unknown('PGRST204', `Could not find the 'nothing' column of 'jobs' ${inCache}`),
    ])
  })

  test('a function', async () => {
    const hint = 'Perhaps you meant to call the function public.home_board'
    const message = `Could not find the function public.home_bord without parameters ${inCache}`
    const searched = 'Searched for the function public.home_bord without parameters'
    const noMatch = `but no matches were found ${inCache}.`
    expect(await answer('rpc/home_bord', headers)).toEqual([
      404,
      unknown('PGRST202', message, { details: `${searched}, ${noMatch}`, hint }),
    ])
    expect(await answer('rpc/home_bord', headers, {})).toEqual([
      404,
      unknown('PGRST202', message, {
        details: `${searched} or with a single unnamed json/jsonb parameter, ${noMatch}`,
        hint,
      }),
    ])
  })

  test.each([
    ['home_board', { page_size: 1 }, 'page_size', 'parameter page_size', 'public.home_board(page_sizes, today)'],
    [
      'search_suggestions',
      { result_limit: 3 },
      'result_limit',
      'parameter result_limit',
      'public.search_suggestions(query, result_limit)',
    ],
    ['home_board', { b: 1, a: 2 }, 'a, b', 'parameters a, b', null],
    [
      'resolve_slug',
      { slag: 'a', content_table: 'jobs' },
      'content_table, slag',
      'parameters content_table, slag',
      'public.resolve_slug(content_table, slug)',
    ],
  ])('arguments of the function %s: %j', async (name, given, names, written, meant) => {
    expect(await answer(`rpc/${name}`, headers, given)).toEqual([
      404,
      {
        code: 'PGRST202',
        message: `Could not find the function public.${name}(${names}) ${inCache}`,
        details: `Searched for the function public.${name} with ${written} or with a single unnamed json/jsonb parameter, but no matches were found ${inCache}.`,
        hint: meant && `Perhaps you meant to call the function ${meant}`,
      },
    ])
  })

  const unrelated = (parent: string, child: string, hint?: string, using = '') =>
    unknown('PGRST200', `Could not find a relationship between '${parent}' and '${child}' ${inCache}`, {
      details: `Searched for a foreign key relationship between '${parent}' and '${child}'${using} in the schema 'public', but no matches were found.`,
      ...(hint && { hint }),
    })

  test.each([
    ['jobs?select=id,nothing(*)', unrelated('jobs', 'nothing')],
    [
      'jobs?select=organisations(name)',
      unrelated('jobs', 'organisations', "Perhaps you meant 'organizations' instead of 'organisations'."),
    ],
    ['jobs?select=by:nothing!inner(name)', unrelated('jobs', 'nothing')],
    ['jobs?select=organizations(id,nothing(name))', unrelated('organizations', 'nothing')],
    [
      'jobs?select=organizations!nothing(name)',
      unrelated('jobs', 'organizations', undefined, " using the hint 'nothing'"),
    ],
    ['search_words?select=id,jobs(*)', unrelated('search_words', 'jobs')],
  ])('a relationship in %s', async (query, body) => {
    expect(await answer(query, headers)).toEqual([400, body])
  })
})

test.each(['jobs?select=id,"a', 'rpc/job_titles?wanted=%25&select=id,"a'])(
  'a quote that nothing closes: %s',
  async (path) => {
    for (const [, , headers] of people)
      expect(await answer(path, headers)).toEqual([
        400,
        {
          code: 'PGRST100',
          details: 'unexpected end of input',
          hint: null,
          message: '"failed to parse select parameter (id,"a)" (line 1, column 6)',
        },
      ])
  },
)
