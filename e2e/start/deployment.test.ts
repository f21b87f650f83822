import { chownSync, cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkout, launch } from './command.ts'
import { cleanUp, newFolder, serverOn, untilReady } from './server.ts'

const folder = newFolder()
const build = join(folder, 'build-stage')
const image = join(folder, 'image')
const dockerfile = readFileSync(join(checkout, 'deploy/Dockerfile'), 'utf8')
const [buildStage = '', lastStage = ''] = dockerfile.split(/^FROM .*$/m).slice(1)
/** Of the image's user; null when the tests have no right to change users. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null

afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', folder])
  await cleanUp()
})

/** Runs the commands of the Dockerfile without Docker, in a copy of this checkout and of its installed dependencies. */
function buildImage(): void {
  const ignored = readFileSync(join(checkout, '.dockerignore'), 'utf8').trim().split('\n')
  cpSync(checkout, build, { recursive: true, filter: (path) => !ignored.includes(relative(checkout, path)) })
  execFileSync('cp', ['-a', '--reflink=auto', join(checkout, 'node_modules'), join(build, 'node_modules')])
  for (const [, command = ''] of buildStage.matchAll(/^RUN (.*)$/gm))
    execFileSync('sh', ['-c', command], { cwd: build, stdio: 'pipe' })
  mkdirSync(image)
  for (const [, from = '', to = ''] of lastStage.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm))
    renameSync(join(build, from), to === './' ? join(image, from) : join(image, to))
  execFileSync('chmod', ['-R', 'a-w', image])
}

test('what the Dockerfile builds serves the site without development tools and without writing to its own files', async () => {
  buildImage()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  if (user) chownSync(dataDir, user.uid, user.gid)
  const [, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(lastStage)?.[1] ?? '[]') as string[]
  const env = await serverOn(dataDir)
  const server = await untilReady(launch(process.execPath, args, { cwd: image, env, ...(user && { user }) }), env)
  const inImage = (command: string[]) =>
    launch(process.execPath, command, { cwd: image, env, ...(user && { user }) }).ended()
  const [, ...healthCheck] = JSON.parse(/^HEALTHCHECK CMD (\[.*\])$/m.exec(lastStage)?.[1] ?? '[]') as string[]
  expect(await inImage(healthCheck)).toBe(0)
  const backup = join(dataDir, 'backup')
  expect(await inImage(['server/backup-command.ts', 'backup', backup])).toBe(0)
  expect(await inImage(['server/admin-command.ts', 'list'])).toBe(0)
  for (const path of ['/healthz', '/', '/jobs', '/share/site.png', '/admin-login'])
    expect(await statusOf(server.url + path)).toBe(200)
  expect(server.errors()).not.toMatch(/EACCES|EROFS|EPERM/)
  expect(await server.stop()).toBe(0)
  const restored = { ...env, DATA_DIR: join(dataDir, 'restored') }
  const restoring = launch(process.execPath, ['server/backup-command.ts', 'restore', backup], {
    cwd: image,
    env: restored,
    ...(user && { user }),
  })
  expect(await restoring.ended()).toBe(0)
})

test('the systemd unit starts the server with the flags of npm start', () => {
  const unit = readFileSync(join(checkout, 'deploy/suchana.service'), 'utf8')
  const flags = readFileSync(join(checkout, 'scripts/node-flags.mjs'), 'utf8')
  const [, started = ''] = /^ExecStart=.*node (.*) server\/main\.ts'$/m.exec(unit) ?? []
  const [, inImage = ''] = /^CMD \["node", "(.*)", "server\/main\.ts"\]$/m.exec(lastStage) ?? []
  expect(flags).toContain(`['${started}']`)
  expect(inImage).toBe(started)
})

test('systemd stops the server alone, which stops its database after the last request', () => {
  expect(readFileSync(join(checkout, 'deploy/suchana.service'), 'utf8')).toMatch(/^KillMode=mixed$/m)
})

test('systemd goes on starting a server whose starts fail', () => {
  const [unit = ''] = readFileSync(join(checkout, 'deploy/suchana.service'), 'utf8').split('[Service]')
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
})

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}
