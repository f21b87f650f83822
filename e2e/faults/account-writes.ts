import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from '#e2e/start/command.ts'
import { sharedSettings } from '#e2e/start/several-servers.ts'
import { ask } from './traffic.ts'
import type { PreparedWrite, WritePath, WriteTools } from './write-path.ts'

/** Sessions, passwords, accounts and uploaded files. */
export const accountWrites: WritePath[] = [
  {
    name: 'sign in',
    async prepare(tools) {
      await restoreAccount(tools)
      return accountWrite(tools, 'POST token?grant_type=password', { body: tools.account })
    },
  },
  {
    name: 'refresh a session',
    async prepare(tools) {
      const { refresh_token } = await signIn(tools)
      return accountWrite(tools, 'POST token?grant_type=refresh_token', { body: { refresh_token } })
    },
  },
  {
    name: 'sign out',
    async prepare(tools) {
      const { access_token } = await signIn(tools)
      return accountWrite(tools, 'POST logout', { headers: { authorization: `Bearer ${access_token}` } })
    },
  },
  {
    name: 'change the password',
    async prepare(tools, mark) {
      const { access_token } = await signIn(tools)
      const body = { password: `a password ${mark}`, current_password: tools.account.password }
      return accountWrite(tools, 'PUT user', { headers: { authorization: `Bearer ${access_token}` }, body })
    },
  },
  { name: 'upload', prepare: prepareUpload },
  { name: 'npm run admin -- add', isSlow: true, prepare: async (tools, mark) => command(tools, 'add', mark) },
  {
    name: 'npm run admin -- password',
    isSlow: true,
    prepare: (tools, mark) => commandOnAccount(tools, 'password', mark),
  },
  { name: 'npm run admin -- remove', isSlow: true, prepare: (tools, mark) => commandOnAccount(tools, 'remove', mark) },
]

/** The password that each try begins with. */
let originalHash = ''

/** Ends the sessions of the account, and gives it the password that it had at first. */
export async function restoreAccount({ sql, account }: WriteTools): Promise<void> {
  const [row] = await sql<
    { hash: string }[]
  >`select encrypted_password as hash from auth.users where email = ${account.email}`
  originalHash ||= row?.hash ?? ''
  await sql`update auth.users set encrypted_password = ${originalHash} where email = ${account.email}`
  await sql`delete from auth.sessions where user_id = (select id from auth.users where email = ${account.email})`
  await sql`delete from sign_in_attempts`
}

async function signIn(tools: WriteTools): Promise<{ access_token: string; refresh_token: string }> {
  await restoreAccount(tools)
  const response = await fetch(`${tools.owner.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: tools.key,
    body: JSON.stringify(tools.account),
  })
  if (!response.ok) throw new Error(`The sign-in failed with ${response.status}`)
  return (await response.json()) as { access_token: string; refresh_token: string }
}

function accountWrite(
  { server, key, sql, account }: WriteTools,
  line: string,
  { headers, body }: { headers?: Record<string, string>; body?: object },
): PreparedWrite {
  const [method = '', path] = line.split(' ')
  const call = { kind: line, path: `/auth/v1/${path}`, method, headers: { ...key, ...headers } }
  return {
    act: async () => (await ask(server.url, body ? { ...call, body: JSON.stringify(body) } : call)).status,
    async state() {
      const [row] = await sql<{ state: string }[]>`
        with account as (select * from auth.users where email = ${account.email})
        select jsonb_build_array(
          (select encrypted_password = ${originalHash} from account),
          (select count(*) from auth.sessions where user_id = (select id from account)),
          (select count(*) from auth.refresh_tokens where user_id::text = (select id::text from account)),
          (select count(*) from auth.refresh_tokens where user_id::text = (select id::text from account) and not revoked)
        )::text as state`
      return [row?.state ?? '']
    },
  }
}

/** A row without its file would be served as broken; a file without a row is never served and deleted later. */
async function prepareUpload({ server, admin, sql }: WriteTools, mark: string): Promise<PreparedWrite> {
  const headers = { ...admin, 'content-type': 'application/pdf' }
  const body = `%PDF-1.7\n${mark}\nstartxref\n0\n%%EOF\n`
  const folder = join(server.dataDir, 'uploads', 'notices')
  return {
    act: async () =>
      (
        await ask(server.url, {
          kind: 'upload',
          path: `/storage/v1/object/notices/${mark}.pdf`,
          method: 'POST',
          headers,
          body,
        })
      ).status,
    async state() {
      const rows = await sql<{ name: string }[]>`
        select name from storage.objects where user_metadata ->> 'fileName' like ${`${mark}%`}`
      const files = rows.length > 0 ? readdirSync(folder) : []
      return [JSON.stringify(rows.map(({ name }) => files.includes(name)))]
    },
  }
}

async function commandOnAccount(tools: WriteTools, name: string, mark: string): Promise<PreparedWrite> {
  const { sql, account } = tools
  const email = `${mark}@example.org`
  await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), ${email}, 'original', email_confirmed_at, aud, role,
           raw_app_meta_data, raw_user_meta_data, created_at, updated_at
      from auth.users where email = ${account.email}`
  await sql`insert into profiles (id, role) select id, 'admin' from auth.users where email = ${email}`
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at)
    select gen_random_uuid(), id, now(), now() from auth.users where email = ${email}`
  return command(tools, name, mark)
}

/** The command gets an empty password and generates one. */
function command({ owner, databaseUrl, sql }: WriteTools, name: string, mark: string): PreparedWrite {
  const email = `${mark}@example.org`
  return {
    async act() {
      const program = launch(process.execPath, ['server/admin-command.ts', name, email], {
        env: { ...sharedSettings(owner, databaseUrl), LOG_LEVEL: 'error' },
      })
      return (await program.ended()) === 0 ? 200 : 500
    },
    async state() {
      const [row] = await sql<{ state: string }[]>`
        with account as (select * from auth.users where email = ${email})
        select jsonb_build_array(
          (select encrypted_password <> 'original' from account),
          (select count(*) from account),
          (select count(*) from profiles where id = (select id from account) and role = 'admin'),
          (select count(*) from auth.sessions where user_id = (select id from account))
        )::text as state`
      return [row?.state ?? '']
    },
  }
}
