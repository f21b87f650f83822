import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'

/** The Nu checker of the W3C, whose answers are those of validator.w3.org/nu. Source: docs/decisions/040 */
const JAR = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

/** The Java that npm test has found or installed (scripts/java.mjs). */
const JAVA = process.env['JAVA'] || 'java'

/**
 * It runs for minutes, beside a browser: compiling its code fully would take longer than it saves. Its schemas are deeply
 * nested, and reading them overflows an ordinary stack.
 */
const OPTIONS = ['-Xmx512m', '-Xss16m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

/**
 * Starts the Nu checker as a service on this machine, whose address `htmlErrors` takes from NU_CHECKER_URL. Without Java
 * there is none.
 *
 * @returns a function that stops it
 */
export async function startNuChecker(): Promise<() => void> {
  if (spawnSync(JAVA, ['-version']).status !== 0) {
    console.info('There is no Java, so HTML is checked by html-validate only, not by the Nu checker.')
    return () => undefined
  }
  const port = await freePort()
  const listen = [
    '-Dnu.validator.servlet.bind-address=127.0.0.1',
    '-cp',
    JAR,
    'nu.validator.servlet.Main',
    String(port),
  ]
  const checker = spawn(JAVA, [...OPTIONS, ...listen], { stdio: 'ignore' })
  const stop = () => void checker.kill('SIGKILL')
  process.once('exit', stop)
  const url = `http://127.0.0.1:${port}/`
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (checker.exitCode !== null) throw new Error(`The Nu checker ended with exit code ${checker.exitCode}`)
    await sleep(100)
  }
  process.env['NU_CHECKER_URL'] = url
  return stop
}
