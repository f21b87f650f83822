import type { FirstAdmin } from '#backend/open-backend.ts'
import type { Config } from './config.ts'

/** Milliseconds since the epoch: when the command that includes this server was given. */
const startedAt = Number(process.env['COMMAND_STARTED_AT']) || performance.timeOrigin

/** One line of progress, with the seconds since the command was given. */
export function say(line: string): void {
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${line}`)
}

/** Shows who may sign in, before anything else can fail and swallow the password. */
export function introduceAdmin({ email, password }: FirstAdmin, siteUrl: string): void {
  const lines = [
    `Staff sign in at ${siteUrl}/admin`,
    `  e-mail    ${email}`,
    `  password  ${password ?? 'as set in ADMIN_PASSWORD'}`,
    ...(password ? ['This password is shown only once: keep it.'] : []),
  ]
  console.log(`\n${lines.join('\n')}\n`)
}

/** Tells where the site is. */
export function announceAddress({ host, port, siteUrl }: Config): void {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const address = `http://${name}:${port}`
  say(`Suchana is running at ${address}${siteUrl === address ? '' : `, for visitors at ${siteUrl}`}`)
}
