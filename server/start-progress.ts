import type { FirstAdmin } from '#backend/open-backend.ts'
import type { Config } from './config.ts'

/** Start of the command that includes this server, in milliseconds since the epoch. */
const startedAt = Number(process.env['COMMAND_STARTED_AT']) || performance.timeOrigin

/** Prints one line of progress, with the seconds since the start of the command. */
export function printProgress(line: string): void {
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${line}`)
}

/**
 * Prints the first account. Call it right after its creation, because a generated password is not stored in plain text.
 */
export function printFirstAdmin({ email, password }: FirstAdmin, siteUrl: string): void {
  const lines = [
    `Staff sign in at ${siteUrl}/admin`,
    `  e-mail    ${email}`,
    `  password  ${password ?? 'as set in ADMIN_PASSWORD'}`,
    ...(password ? ['This password is shown only once: store it safely.'] : []),
  ]
  console.log(`\n${lines.join('\n')}\n`)
}

/** Prints the address of the site. */
export function announceAddress({ host, port, siteUrl }: Config): void {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const address = `http://${name}:${port}`
  printProgress(`Suchana is running at ${address}${siteUrl === address ? '' : `, for visitors at ${siteUrl}`}`)
}
