import { spawn } from 'node:child_process'
import { realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StartupError } from '#backend/startup-error.ts'
import {
  databaseFolder,
  hasContainers,
  inContainer,
  isRunning,
  killHard,
  postmasterPid,
  query,
  writeNotice,
} from './test-folder.ts'
import { superuserAddress } from './owner.ts'

const tested = databaseFolder({ hasCluster: true })

describe('the user of the server', () => {
  const powers = `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
    from pg_roles where rolname = current_user`
  const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false }

  test('the user of the server owns the database and has no powers beyond it', async () => {
    const { url } = await tested.start()
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
    const first = await tested.start()
    const port = Number(new URL(first.url).port)
    const cluster = realpathSync(join(tested.dataDir, 'postgres'))
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

    const { url } = await tested.start()
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
    const { output, owner } = await tested.startOwner()
    const failure = await tested.start().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect((failure as Error).message).toBe(
      `Another server, backup or restore is running on the folder ${realpathSync(tested.dataDir)}: stop it first or set another DATA_DIR.`,
    )
    expect(owner.exitCode).toBe(null)
    await query(output, 'select 1')
  })

  test.runIf(hasContainers)(
    'a second server on the same folder in another container fails to start and does not affect the first one',
    async () => {
      const { url } = await tested.start()
      await query(url, writeNotice)
      const pid = postmasterPid(tested.dataDir)
      const { output } = await tested.startOwner(tested.dataDir, inContainer)
      expect(output).toBe(
        `Another server, backup or restore is running on the folder ${realpathSync(tested.dataDir)}: stop it first or set another DATA_DIR.`,
      )
      expect(postmasterPid(tested.dataDir)).toBe(pid)
      expect(await query(url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
    },
  )

  test.runIf(hasContainers)(
    'a server that was killed in a container is followed by one in another container',
    async () => {
      const { owner, output } = await tested.startOwner(tested.dataDir, inContainer)
      expect(output).toMatch(/^postgres:/)
      await killHard(owner)
      const next = await tested.startOwner(tested.dataDir, inContainer)
      expect(next.output).toMatch(/^postgres:/)
    },
  )

  test('of three servers that start at once on a new folder, one starts and two fail', async () => {
    const fresh = join(tested.folder, 'new')
    const owners = await Promise.all([1, 2, 3].map(() => tested.startOwner(fresh)))
    const outputs = owners.map(({ output }) => output)
    const winners = outputs.filter((output) => output.startsWith('postgres://'))
    expect(winners).toHaveLength(1)
    expect(outputs.filter((output) => output.startsWith('Another server, backup or restore is running'))).toHaveLength(
      2,
    )
    await query(winners[0] ?? '', 'select 1')
  })
})

describe('after a crash', () => {
  test('after a crash of the server, the next start stops the database left running and has all data', async () => {
    const { owner, output } = await tested.startOwner()
    await query(output, writeNotice)
    const orphan = postmasterPid(tested.dataDir)
    await killHard(owner)
    expect(isRunning(orphan)).toBe(true)

    const lines: string[] = []
    const { url } = await tested.start(tested.dataDir, lines)
    expect(lines).toEqual(['Stopping the database that a killed server left running'])
    expect(isRunning(orphan)).toBe(false)
    expect(await query(url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('after a crash of the server and the database, the next start has all data', async () => {
    const { owner, output } = await tested.startOwner()
    await query(output, writeNotice)
    const orphan = postmasterPid(tested.dataDir)
    await killHard(owner)
    process.kill(orphan, 'SIGKILL')
    const { url } = await tested.start()
    expect(await query(url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('after a crash of the database alone, it is restarted at the same address', async () => {
    const lines: string[] = []
    const { url } = await tested.start(tested.dataDir, lines)
    lines.length = 0
    await query(url, writeNotice)
    process.kill(postmasterPid(tested.dataDir), 'SIGKILL')
    await expect.poll(() => query(url, 'select title from notices').catch(() => [])).toEqual([{ title: 'परीक्षा' }])
    // Further attempts may fail while processes of the killed database are still ending.
    expect(lines[0]).toBe('The database ended unexpectedly: starting it again')
    await expect.poll(() => lines.at(-1)).toBe('The database is back')
  })

  test('a postmaster.pid that names another program neither prevents a start nor ends that program', async () => {
    const first = await tested.start()
    await first.close()
    const { uid, gid } = statSync(join(tested.dataDir, 'postgres'))
    const otherProgram = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' })
    tested.killAfterwards(otherProgram)
    writeFileSync(
      join(tested.dataDir, 'postgres/postmaster.pid'),
      `${otherProgram.pid}\n${tested.dataDir}\n0\n5432\n\n127.0.0.1\n0 0\nready\n`,
    )
    const { url } = await tested.start()
    await query(url, 'select 1')
    expect(isRunning(otherProgram.pid ?? 0)).toBe(true)
  })
})
