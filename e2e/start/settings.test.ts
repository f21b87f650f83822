import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { launch } from './command.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, newFolder, serverOn, startServer } from './server.ts'

afterAll(cleanUp)

const database = 'postgres://portal:hunter2@127.0.0.1:1/portal'

async function startupError(env: Record<string, string>): Promise<string> {
  const server = launch(process.execPath, ['server/main.ts'], { env: await serverOn(join(newFolder(), 'data'), env) })
  expect(await server.ended()).toBe(1)
  return server.errors()
}

describe('a start with an invalid setting ends with one sentence', () => {
  test.each([
    [{ PORT: '80a' }, 'PORT is "80a": it must be a whole number from 1 to 65535.'],
    [
      { SITE_URL: 'suchana.example' },
      'SITE_URL is "suchana.example": it must be an http or https address without a path, such as https://example.org.',
    ],
    [{ SAMPLE_DATA: 'yes' }, 'SAMPLE_DATA is "yes": it must be "on" or "off".'],
    [
      { ADMIN_PASSWORD: 'hunter2' },
      'ADMIN_PASSWORD is not valid: it must be a text of at least 10 characters and at most 72 bytes.',
    ],
    [
      { DATABASE_URL: 'mysql://portal:hunter2@db/portal' },
      'DATABASE_URL is not valid: it must be an address such as postgres://user:password@host:5432/database.',
    ],
    [{ DATABASE_URL: database }, 'SUPABASE_PUBLISHABLE_KEY is missing: it is required when DATABASE_URL is set.'],
    [{ S3_BUCKET: 'uploads' }, 'S3_ENDPOINT is missing: it is required when S3_BUCKET is set.'],
  ])('a start with %o ends with one sentence', async (env: Record<string, string>, sentence) => {
    expect(await startupError(env)).toBe(`${sentence}\n`)
  })

  test('a start with an unusable data folder ends with one sentence', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(await startupError({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(
      /^The folder .*file\/data \(DATA_DIR\) cannot be used \(ENOTDIR: .*\)\.\n$/,
    )
  })

  test('a start with a data folder where nothing can be created ends with one sentence', async () => {
    expect(await startupError({ DATA_DIR: '/proc/data' })).toBe(
      "The folder /proc/data (DATA_DIR) cannot be used (ENOENT: no such file or directory, mkdir '/proc/data').\n",
    )
  })

  test('a start with damaged keys ends with one sentence', async () => {
    const dataDir = join(newFolder(), 'data')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secrets.json'), '{ "jwtSecret": "hunter2"')
    expect(await startupError({ DATA_DIR: dataDir })).toBe(
      `The generated keys in ${join(dataDir, 'secrets.json')} cannot be read (it is damaged): restore that file or remove it.\n`,
    )
  })

  test.each(['127.0.0.1', '::1'])(
    'a start with a port in use on %s ends with one sentence, before a database is made',
    async (host) => {
      const other = createServer()
      await new Promise<void>((resolve) => other.listen(0, host, resolve))
      const { port } = other.address() as AddressInfo
      const dataDir = join(newFolder(), 'data')
      try {
        expect(await startupError({ PORT: String(port), DATA_DIR: dataDir })).toBe(
          `Port ${port} is in use by another program: stop that program or set another PORT.\n`,
        )
        expect(existsSync(dataDir)).toBe(false)
      } finally {
        other.close()
      }
    },
  )
})

test('a port that another program takes while the database is made ends the start with the same sentence', async () => {
  const env = await serverOn(join(newFolder(), 'data'), { SAMPLE_DATA: 'off' })
  const server = launch(process.execPath, ['server/main.ts'], { env })
  await server.waitForOutput('Creating the database')
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(Number(env['PORT']), '127.0.0.1', resolve))
  try {
    expect(await server.ended()).toBe(1)
    expect(server.errors()).toBe(
      `Port ${env['PORT']} is in use by another program: stop that program or set another PORT.\n`,
    )
  } finally {
    other.close()
  }
})

test('settings change the address of the server and the texts of its pages', async () => {
  const env = {
    HOST: '127.0.0.1',
    SITE_NAME: 'Rozgar <Desk>',
    SITE_URL: 'https://jobs.example.org',
    SAMPLE_DATA: 'off',
  }
  const server = await startServer(preparedFolder('no notices'), { env })
  const page = await (await fetch(server.url)).text()
  expect(page).toContain('Rozgar &lt;Desk&gt;')
  expect(page).toContain('https://jobs.example.org')
  expect(server.output()).toContain('for visitors at https://jobs.example.org')
})

test.each([
  [['scripts/run.mjs', 'start', '--help'], /^ {2}DATABASE_URL +embedded PostgreSQL 18 +\S/m, 0],
  [['server/main.ts', '--help'], /^ {2}PORT +3000 +\S/m, 0],
  [['scripts/run.mjs', 'start', '--port=80'], /^"--port=80" is not an option: settings are environment variables/m, 1],
  [
    ['scripts/run.mjs', 'serve'],
    /^There is no task "serve": choose one of start, dev, admin, backup, restore, test/m,
    1,
  ],
  [['scripts/run.mjs', 'test', 'everything'], /^There is no step "everything": name one or more of format, lint/m, 1],
  [['bench/main.ts', '--nonsense'], /^Unknown option '--nonsense'\.\n\nnpm run bench -- speed /, 2],
  [['bench/main.ts', 'sped'], /^There is no measurement "sped"\.\n\nnpm run bench -- speed /, 2],
  [['bench/main.ts', 'search', 'many'], /^"many" is no number\.$/m, 2],
  [['e2e/faults/main.ts', '--nonsense'], /^Unknown option '--nonsense'\.\n\nnpm run faults /, 2],
  [['e2e/faults/main.ts', 'R24', '--hours', 'many'], /^"many" is no number of hours\.$/m, 2],
])('%o explains its usage', async (args, text, exitCode) => {
  const command = launch(process.execPath, args)
  expect(await command.ended()).toBe(exitCode)
  expect(command.output() + command.errors()).toMatch(text)
})
